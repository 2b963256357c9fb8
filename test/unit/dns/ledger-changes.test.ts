import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerChanges } from '../../../lib/core/dns/ledger-changes.ts';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { ZonePlan } from '../../../lib/core/model/plan.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';

const key = { namespace: 'shop', name: 'web' };
const now = 1_000_000;
const set = (value: number) => anAddressSet('web', `192.0.2.${value}`);

const zone = (zoneId: string, ...values: readonly number[]): ZonePlan => ({
  zoneId,
  recordSets: values.map(set),
});

const changes = (zones: readonly ZonePlan[], ledger: readonly LedgerEntry[]) =>
  ledgerChanges(key, zones, ledger, now);

describe('what a pass does to the ledger', () => {
  it('the first record sets of a zone are version 1 of an entry', () => {
    assert.deepEqual(changes([zone('Z1', 1)], []), [
      {
        kind: 'write',
        entry: { zoneId: 'Z1', key, desired: [set(1)], desiredVersion: 1, past: [] },
      },
    ]);
  });

  it('a zone that never had any and needs none gets no entry', () => {
    assert.deepEqual(changes([zone('Z1')], []), []);
  });

  it('another wish is the next version', () => {
    const entry = aLedgerEntry({ desired: [set(1)], desiredVersion: 4 });
    assert.deepEqual(changes([zone('Z1', 2)], [entry]), [
      {
        kind: 'write',
        entry: { zoneId: 'Z1', key, desired: [set(2)], desiredVersion: 5, past: [set(1)] },
      },
    ]);
  });

  it('a zone that the plan does not name any more is withdrawn, the others are left alone', () => {
    const kept = aLedgerEntry({ desired: [set(1)] });
    const left = aLedgerEntry({ zoneId: 'Z2', desired: [set(1)] });
    assert.deepEqual(
      changes([zone('Z1', 1)], [kept, left]).map(
        (change) => change.kind === 'write' && [change.entry.zoneId, change.entry.desired],
      ),
      [['Z2', []]],
    );
  });

  it('a plan that names no zone withdraws all', () => {
    const entry = aLedgerEntry({ desired: [set(1)] });
    assert.deepEqual(
      changes([], [entry]).map((change) => change.kind === 'write' && change.entry.desired),
      [[]],
    );
  });

  const waiting: readonly [string, Partial<LedgerEntry>, boolean][] = [
    ['published', {}, false],
    ['not published yet', { desiredVersion: 3, appliedVersion: 2 }, true],
    ['found changed by a sweep', { suspects: ['web'] }, true],
    ['blocked, and due', { retryAt: now - 1 }, true],
    ['blocked, and due right now', { retryAt: now }, true],
    ['blocked, and not due yet', { retryAt: now + 1 }, false],
  ];
  for (const [title, given, reminds] of waiting) {
    it(`the same wish, ${title}: ${reminds ? 'its marker is put again' : 'nothing'}`, () => {
      const entry = aLedgerEntry({ desired: [set(1)], ...given });
      const reminder = { kind: 'remind', zoneId: 'Z1', version: entry.desiredVersion };
      assert.deepEqual(changes([zone('Z1', 1)], [entry]), reminds ? [reminder] : []);
    });
  }
});

describe('what is remembered as possibly ours', () => {
  const pastAfter = (entry: LedgerEntry) => {
    const [change] = changes([zone('Z1', 250)], [entry]);
    assert.ok(change?.kind === 'write');
    return change.entry.past;
  };

  it('the last wish, what was written last, and what came before, each once, newest first', () => {
    const entry = aLedgerEntry({
      desired: [set(1), set(2)],
      applied: [set(2), set(3)],
      past: [set(3), set(1), set(4)],
    });
    assert.deepEqual(pastAfter(entry), [set(1), set(2), set(3), set(4)]);
  });

  it('forty older values at most, the newest', () => {
    const past = Array.from({ length: 60 }, (_, index) => set(100 + index));
    const entry = aLedgerEntry({ desired: [set(1), set(2)], applied: [set(3)], past });
    assert.deepEqual(pastAfter(entry), [set(1), set(2), set(3), ...past.slice(0, 40)]);
  });
});
