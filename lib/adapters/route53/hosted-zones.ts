import {
  CreateHostedZoneCommand,
  GetHostedZoneCommand,
  type HostedZone as ListedZone,
  ListHostedZonesCommand,
  type ListHostedZonesResponse,
  type Route53Client,
} from '@aws-sdk/client-route-53';
import type { HostedZone } from '../../core/model/hosted-zone.ts';
import type { HostedZones } from '../../ports/hosted-zones.ts';
import { classify } from './failures.ts';
import { bareZoneId, canonicalName, route53Name } from './names.ts';

/** Zones a page, which is the most that the API gives. */
const zonesPerPage = 100;

/** The hosted zones of the account that the client's credentials belong to. */
export const createRoute53HostedZones = (client: Route53Client): HostedZones => ({
  read: (zoneId, signal) => read({ client, signal }, bareZoneId(zoneId)),
  list: (signal) => list({ client, signal }),
  create: (name, callerReference, signal) => create({ client, signal }, name, callerReference),
});

type Caller = { readonly client: Route53Client; readonly signal: AbortSignal | undefined };

const optionsOf = ({ signal }: Caller) => (signal === undefined ? {} : { abortSignal: signal });

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name;

const read = async (caller: Caller, zoneId: string): Promise<HostedZone | undefined> => {
  try {
    const command = new GetHostedZoneCommand({ Id: zoneId });
    const { HostedZone: zone } = await caller.client.send(command, optionsOf(caller));
    return zone && toHostedZone(zone);
  } catch (error) {
    if (isNamed(error, 'NoSuchHostedZone')) return undefined;
    throw classify(error, `Cannot read hosted zone ${zoneId}`);
  }
};

const list = async (caller: Caller): Promise<readonly HostedZone[]> => {
  const found: HostedZone[] = [];
  let marker: string | undefined;
  do {
    const page: ListHostedZonesResponse = await listPage(caller, marker);
    found.push(...(page.HostedZones ?? []).map(toHostedZone));
    marker = page.IsTruncated ? page.NextMarker : undefined;
  } while (marker !== undefined);
  return found;
};

const listPage = async (
  caller: Caller,
  marker: string | undefined,
): Promise<ListHostedZonesResponse> => {
  try {
    const command = new ListHostedZonesCommand({ Marker: marker, MaxItems: zonesPerPage });
    return await caller.client.send(command, optionsOf(caller));
  } catch (error) {
    throw classify(error, 'Cannot list the hosted zones');
  }
};

const create = async (
  caller: Caller,
  name: string,
  callerReference: string,
): Promise<HostedZone | undefined> => {
  try {
    const command = new CreateHostedZoneCommand({
      Name: route53Name(name),
      CallerReference: callerReference,
    });
    const { HostedZone: zone } = await caller.client.send(command, optionsOf(caller));
    return zone && toHostedZone(zone);
  } catch (error) {
    if (isNamed(error, 'HostedZoneAlreadyExists')) return undefined;
    throw classify(error, `Cannot create hosted zone ${name}`);
  }
};

const toHostedZone = ({ Id = '', Name = '', Config }: ListedZone): HostedZone => ({
  id: bareZoneId(Id),
  name: canonicalName(Name),
  isPrivate: Config?.PrivateZone === true,
});
