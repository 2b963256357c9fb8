import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRefusal, tellsFullZone } from '../../../../lib/adapters/route53/refusal.ts';
import stale from '../../../fixtures/cases/route53/R08-delete-with-stale-values.json' with {
  type: 'json',
};
import gone from '../../../fixtures/cases/route53/R09-delete-not-found.json' with { type: 'json' };

const web = 'web.shop.fed.svc.dns.example.test';
const api = 'api.shop.fed.svc.dns.example.test';
const apex = 'dns.example.test';
const [staleAnswer] = stale.input.answers;
const staleText = typeof staleAnswer === 'object' ? staleAnswer.message : '';

const cases = [
  { title: 'values that differ (R08)', text: staleText, count: 1, names: [web] },
  { title: 'a set that is gone (R09)', text: gone.input.answer.message, count: 1, names: [web] },
  {
    title: 'a CNAME conflict (R11)',
    text: `[RRSet of type CNAME with DNS name ${web}. is not permitted as it conflicts with other records with the same DNS name in zone ${apex}.]`,
    count: 1,
    names: [web],
  },
  {
    title: 'a duplicate value, which names no set (R14)',
    text: "[Invalid Resource Record: FATAL problem: DuplicateRdata, Duplicate Resource Record: '203.0.113.10']",
    count: 2,
    names: [],
  },
  {
    title: 'a contradiction (R25)',
    text: `[The request contains an invalid set of changes for a resource record set 'CNAME ${web}.']`,
    count: 1,
    names: [web],
  },
  {
    title: 'an incomplete change (R34)',
    text: `Invalid request: Expected exactly one of [AliasTarget, all of [TTL, and ResourceRecords], or TrafficPolicyInstanceId], but found none in Change with [Action=DELETE, Name=${web}., Type=A, SetIdentifier=null]`,
    count: 1,
    names: [web],
  },
  {
    title: 'several messages, commas and brackets inside',
    text: `[Tried to delete resource record set [name='${web}.', type='A'] but it was not found, Tried to create resource record set [name='${api}.', type='A', set-identifier='a, B'] but it already exists]`,
    count: 2,
    names: [api, web],
  },
  {
    title: 'a wording that nobody knows yet, by the names that were sent',
    text: `[Protected: '${api}.' (A)]`,
    count: 1,
    names: [api],
  },
  {
    title: 'a longer name, never the shorter one that it ends in',
    text: `[Protected: x.${api}. (A)]`,
    count: 1,
    names: [],
  },
  {
    title: 'an escaped name',
    text: "[Tried to delete resource record set [name='\\052.dns.example.test.', type='A'] but it was not found]",
    count: 1,
    names: ['*.dns.example.test'],
  },
  { title: 'a limit', text: '[Number of records limit of 1000 exceeded.]', count: 1, names: [] },
  { title: 'nothing', text: '', count: 0, names: [] },
];

describe('readRefusal of', () => {
  for (const { title, text, count, names } of cases) {
    it(title, () => {
      const refusal = readRefusal(text, [web, api]);
      assert.equal(refusal.messages.length, count);
      assert.deepEqual(refusal.names, names);
    });
  }
});

describe('a full zone', () => {
  it('is told by its limit (DNSControl/dnscontrol#908), and by no other one', () => {
    assert.ok(tellsFullZone('[Exceeded limit MAX_RRSETS_BY_ZONE for zone: Z3HTIAEKH5JU4F]'));
    for (const text of [
      '[Number of records limit of 1000 exceeded.]',
      '[RDATA character limit of 32000 exceeded.]',
      '[Cannot have more than 100 records in a RRSet.]',
    ]) {
      assert.ok(!tellsFullZone(text), text);
    }
  });
});
