import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import { conditionStates, type StatusInput } from '../../../lib/core/status/conditions.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';

const published = aLedgerEntry({
  applied: [anAddressSet('a', '192.0.2.1'), anAddressSet('b', '192.0.2.1')],
});
const waiting = aLedgerEntry({ desiredVersion: 2 });
const blocked = { name: 'a', reason: 'ForeignRecord', message: 'a is taken' };

const told = (given: Partial<StatusInput>): readonly string[] =>
  conditionStates({
    stage: 'propagating',
    registered: 1,
    clusters: [],
    ledger: [],
    problems: [],
    wantsNames: true,
    takesEndpoints: true,
    ...given,
  }).map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);

describe('condition DNSInSync', () => {
  const entries = (...ledger: readonly LedgerEntry[]): Partial<StatusInput> => ({ ledger });
  const table: readonly [string, Partial<StatusInput>, string][] = [
    ['all is published', entries(published), 'True Published: 2 record sets'],
    [
      'over all zones',
      entries(published, { ...published, zoneId: 'Z2' }),
      'True Published: 4 record sets',
    ],
    ['nothing to publish yet', {}, 'True NoAddressYet: no cluster has an address yet'],
    [
      'an entry that is empty and published',
      entries(aLedgerEntry()),
      'True NoAddressYet: no cluster has an address yet',
    ],
    [
      'W16: another type has no names',
      { wantsNames: false },
      'True NotALoadBalancer: only type LoadBalancer has names',
    ],
    [
      'a zone is waited for',
      entries(published, waiting, { ...waiting, zoneId: 'Z2' }),
      'False Publishing: waiting for hosted zone Z1, Z2',
    ],
    [
      'W16: even if no names are wanted any more',
      { ledger: [waiting], wantsNames: false },
      'False Publishing: waiting for hosted zone Z1',
    ],
    [
      'a zone is waited for to withdraw',
      { ledger: [waiting], stage: 'withdrawing' },
      'False Withdrawing: waiting for hosted zone Z1',
    ],
    [
      'W13: a name is blocked',
      entries({ ...published, blocked: [blocked] }),
      'False ForeignRecord: a is taken',
    ],
    [
      'problems of the plan come first, the same words once',
      {
        ledger: [{ ...waiting, blocked: [blocked, { ...blocked, name: 'b' }] }],
        problems: [
          { condition: 'DNSInSync', reason: 'InvalidTtl', message: 'no TTL' },
          { condition: 'Propagated', reason: 'ClusterFailed', message: 'no answer' },
        ],
      },
      'False InvalidTtl: no TTL; a is taken',
    ],
  ];
  for (const [title, given, expected] of table) {
    it(title, () => assert.equal(told(given)[2], `DNSInSync ${expected}`));
  }

  it('says nothing in the other conditions', () => {
    const ledger = [{ ...published, blocked: [blocked] }];
    assert.deepEqual(told({ ledger }).slice(0, 2), told({}).slice(0, 2));
    assert.deepEqual(
      told({}).map((line) => line.split(' ')[0]),
      ['Propagated', 'EndpointsReady', 'DNSInSync'],
    );
  });
});
