import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  ChangeResourceRecordSetsCommand,
  ListResourceRecordSetsCommand,
  type ListResourceRecordSetsResponse,
  type Route53Client,
  type RRType,
} from '@aws-sdk/client-route-53';
import { ControllerError } from '../../core/model/failure.ts';
import type { RecordChange, StoredRecordSet } from '../../core/model/record-set.ts';
import type { ZonePosition } from '../../core/model/sweep-state.ts';
import type { ChangeResult, RecordStore, ZonePage } from '../../ports/record-store.ts';
import { classify, refusalText } from './failures.ts';
import { toListedRecordSet } from './listed-record-set.ts';
import { bareZoneId, canonicalName, route53Name } from './names.ts';
import { readRefusal, tellsFullZone } from './refusal.ts';
import { toStoredRecordSet } from './stored-record-set.ts';

/** Sets a page where one name is read: it rarely has more. */
const setsOfName = 20;

/** Sets a page where a zone is listed, the most that Route 53 gives (API_ListResourceRecordSets). */
const setsPerPage = 300;

/** The record sets of hosted zones in Route 53. The client should try once: whoever publishes owns the waiting. */
export const createRoute53RecordStore = (client: Route53Client): RecordStore => ({
  change: (zoneId, changes, signal) => change({ client, signal }, bareZoneId(zoneId), changes),
  readName: (zoneId, name, signal) =>
    readName({ client, signal }, bareZoneId(zoneId), canonicalName(name)),
  listPage: (zoneId, from, signal) => listZone({ client, signal }, bareZoneId(zoneId), from),
});

type Caller = { readonly client: Route53Client; readonly signal: AbortSignal | undefined };

const optionsOf = ({ signal }: Caller) => (signal === undefined ? {} : { abortSignal: signal });

const change = async (
  caller: Caller,
  zoneId: string,
  changes: readonly RecordChange[],
): Promise<ChangeResult> => {
  // Route 53 refuses an empty batch.
  if (changes.length === 0) return { kind: 'accepted' };
  const command = new ChangeResourceRecordSetsCommand({
    HostedZoneId: zoneId,
    ChangeBatch: { Changes: changes.map(toChange) },
  });
  try {
    await caller.client.send(command, optionsOf(caller));
    return { kind: 'accepted' };
  } catch (error) {
    const text = refusalText(error);
    if (text === undefined) throw classify(error, `Cannot change hosted zone ${zoneId}`);
    if (tellsFullZone(text)) return { kind: 'full', message: text };
    return readRefusal(text, [...new Set(changes.map(({ recordSet }) => recordSet.name))]);
  }
};

const toChange = ({ action, recordSet }: RecordChange): Change => ({
  Action: action,
  ResourceRecordSet: toListedRecordSet(recordSet),
});

/** A listing starts at a name and goes on through the zone, so it ends at the first other name (case R04). */
const readName = async (
  caller: Caller,
  zoneId: string,
  name: string,
): Promise<readonly StoredRecordSet[]> => {
  const found: StoredRecordSet[] = [];
  let start: Start | undefined = { StartRecordName: route53Name(name) };
  while (start !== undefined) {
    const page: ListResourceRecordSetsResponse = await list(caller, zoneId, {
      MaxItems: setsOfName,
      ...start,
    });
    const sets = (page.ResourceRecordSets ?? []).map(toStoredRecordSet);
    found.push(...sets.filter((set) => set.name === name));
    const next = nextStart(page, name);
    if (isDeepStrictEqual(next, start)) throw standsStill(zoneId, name);
    start = next;
  }
  return found;
};

const standsStill = (zoneId: string, name: string): ControllerError =>
  new ControllerError(
    'defect',
    `Cannot read ${name} in hosted zone ${zoneId}: each page of the listing says that the next one starts where it did`,
  );

type Start = Pick<
  ConstructorParameters<typeof ListResourceRecordSetsCommand>[0],
  'StartRecordName' | 'StartRecordType' | 'StartRecordIdentifier'
>;

const nextStart = (page: ListResourceRecordSetsResponse, name: string): Start | undefined => {
  if (!page.IsTruncated || canonicalName(page.NextRecordName ?? '') !== name) return undefined;
  return {
    StartRecordName: page.NextRecordName,
    StartRecordType: page.NextRecordType,
    ...(page.NextRecordIdentifier && { StartRecordIdentifier: page.NextRecordIdentifier }),
  };
};

/** A page of the whole zone. */
const listZone = async (
  caller: Caller,
  zoneId: string,
  from: ZonePosition | undefined,
): Promise<ZonePage> => {
  const page = await list(caller, zoneId, { MaxItems: setsPerPage, ...startAt(from) });
  const sets = (page.ResourceRecordSets ?? []).map(toStoredRecordSet);
  const next = page.IsTruncated === true ? positionOf(page) : undefined;
  if (next === undefined) return { sets };
  if (isDeepStrictEqual(next, from)) throw standsStill(zoneId, next.name);
  return { sets, next };
};

const startAt = (from: ZonePosition | undefined): Partial<Start> =>
  from === undefined
    ? {}
    : {
        StartRecordName: route53Name(from.name),
        ...(from.type !== undefined && { StartRecordType: from.type as RRType }), // as Route 53 itself named it
        ...(from.identifier !== undefined && { StartRecordIdentifier: from.identifier }),
      };

const positionOf = (page: ListResourceRecordSetsResponse): ZonePosition => ({
  name: canonicalName(page.NextRecordName ?? ''),
  ...(page.NextRecordType !== undefined && { type: page.NextRecordType }),
  ...(page.NextRecordIdentifier !== undefined && { identifier: page.NextRecordIdentifier }),
});

const list = async (
  caller: Caller,
  zoneId: string,
  page: Partial<Start> & { readonly MaxItems: number },
): Promise<ListResourceRecordSetsResponse> => {
  const command = new ListResourceRecordSetsCommand({ HostedZoneId: zoneId, ...page });
  try {
    return await caller.client.send(command, optionsOf(caller));
  } catch (error) {
    throw classify(error, `Cannot read hosted zone ${zoneId}`);
  }
};
