import { applyChange, recordSetKey } from './apply-change.ts';
import { inputFault } from './input-faults.ts';
import { batchLimitFaults } from './limits.ts';
import { formatName, parseName } from './names.ts';
import type { AliasTarget, ZoneChange, ZoneRecordSet } from './record-set.ts';
import { contradictionFault } from './set-faults.ts';
import type { WorkingSets } from './sets-by-name.ts';
import type { ZoneState } from './zone-state.ts';

type RefusalCode = 'InvalidChangeBatch' | 'InvalidInput' | 'NoSuchHealthCheck';

/** What a batch did: the zone after it, or the service's refusal with nothing changed. */
export type BatchResult =
  | { readonly kind: 'applied'; readonly zone: ZoneState }
  | {
      readonly kind: 'refused';
      readonly code: RefusalCode;
      readonly messages: readonly string[];
      /** The text that the API answers: `[a, b]` for an invalid batch. */
      readonly message: string;
    };

const refuseBatch = (messages: readonly string[]): BatchResult => ({
  kind: 'refused',
  code: 'InvalidChangeBatch',
  messages,
  message: `[${messages.join(', ')}]`,
});

const refuse = (code: RefusalCode, message: string): BatchResult => ({
  kind: 'refused',
  code,
  messages: [message],
  message,
});

type Prepared = { readonly changes: readonly ZoneChange[]; readonly faults: readonly string[] };

const canonicalAlias = (target: AliasTarget): AliasTarget | string => {
  const parsed = parseName(target.dnsName);
  return parsed.kind === 'fault' ? parsed.message : { ...target, dnsName: formatName(parsed.name) };
};

const canonicalSet = (set: ZoneRecordSet): ZoneRecordSet | string => {
  const parsed = parseName(set.name);
  if (parsed.kind === 'fault') return parsed.message;
  const named = { ...set, name: formatName(parsed.name) };
  if (set.aliasTarget === undefined) return named;
  const aliasTarget = canonicalAlias(set.aliasTarget);
  return typeof aliasTarget === 'string' ? aliasTarget : { ...named, aliasTarget };
};

const prepare = (changes: readonly ZoneChange[]): Prepared => {
  const faults: string[] = [];
  const prepared: ZoneChange[] = [];
  for (const { action, recordSet } of changes) {
    const set = canonicalSet(recordSet);
    if (typeof set === 'string') faults.push(set);
    else prepared.push({ action, recordSet: set });
  }
  return { changes: prepared, faults };
};

/** Only DELETE followed by CREATE may name one set twice; the rest of such changes is left out. */
const withoutContradictions = ({ changes, faults }: Prepared): Prepared => {
  const seen = new Map<string, ZoneChange['action']>();
  const kept: ZoneChange[] = [];
  const contradictions: string[] = [];
  for (const change of changes) {
    const key = recordSetKey(change.recordSet);
    const before = seen.get(key);
    seen.set(key, change.action);
    const agrees = before === undefined || (before === 'DELETE' && change.action === 'CREATE');
    if (agrees) kept.push(change);
    else contradictions.push(contradictionFault(change.recordSet));
  }
  return { changes: kept, faults: [...faults, ...contradictions] };
};

const apexFaults = (zone: ZoneState, working: WorkingSets): readonly string[] => {
  const before = zone.sets.get(zone.name) ?? [];
  const after = working.get(zone.name) ?? [];
  const lost = (type: string): boolean =>
    before.some((set) => set.type === type) && !after.some((set) => set.type === type);
  return [
    ...(lost('NS')
      ? ['A HostedZone must contain at least one NS record for the zone itself.']
      : []),
    ...(lost('SOA') ? ['A HostedZone must contain exactly one SOA record.'] : []),
  ];
};

const sizeFaults = (zone: ZoneState, working: WorkingSets): readonly string[] =>
  working.count() > Math.max(zone.maxRecordSets, zone.sets.count())
    ? [`Exceeded limit MAX_RRSETS_BY_ZONE for zone: ${zone.id}`]
    : [];

/** No health check exists here, so every reference to one is to a missing one. */
const healthCheckFault = (changes: readonly ZoneChange[]): BatchResult | undefined => {
  const asks = ({ action, recordSet }: ZoneChange): boolean =>
    action !== 'DELETE' && recordSet.healthCheckId !== undefined;
  const id = changes.find(asks)?.recordSet.healthCheckId;
  return id === undefined
    ? undefined
    : refuse('NoSuchHealthCheck', `A health check with id ${id} does not exist.`);
};

/**
 * Applies a change batch to a zone as Route 53 does: all changes in their order or none, refused
 * with every fault's text (API_ChangeResourceRecordSets; spec federation.md 10.1 and aws.md 1).
 * Names may be in any spelling; stored sets have the listed one.
 */
export const applyBatch = (zone: ZoneState, changes: readonly ZoneChange[]): BatchResult => {
  const input = inputFault(changes);
  if (input !== undefined) return refuse('InvalidInput', input);
  const limits = batchLimitFaults(changes);
  if (limits.length > 0) return refuseBatch(limits);
  const missing = healthCheckFault(changes);
  if (missing !== undefined) return missing;
  const prepared = withoutContradictions(prepare(changes));
  const working = zone.sets.edit();
  const applied = prepared.changes.flatMap((change) => applyChange(zone, working, change));
  const faults = [...prepared.faults, ...applied];
  if (faults.length > 0) return refuseBatch(faults);
  const whole = [...apexFaults(zone, working), ...sizeFaults(zone, working)];
  return whole.length > 0
    ? refuseBatch(whole)
    : { kind: 'applied', zone: { ...zone, sets: working.done() } };
};
