import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { ValueSet } from '../../../lib/core/model/record-set.ts';

/** The ledger entry of `shop/web` in zone `Z1`: nothing wanted and nothing written, but for what is given. */
export const aLedgerEntry = (given: Partial<LedgerEntry> = {}): LedgerEntry => ({
  zoneId: 'Z1',
  key: { namespace: 'shop', name: 'web' },
  desired: [],
  desiredVersion: 1,
  applied: [],
  appliedVersion: 1,
  past: [],
  blocked: [],
  attempts: 0,
  ...given,
});

/** A record set of type A with a TTL of a minute. */
export const anAddressSet = (name: string, ...values: readonly string[]): ValueSet => ({
  name,
  type: 'A',
  ttlSeconds: 60,
  values,
});
