import type { ZoneRecordSet } from '../zone/record-set.ts';
import { element, field } from './write.ts';

const optional = <T>(value: T | undefined, write: (value: T) => string): string =>
  value === undefined ? '' : write(value);

const values = (set: ZoneRecordSet): string =>
  set.values.length === 0
    ? ''
    : element(
        'ResourceRecords',
        ...set.values.map((value) => element('ResourceRecord', field('Value', value))),
      );

const routing = (set: ZoneRecordSet): readonly string[] => [
  field('SetIdentifier', set.setIdentifier),
  field('Weight', set.weight),
  field('Region', set.region),
  optional(set.geoLocation, (geo) =>
    element(
      'GeoLocation',
      field('ContinentCode', geo.continentCode),
      field('CountryCode', geo.countryCode),
      field('SubdivisionCode', geo.subdivisionCode),
    ),
  ),
  field('Failover', set.failover),
  field('MultiValueAnswer', set.multiValueAnswer),
];

const places = (set: ZoneRecordSet): readonly string[] => [
  optional(set.cidrRoutingConfig, (cidr) =>
    element(
      'CidrRoutingConfig',
      field('CollectionId', cidr.collectionId),
      field('LocationName', cidr.locationName),
    ),
  ),
  optional(set.geoProximityLocation, (geo) =>
    element(
      'GeoProximityLocation',
      field('AWSRegion', geo.awsRegion),
      field('LocalZoneGroup', geo.localZoneGroup),
      optional(geo.coordinates, (point) =>
        element(
          'Coordinates',
          field('Latitude', point.latitude),
          field('Longitude', point.longitude),
        ),
      ),
      field('Bias', geo.bias),
    ),
  ),
];

/** A record set as the API lists it: an alias has neither TTL nor ResourceRecords (case R07). */
export const writeRecordSet = (set: ZoneRecordSet): string =>
  element(
    'ResourceRecordSet',
    field('Name', set.name),
    field('Type', set.type),
    ...routing(set),
    field('TTL', set.ttlSeconds),
    values(set),
    optional(set.aliasTarget, (alias) =>
      element(
        'AliasTarget',
        field('HostedZoneId', alias.hostedZoneId),
        field('DNSName', alias.dnsName),
        field('EvaluateTargetHealth', alias.evaluateTargetHealth),
      ),
    ),
    field('HealthCheckId', set.healthCheckId),
    field('TrafficPolicyInstanceId', set.trafficPolicyInstanceId),
    ...places(set),
  );
