import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Problem } from '../../../lib/core/model/plan.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { type ServiceNews, serviceEvents } from '../../../lib/core/status/service-events.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';
import { aService } from '../../support/builders/service.ts';

const serviceWith = (type: string, reason: string, message: string): ServiceObject =>
  aService({
    conditions: [
      { type, status: 'False', reason, message, lastTransitionTime: '2026-01-05T10:00:00Z' },
    ],
  });

const entry = (given: Parameters<typeof aLedgerEntry>[0] = {}) =>
  aLedgerEntry({ desiredVersion: 2, appliedVersion: 2, ...given });
const oneSet = anAddressSet('a.example', '192.0.2.1');
const blockedName = { name: 'a.example', reason: 'ForeignRecord', message: 'a.example is taken' };
const publishing = serviceWith('DNSInSync', 'Publishing', 'waiting for hosted zone Z1');

const problem = (given: Partial<Problem>): Problem => ({
  condition: 'Propagated',
  reason: 'NamesakeRefused',
  message: 'tokyo already has one',
  cluster: 'tokyo',
  ...given,
});

const table: readonly [string, Partial<ServiceNews>, readonly string[]][] = [
  [
    'names that are published',
    { service: publishing, ledger: [entry({ applied: [oneSet] })] },
    ['Normal RecordsPublished: 1 record sets in hosted zone Z1'],
  ],
  ['names that are published still', { ledger: [entry({ applied: [oneSet] })] }, []],
  [
    'names that wait for their zone',
    { service: publishing, ledger: [entry({ applied: [oneSet], desiredVersion: 3 })] },
    [],
  ],
  [
    'names that are gone',
    { service: publishing, ledger: [entry()] },
    ['Normal RecordsWithdrawn: No record set is left in Route 53'],
  ],
  [
    'a name that is blocked while others are published',
    { service: publishing, ledger: [entry({ applied: [oneSet], blocked: [blockedName] })] },
    [
      'Warning RecordBlocked: a.example is taken',
      'Normal RecordsPublished: 1 record sets in hosted zone Z1',
    ],
  ],
  [
    'a name that is blocked still',
    {
      service: serviceWith('DNSInSync', 'ForeignRecord', 'a.example is taken'),
      ledger: [entry({ applied: [oneSet], blocked: [blockedName] })],
    },
    [],
  ],
  [
    'a name that is no longer blocked',
    {
      service: serviceWith('DNSInSync', 'ForeignRecord', 'a.example is taken'),
      ledger: [entry({ applied: [oneSet] })],
    },
    ['Normal RecordsPublished: 1 record sets in hosted zone Z1'],
  ],
  [
    'names that are published in two zones, and an entry that is empty',
    {
      service: publishing,
      ledger: [
        entry({ applied: [oneSet] }),
        entry({ zoneId: 'Z2' }),
        entry({ zoneId: 'Z3', applied: [oneSet] }),
      ],
    },
    ['Normal RecordsPublished: 2 record sets in hosted zone Z1, Z3'],
  ],
  [
    'names that wait for one zone of two',
    {
      service: publishing,
      ledger: [entry({ applied: [oneSet] }), entry({ zoneId: 'Z2', desiredVersion: 3 })],
    },
    [],
  ],
  [
    'names that were to be withdrawn',
    { service: serviceWith('DNSInSync', 'Withdrawing', 'waiting'), ledger: [entry()] },
    ['Normal RecordsWithdrawn: No record set is left in Route 53'],
  ],
  [
    'names that something is wrong with still',
    {
      service: serviceWith('DNSInSync', 'InvalidTtl', 'no TTL'),
      ledger: [entry({ applied: [oneSet] })],
      problems: [problem({ condition: 'DNSInSync', reason: 'InvalidTtl', message: 'no TTL' })],
    },
    [],
  ],
  [
    'names that are well again, while a copy is not',
    {
      service: serviceWith('DNSInSync', 'InvalidTtl', 'no TTL'),
      ledger: [entry({ applied: [oneSet] })],
      problems: [problem({})],
    },
    [
      'Normal RecordsPublished: 1 record sets in hosted zone Z1',
      'Warning NamesakeRefused: tokyo already has one',
    ],
  ],
  [
    'names that are published still, while a copy is not well',
    {
      service: serviceWith('Propagated', 'ClusterFailed', 'no room'),
      ledger: [entry({ applied: [oneSet] })],
    },
    [],
  ],
  [
    'another’s condition with a reason of ours',
    { service: serviceWith('Theirs', 'Publishing', ''), ledger: [entry({ applied: [oneSet] })] },
    [],
  ],
];

describe('Events of a pass over the records of a Service', () => {
  for (const [title, given, expected] of table) {
    it(`of ${title}`, () => {
      const news: ServiceNews = {
        service: aService(),
        stage: 'propagating',
        writes: [],
        clusters: [],
        after: [],
        problems: [],
        ledger: [],
        ...given,
      };
      const lines = serviceEvents(news).map(
        ({ type, reason, message }) => `${type} ${reason}: ${message}`,
      );
      assert.deepEqual(lines, expected);
    });
  }
});
