import { applyBatch } from '../../../../infra/sandbox/route53/zone/apply-batch.ts';
import { listPage } from '../../../../infra/sandbox/route53/zone/list-page.ts';
import { listedLabels } from '../../../../infra/sandbox/route53/zone/names.ts';
import type { ZoneRecordSet } from '../../../../infra/sandbox/route53/zone/record-set.ts';
import {
  apexRecordSets,
  listRecordSets,
  type ZoneState,
  zoneWith,
} from '../../../../infra/sandbox/route53/zone/zone-state.ts';
import { ControllerError } from '../../../../lib/core/model/failure.ts';
import {
  type AliasTarget,
  compareRecordSets,
  isAlias,
  type RecordChange,
  type RecordSet,
  type StoredRecordSet,
} from '../../../../lib/core/model/record-set.ts';
import type { ZonePosition } from '../../../../lib/core/model/sweep-state.ts';
import type { ChangeResult, RecordStore, ZonePage } from '../../../../lib/ports/record-store.ts';
import { type Gate, through } from '../../gate.ts';

/** A hosted zone of the fake: bare id, canonical name, and how many sets it takes where an account had the quota of 10,000 raised. */
export type FakeZone = {
  readonly id: string;
  readonly name: string;
  readonly maxRecordSets?: number;
};

/** Hosted zones in memory. */
export type FakeRecordStore = RecordStore & {
  /** Everything in a zone but the NS and SOA sets of its apex, by name and type. */
  readonly sets: (zoneId: string) => readonly StoredRecordSet[];
  /** Puts a set as somebody else would, over whatever stands there; `special` is one that the fake knows. */
  readonly put: (zoneId: string, set: StoredRecordSet) => void;
  /** Removes a set as somebody else would. */
  readonly remove: (zoneId: string, name: string, type: string) => void;
  /** Every batch that was sent, refused ones included. */
  readonly batches: () => readonly (readonly RecordChange[])[];
};

/** Hosted zones in memory that refuse what Route 53 refuses, in its words. */
export const createFakeRecordStore = (options: {
  readonly gate: Gate;
  readonly zones: readonly FakeZone[];
}): FakeRecordStore => {
  const zones = new Map(options.zones.map((zone) => [zone.id, emptyZone(zone)]));
  const batches: (readonly RecordChange[])[] = [];
  const zoneOf = (zoneId: string): ZoneState => {
    const zone = zones.get(zoneId);
    if (zone) return zone;
    const reason = `No hosted zone found with ID: ${zoneId}`;
    throw new ControllerError('terminal', `Cannot reach hosted zone ${zoneId}: ${reason}`);
  };
  const replace = (zoneId: string, keep: (set: ZoneRecordSet) => boolean, add?: ZoneRecordSet) => {
    const zone = zoneOf(zoneId);
    const { sets: _old, ...outline } = zone;
    const kept = listRecordSets(zone).filter(keep);
    zones.set(zoneId, zoneWith(outline, add ? [...kept, add] : kept));
  };
  return {
    change: (zoneId, changes) =>
      through(options.gate, 'recordStore.change', () => {
        batches.push(changes);
        const { zone, result } = applyChanges(zoneOf(zoneId), changes);
        zones.set(zoneId, zone);
        return result;
      }),
    readName: (zoneId, name) =>
      through(options.gate, 'recordStore.readName', () =>
        storedSets(zoneOf(zoneId)).filter((set) => set.name === name),
      ),
    listPage: (zoneId, from) =>
      through(options.gate, 'recordStore.listPage', () => pageOf(zoneOf(zoneId), from)),
    sets: (zoneId) => {
      const apex = canonical(zoneOf(zoneId).name);
      return storedSets(zoneOf(zoneId)).filter(
        (set) => set.name !== apex || (set.type !== 'NS' && set.type !== 'SOA'),
      );
    },
    put: (zoneId, set) =>
      replace(zoneId, (other) => !isAt(other, set.name, set.type), toZoneSet(set)),
    remove: (zoneId, name, type) => replace(zoneId, (other) => !isAt(other, name, type)),
    batches: () => [...batches],
  };
};

/** As the service lists, 300 sets a page (API_ListResourceRecordSets). */
const pageOf = (zone: ZoneState, from: ZonePosition | undefined): ZonePage => {
  const start = from && { ...from, name: listed(from.name) };
  const { recordSets, next } = listPage(zone, start, 300);
  const sets = recordSets.map(toStored);
  return next === undefined ? { sets } : { sets, next: positionOf(next) };
};

const positionOf = ({ name, type, setIdentifier }: ZoneRecordSet): ZonePosition => ({
  name: canonical(name),
  type,
  ...(setIdentifier !== undefined && { identifier: setIdentifier }),
});

const emptyZone = ({ name, ...zone }: FakeZone): ZoneState =>
  zoneWith({ ...zone, name: listed(name) }, apexRecordSets(listed(name), ['ns-1.example.test']));

const isAt = (set: ZoneRecordSet, name: string, type: string): boolean =>
  canonical(set.name) === name && set.type === type;

const applyChanges = (
  zone: ZoneState,
  changes: readonly RecordChange[],
): { readonly zone: ZoneState; readonly result: ChangeResult } => {
  const asked = changes.map(({ action, recordSet }) => ({
    action,
    recordSet: toZoneSet(storedForm(recordSet)),
  }));
  const applied = applyBatch(zone, asked);
  if (applied.kind === 'applied') return { zone: applied.zone, result: { kind: 'accepted' } };
  const { messages } = applied;
  const full = messages.find((message) => message.includes('MAX_RRSETS_BY_ZONE'));
  if (full !== undefined) return { zone, result: { kind: 'full', message: applied.message } };
  const sent = [...new Set(changes.map(({ recordSet }) => recordSet.name))];
  const named = sent.filter((name) => messages.some((message) => speaksOf(message, listed(name))));
  return { zone, result: { kind: 'refused', messages, names: named.sort() } };
};

/** Every text of the service that is about one set has that set's name in one of these places. */
const speaksOf = (message: string, name: string): boolean =>
  [`name='${name}'`, `DNS name ${name}`, ` ${name}'`, `Name=${name},`].some((text) =>
    message.includes(text),
  );

const listed = (name: string): string => `${name.replaceAll('*', '\\052')}.`;

const canonical = (name: string): string => listedLabels(name).join('.');

/** What the service keeps of a set that is more than a simple one. */
const specials: readonly (readonly [string, Partial<ZoneRecordSet>])[] = [
  ['traffic policy', { trafficPolicyInstanceId: '00000000-0000-4000-8000-000000000001' }],
  ['weighted', { setIdentifier: 'other', weight: 10 }],
  ['latency', { setIdentifier: 'other', region: 'eu-west-1' }],
];

const storedForm = (set: RecordSet): StoredRecordSet =>
  isAlias(set) ? { ...set, values: [] } : set;

const toZoneSet = (set: StoredRecordSet): ZoneRecordSet => {
  const { name, type, ttlSeconds, values, alias, special } = set;
  const extra = specials.find(([kind]) => kind === special)?.[1];
  if (special !== undefined && extra === undefined) {
    throw new Error(`Cannot put ${name} ${type}: the fake knows no ${special} set`);
  }
  return {
    name: listed(name),
    type,
    ...(ttlSeconds !== undefined && { ttlSeconds }),
    values: type === 'CNAME' ? values.map(listed) : values,
    ...(alias && { aliasTarget: toZoneTarget(alias) }),
    ...extra,
  };
};

type ZoneTarget = NonNullable<ZoneRecordSet['aliasTarget']>;

const toZoneTarget = ({ zoneId, dnsName, ...rest }: AliasTarget): ZoneTarget => ({
  hostedZoneId: zoneId,
  dnsName: listed(dnsName),
  ...rest,
});

const storedSets = (zone: ZoneState): readonly StoredRecordSet[] =>
  listRecordSets(zone).map(toStored).sort(compareRecordSets);

const toStored = (set: ZoneRecordSet): StoredRecordSet => {
  const { name, type, ttlSeconds, values, aliasTarget } = set;
  const special = specials.find(([, extra]) => Object.keys(extra).every((field) => field in set));
  return {
    name: canonical(name),
    type,
    ...(ttlSeconds !== undefined && { ttlSeconds }),
    values: (type === 'CNAME' ? values.map(canonical) : [...values]).sort(),
    ...(aliasTarget && { alias: fromZoneTarget(aliasTarget) }),
    ...(special && { special: special[0] }),
  };
};

const fromZoneTarget = ({
  hostedZoneId,
  dnsName,
  evaluateTargetHealth,
}: ZoneTarget): AliasTarget => ({
  zoneId: hostedZoneId,
  dnsName: canonical(dnsName),
  evaluateTargetHealth,
});
