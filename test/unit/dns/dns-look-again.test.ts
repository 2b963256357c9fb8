import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dnsLookAgainMs } from '../../../lib/core/dns/dns-look-again.ts';
import { aLedgerEntry } from '../../support/builders/ledger-entry.ts';

const now = 1_000_000;
const quiet = { resolved: {}, ledger: [], now };
const withTtl = (ttlSeconds: number) => ({ addresses: ['192.0.2.1'], ttlSeconds });

describe('when records need a look that nobody asked for', () => {
  it('never, where nothing can change by itself', () => {
    assert.equal(dnsLookAgainMs([], { ...quiet, ledger: [aLedgerEntry()] }), undefined);
  });

  const ttls: readonly [ttlSeconds: number, seconds: number][] = [
    [0, 30],
    [29, 30],
    [31, 31],
    [300, 300],
    [900, 900],
    [86_400, 900],
  ];
  for (const [ttlSeconds, seconds] of ttls) {
    it(`W9: at a host name with a TTL of ${ttlSeconds} s after ${seconds} s`, () => {
      const resolved = { 'lb.test': withTtl(ttlSeconds) };
      assert.equal(dnsLookAgainMs(['lb.test'], { ...quiet, resolved }), seconds * 1_000);
    });
  }

  it('soon at a host name that did not resolve', () => {
    assert.equal(dnsLookAgainMs(['lb.test'], quiet), 30_000);
  });

  it('at a blocked name once it is due, in a second at the earliest', () => {
    const due = (retryAt: number) =>
      dnsLookAgainMs([], { ...quiet, ledger: [aLedgerEntry({ retryAt })] });
    assert.equal(due(now + 15_000), 15_000);
    assert.equal(due(now - 15_000), 1_000);
  });

  it('W19: at a hosted zone that was not found after a minute', () => {
    assert.equal(dnsLookAgainMs([], { ...quiet, zoneFailure: 'no such zone' }), 60_000);
  });

  it('at the first of several', () => {
    const resolved = { a: withTtl(100), b: withTtl(50) };
    const ledger = [aLedgerEntry({ retryAt: now + 70_000 })];
    const seen = { ...quiet, resolved, ledger, zoneFailure: 'no such zone' };
    assert.equal(dnsLookAgainMs(['a', 'b'], seen), 50_000);
  });
});
