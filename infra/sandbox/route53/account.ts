import { ApiError } from './api-error.ts';
import { applyBatch } from './zone/apply-batch.ts';
import { formatName, parseName } from './zone/names.ts';
import type { ZoneChange } from './zone/record-set.ts';
import { apexRecordSets, listRecordSets, type ZoneState, zoneWith } from './zone/zone-state.ts';

/** How long work takes, in milliseconds, and how much a zone may hold. */
export type AccountLimits = {
  readonly processingMs: number;
  readonly propagationMs: number;
  readonly recordSetsPerZone: number;
};

/** A change as GetChange tells it; it is INSYNC from `insyncAt` on (epoch milliseconds). */
export type ChangeInfo = {
  readonly id: string;
  readonly submittedAt: number;
  readonly insyncAt: number;
  readonly comment?: string;
};

/** A hosted zone with its contents. */
export type HostedZone = {
  readonly state: ZoneState;
  readonly callerReference: string;
  readonly privateZone: boolean;
  readonly comment?: string;
  readonly nameServers: readonly string[];
  /** Until then the zone refuses further changes (epoch milliseconds). */
  readonly busyUntil: number;
};

/** What CreateHostedZone takes. */
type NewZone = {
  readonly name: string;
  readonly callerReference: string;
  readonly id?: string;
  readonly privateZone?: boolean;
  readonly comment?: string;
};

/** The hosted zones and changes of one account. Every refusal is thrown as an ApiError. */
export type Account = {
  readonly zones: () => readonly HostedZone[];
  readonly zone: (id: string) => HostedZone;
  readonly createZone: (zone: NewZone) => {
    readonly zone: HostedZone;
    readonly change: ChangeInfo;
  };
  readonly deleteZone: (id: string) => ChangeInfo;
  readonly changeRecordSets: (
    zoneId: string,
    changes: readonly ZoneChange[],
    comment?: string,
  ) => ChangeInfo;
  readonly change: (id: string) => ChangeInfo;
};

const maxZones = 500;
const maxRememberedChanges = 10_000;
const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const nameServers = [
  'ns-0.awsdns-00.com',
  'ns-512.awsdns-00.net',
  'ns-1024.awsdns-00.org',
  'ns-1536.awsdns-00.co.uk',
];

const randomId = (prefix: string, random: () => number): string =>
  prefix +
  Array.from(
    { length: 20 },
    () => idAlphabet[Math.floor(random() * idAlphabet.length)] ?? 'A',
  ).join('');

const listedZoneName = (name: string): string => {
  const parsed = parseName(name);
  if (parsed.kind === 'fault') throw new ApiError('InvalidDomainName', parsed.message);
  return formatName(parsed.name);
};

const buildZone = (zone: NewZone, id: string, limits: AccountLimits): HostedZone => {
  const name = listedZoneName(zone.name);
  const outline = { id, name, maxRecordSets: limits.recordSetsPerZone };
  return {
    state: zoneWith(outline, apexRecordSets(name, nameServers)),
    callerReference: zone.callerReference,
    privateZone: zone.privateZone ?? false,
    ...(zone.comment === undefined ? {} : { comment: zone.comment }),
    nameServers,
    busyUntil: 0,
  };
};

const isRequired = (zone: ZoneState, set: { readonly name: string; readonly type: string }) =>
  set.name === zone.name && (set.type === 'NS' || set.type === 'SOA');

/** An account without zones; `now` is in epoch milliseconds, `random` in [0, 1). */
export const createAccount = (
  now: () => number,
  random: () => number,
  limits: AccountLimits,
): Account => {
  const zones = new Map<string, HostedZone>();
  const references = new Set<string>();
  const changes = new Map<string, ChangeInfo>();

  const zone = (id: string): HostedZone => {
    const found = zones.get(id);
    if (found === undefined) {
      throw new ApiError('NoSuchHostedZone', `No hosted zone found with ID: ${id}`);
    }
    return found;
  };
  const record = (comment?: string): ChangeInfo => {
    const at = now();
    const change: ChangeInfo = {
      id: randomId('C', random),
      submittedAt: at,
      insyncAt: at + limits.propagationMs,
      ...(comment === undefined ? {} : { comment }),
    };
    changes.set(change.id, change);
    const oldest = changes.keys().next().value;
    if (changes.size > maxRememberedChanges && oldest !== undefined) changes.delete(oldest);
    return change;
  };
  const createZone: Account['createZone'] = (request) => {
    if (references.has(request.callerReference)) {
      throw new ApiError(
        'HostedZoneAlreadyExists',
        'A hosted zone has already been created with the specified caller reference.',
      );
    }
    if (zones.size >= maxZones) {
      throw new ApiError('TooManyHostedZones', 'Cannot create more hosted zones.');
    }
    const id = request.id ?? randomId('Z', random);
    const created = buildZone(request, id, limits);
    references.add(request.callerReference);
    zones.set(id, created);
    return { zone: created, change: record() };
  };
  const deleteZone = (id: string): ChangeInfo => {
    const { state } = zone(id);
    if (listRecordSets(state).some((set) => !isRequired(state, set))) {
      throw new ApiError(
        'HostedZoneNotEmpty',
        'The specified hosted zone contains non-required resource record sets and so cannot be deleted.',
      );
    }
    zones.delete(id);
    return record();
  };
  const changeRecordSets: Account['changeRecordSets'] = (zoneId, batch, comment) => {
    const current = zone(zoneId);
    if (now() < current.busyUntil) {
      throw new ApiError(
        'PriorRequestNotComplete',
        'The request was rejected because Route 53 was still processing a prior request.',
      );
    }
    const result = applyBatch(current.state, batch);
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    const busyUntil = now() + limits.processingMs;
    zones.set(zoneId, { ...current, state: result.zone, busyUntil });
    return record(comment);
  };
  const change = (id: string): ChangeInfo => {
    const found = changes.get(id);
    if (found === undefined) {
      throw new ApiError('NoSuchChange', `Could not find resource with ID: ${id}`);
    }
    return found;
  };
  return {
    zones: () => [...zones.values()],
    zone,
    createZone,
    deleteZone,
    changeRecordSets,
    change,
  };
};
