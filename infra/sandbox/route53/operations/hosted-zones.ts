import type { HostedZone } from '../account.ts';
import { ApiError } from '../api-error.ts';
import { childOf, readXml, textOf } from '../xml/read.ts';
import { element, field, xmlDocument } from '../xml/write.ts';
import { listRecordSets } from '../zone/zone-state.ts';
import { writeChangeInfo } from './change-info.ts';
import { type Operation, ok } from './operation.ts';

const sizeOf = (zone: HostedZone): number => listRecordSets(zone.state).length;

/** A hosted zone as the API writes it, its id with the `/hostedzone/` prefix (case R17). */
export const writeHostedZone = (zone: HostedZone): string =>
  element(
    'HostedZone',
    field('Id', `/hostedzone/${zone.state.id}`),
    field('Name', zone.state.name),
    field('CallerReference', zone.callerReference),
    element('Config', field('Comment', zone.comment), field('PrivateZone', zone.privateZone)),
    field('ResourceRecordSetCount', sizeOf(zone)),
  );

const writeDelegationSet = (zone: HostedZone): string =>
  zone.privateZone
    ? ''
    : element(
        'DelegationSet',
        element('NameServers', ...zone.nameServers.map((server) => field('NameServer', server))),
      );

/** CreateHostedZone: a caller reference makes one zone only, names may repeat. */
export const createHostedZone: Operation = ({ account, now, body }) => {
  const request = readXml(body, 'CreateHostedZoneRequest');
  const config = childOf(request, 'HostedZoneConfig');
  const name = textOf(request, 'Name');
  const callerReference = textOf(request, 'CallerReference');
  if (name === undefined || callerReference === undefined || callerReference === '') {
    throw new ApiError('InvalidInput', 'Name and CallerReference are required.');
  }
  const privateZone = textOf(config, 'PrivateZone') === 'true';
  if (privateZone && childOf(request, 'VPC') === undefined) {
    throw new ApiError('InvalidInput', 'A private hosted zone requires a VPC.');
  }
  const comment = textOf(config, 'Comment');
  const { zone, change } = account.createZone({
    name,
    callerReference,
    privateZone,
    ...(comment === undefined ? {} : { comment }),
  });
  const body201 = xmlDocument(
    'CreateHostedZoneResponse',
    writeHostedZone(zone),
    writeChangeInfo(change, now),
    writeDelegationSet(zone),
  );
  return { status: 201, body: body201, location: `/2013-04-01/hostedzone/${zone.state.id}` };
};

/** DeleteHostedZone: only a zone with nothing but its own NS and SOA. */
export const deleteHostedZone: Operation = ({ account, id, now }) =>
  ok(xmlDocument('DeleteHostedZoneResponse', writeChangeInfo(account.deleteZone(id), now)));

/** GetHostedZone. */
export const getHostedZone: Operation = ({ account, id }) => {
  const zone = account.zone(id);
  return ok(xmlDocument('GetHostedZoneResponse', writeHostedZone(zone), writeDelegationSet(zone)));
};

/** GetHostedZoneCount. */
export const getHostedZoneCount: Operation = ({ account }) =>
  ok(xmlDocument('GetHostedZoneCountResponse', field('HostedZoneCount', account.zones().length)));

/** GetHostedZoneLimit, for the one limit that a public zone has. */
export const getHostedZoneLimit: Operation = ({ account, id }) => {
  const [zoneId = '', type = ''] = id.split('/');
  const zone = account.zone(zoneId);
  if (type !== 'MAX_RRSETS_BY_ZONE') {
    throw new ApiError(
      'InvalidInput',
      `1 validation error detected: Value '${type}' at 'type' failed to satisfy constraint: Member must satisfy enum value set: [MAX_RRSETS_BY_ZONE]`,
    );
  }
  return ok(
    xmlDocument(
      'GetHostedZoneLimitResponse',
      element('Limit', field('Type', type), field('Value', zone.state.maxRecordSets)),
      field('Count', sizeOf(zone)),
    ),
  );
};
