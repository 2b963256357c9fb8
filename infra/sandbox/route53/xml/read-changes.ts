import { ApiError } from '../api-error.ts';
import type { AliasTarget, ZoneChange, ZoneRecordSet } from '../zone/record-set.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './read.ts';

/** A ChangeResourceRecordSets request. */
export type ChangeRequest = { readonly changes: readonly ZoneChange[]; readonly comment?: string };

const actions = ['CREATE', 'DELETE', 'UPSERT'] as const;

/** Drops absent fields, so that equal sets are equal values. */
const present = <T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T =>
  // The entries that are left are exactly the fields of T that have a value.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const violation = (value: string, path: string, rule: string): ApiError =>
  new ApiError(
    'InvalidInput',
    `1 validation error detected: Value '${value}' at '${path}' failed to satisfy constraint: ${rule}`,
  );

const integer = (element: XmlElement, name: string): number | undefined => {
  const text = textOf(element, name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text)) {
    throw new ApiError('MalformedInput', `Invalid XML: '${text}' is not a valid value for ${name}`);
  }
  return Number(text);
};

const flag = (element: XmlElement, name: string): boolean | undefined => {
  const text = textOf(element, name);
  if (text === undefined || text === 'true' || text === 'false') {
    return text === undefined ? undefined : text === 'true';
  }
  throw new ApiError('MalformedInput', `Invalid XML: '${text}' is not a valid value for ${name}`);
};

const required = <T>(value: T | undefined, path: string): T => {
  if (value === undefined) throw violation('null', path, 'Member must not be null');
  return value;
};

const readAlias = (element: XmlElement, path: string): AliasTarget | undefined => {
  const alias = childOf(element, 'AliasTarget');
  if (alias === undefined) return undefined;
  const at = `${path}.aliasTarget`;
  return {
    hostedZoneId: required(textOf(alias, 'HostedZoneId'), `${at}.hostedZoneId`),
    dnsName: required(textOf(alias, 'DNSName'), `${at}.dNSName`),
    evaluateTargetHealth: required(
      flag(alias, 'EvaluateTargetHealth'),
      `${at}.evaluateTargetHealth`,
    ),
  };
};

const readValues = (element: XmlElement, path: string): readonly string[] => {
  const list = childOf(element, 'ResourceRecords');
  if (list === undefined) return [];
  const records = childrenOf(list, 'ResourceRecord');
  if (records.length === 0) {
    const rule = 'Member must have length greater than or equal to 1';
    throw violation('[]', `${path}.resourceRecords`, rule);
  }
  return records.map((record, index) =>
    required(textOf(record, 'Value'), `${path}.resourceRecords.${index + 1}.member.value`),
  );
};

const readGeoLocation = (element: XmlElement): ZoneRecordSet['geoLocation'] => {
  const geo = childOf(element, 'GeoLocation');
  return geo === undefined
    ? undefined
    : present({
        continentCode: textOf(geo, 'ContinentCode'),
        countryCode: textOf(geo, 'CountryCode'),
        subdivisionCode: textOf(geo, 'SubdivisionCode'),
      });
};

const readGeoProximity = (element: XmlElement): ZoneRecordSet['geoProximityLocation'] => {
  const geo = childOf(element, 'GeoProximityLocation');
  if (geo === undefined) return undefined;
  const point = childOf(geo, 'Coordinates');
  return present({
    awsRegion: textOf(geo, 'AWSRegion'),
    localZoneGroup: textOf(geo, 'LocalZoneGroup'),
    bias: integer(geo, 'Bias'),
    coordinates:
      point === undefined
        ? undefined
        : {
            latitude: textOf(point, 'Latitude') ?? '',
            longitude: textOf(point, 'Longitude') ?? '',
          },
  });
};

const readCidr = (element: XmlElement): ZoneRecordSet['cidrRoutingConfig'] => {
  const cidr = childOf(element, 'CidrRoutingConfig');
  return cidr === undefined
    ? undefined
    : {
        collectionId: textOf(cidr, 'CollectionId') ?? '',
        locationName: textOf(cidr, 'LocationName') ?? '',
      };
};

const readSet = (element: XmlElement | undefined, path: string): ZoneRecordSet => {
  const set = required(element, path);
  return present<ZoneRecordSet>({
    name: required(textOf(set, 'Name'), `${path}.name`),
    type: required(textOf(set, 'Type'), `${path}.type`),
    ttlSeconds: integer(set, 'TTL'),
    values: readValues(set, path),
    aliasTarget: readAlias(set, path),
    setIdentifier: textOf(set, 'SetIdentifier'),
    weight: integer(set, 'Weight'),
    region: textOf(set, 'Region'),
    failover: textOf(set, 'Failover'),
    multiValueAnswer: flag(set, 'MultiValueAnswer'),
    geoLocation: readGeoLocation(set),
    geoProximityLocation: readGeoProximity(set),
    cidrRoutingConfig: readCidr(set),
    healthCheckId: textOf(set, 'HealthCheckId'),
    trafficPolicyInstanceId: textOf(set, 'TrafficPolicyInstanceId'),
  });
};

const readChange = (element: XmlElement, index: number): ZoneChange => {
  const path = `changeBatch.changes.${index + 1}.member`;
  const text = required(textOf(element, 'Action'), `${path}.action`);
  const action = actions.find((known) => known === text);
  if (action === undefined) {
    const rule = `Member must satisfy enum value set: [${actions.join(', ')}]`;
    throw violation(text, `${path}.action`, rule);
  }
  const recordSet = readSet(childOf(element, 'ResourceRecordSet'), `${path}.resourceRecordSet`);
  return { action, recordSet };
};

/**
 * Reads the change batch of a ChangeResourceRecordSets request.
 *
 * @throws ApiError `InvalidInput` or `MalformedInput`, as the service answers a wrong form
 */
export const readChanges = (request: XmlElement): ChangeRequest => {
  const batch = childOf(request, 'ChangeBatch');
  const elements = childrenOf(childOf(batch, 'Changes'), 'Change');
  if (elements.length === 0) {
    const rule = 'Member must have length greater than or equal to 1';
    throw violation('[]', 'changeBatch.changes', rule);
  }
  const comment = textOf(batch, 'Comment');
  const changes = elements.map(readChange);
  return comment === undefined ? { changes } : { changes, comment };
};
