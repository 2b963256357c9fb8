import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextDelivery } from '../../../../lib/adapters/dynamodb/next-delivery.ts';

const none = { mustSend: false };
const cases = [
  { title: 'nothing wanted', facts: { moved: false }, want: none },
  {
    title: 'a retry',
    facts: { moved: false, settlementDueAt: 9 },
    want: { dueAt: 9, mustSend: true },
  },
  {
    title: 'a request without a delivery',
    facts: { moved: true },
    want: { dueAt: 5, mustSend: true },
  },
  {
    title: 'a request whose delivery was due before',
    facts: { moved: true, rowDueAt: 4 },
    want: { dueAt: 5, mustSend: true },
  },
  {
    title: 'a request whose delivery is due this moment',
    facts: { moved: true, rowDueAt: 5 },
    want: { dueAt: 5, mustSend: true },
  },
  {
    title: 'a request whose delivery is ahead',
    facts: { moved: true, rowDueAt: 6 },
    want: { dueAt: 6, mustSend: false },
  },
  {
    title: 'a retry after a delivery ahead',
    facts: { moved: true, rowDueAt: 6, settlementDueAt: 9 },
    want: { dueAt: 6, mustSend: false },
  },
  {
    title: 'a retry before a delivery ahead',
    facts: { moved: true, rowDueAt: 9, settlementDueAt: 6 },
    want: { dueAt: 6, mustSend: true },
  },
  {
    title: 'a retry at the time of a delivery ahead',
    facts: { moved: true, rowDueAt: 9, settlementDueAt: 9 },
    want: { dueAt: 9, mustSend: false },
  },
  {
    title: 'a retry later than a request without a delivery',
    facts: { moved: true, settlementDueAt: 9 },
    want: { dueAt: 5, mustSend: true },
  },
];

describe('nextDelivery at 5', () => {
  for (const { title, facts, want } of cases) {
    it(`of ${title}`, () => assert.deepEqual(nextDelivery({ now: 5, ...facts }), want));
  }
});
