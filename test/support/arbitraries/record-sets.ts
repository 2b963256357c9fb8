import fc from 'fast-check';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';

/** Names of one Service at every level. */
const nameFor = (service: string) =>
  fc
    .constantFrom('', '.west', '.a.west', '.b.west', '.east')
    .map((level) => `${service}.shop.demo.svc${level}.seamark.example`);

const values = {
  A: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
  AAAA: ['2001:db8::1', '2001:db8::2'],
} as const;

const addressSet = (name: string): fc.Arbitrary<RecordSet> =>
  fc.constantFrom('A' as const, 'AAAA' as const).chain((type) =>
    fc.record({
      name: fc.constant(name),
      type: fc.constant(type),
      ttlSeconds: fc.constantFrom(5, 60),
      values: fc.subarray([...values[type]], { minLength: 1 }),
    }),
  );

const cname = (name: string): RecordSet => ({
  name,
  type: 'CNAME',
  ttlSeconds: 60,
  values: ['up.shop.demo.svc.seamark.example'],
});

/** What may stand at one name: addresses of one or both families, or a CNAME alone. */
const setsAt = (name: string): fc.Arbitrary<readonly RecordSet[]> =>
  fc.oneof(
    fc.uniqueArray(addressSet(name), { selector: ({ type }) => type, minLength: 1, maxLength: 2 }),
    fc.constant([cname(name)]),
  );

/** Record sets of one Service, as a hosted zone could hold them. */
export const recordSets = (service: string): fc.Arbitrary<readonly RecordSet[]> =>
  fc
    .uniqueArray(nameFor(service), { maxLength: 5 })
    .chain((names) => fc.tuple(...names.map(setsAt)))
    .map((lists) => lists.flat());

/** A ledger entry of one Service: anything wanted, anything else written. */
export const ledgerEntries = (service: string): fc.Arbitrary<LedgerEntry> =>
  fc.record({
    zoneId: fc.constant('Z1'),
    key: fc.constant({ namespace: 'shop', name: service }),
    desired: recordSets(service),
    desiredVersion: fc.constant(2),
    applied: recordSets(service),
    appliedVersion: fc.constant(1),
    past: recordSets(service),
    blocked: fc.constant([]),
    attempts: fc.constant(0),
  });
