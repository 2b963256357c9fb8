/** The record types that the API takes (`RRType` of `@aws-sdk/client-route-53`). */
export const recordTypes: readonly string[] = [
  'SOA',
  'A',
  'TXT',
  'NS',
  'CNAME',
  'MX',
  'NAPTR',
  'PTR',
  'SRV',
  'SPF',
  'AAAA',
  'CAA',
  'DS',
  'TLSA',
  'SSHFP',
  'SVCB',
  'HTTPS',
];

/** Where an alias set points (`AliasTarget` of the API). */
export type AliasTarget = {
  readonly hostedZoneId: string;
  readonly dnsName: string;
  readonly evaluateTargetHealth: boolean;
};

/** Where a query must come from (`GeoLocation` of the API). */
type GeoLocation = {
  readonly continentCode?: string;
  readonly countryCode?: string;
  readonly subdivisionCode?: string;
};

/** A block of client addresses (`CidrRoutingConfig` of the API). */
type CidrRoutingConfig = { readonly collectionId: string; readonly locationName: string };

/** A point on the map with a bias (`GeoProximityLocation` of the API). */
type GeoProximityLocation = {
  readonly awsRegion?: string;
  readonly localZoneGroup?: string;
  readonly coordinates?: { readonly latitude: string; readonly longitude: string };
  readonly bias?: number;
};

/**
 * One resource record set, as it is sent and as it is stored. A stored set has its name in the
 * form that the API lists: lower case, `\ooo` escapes, final dot. An alias set has an
 * `aliasTarget` and neither `ttlSeconds` nor `values`.
 */
export type ZoneRecordSet = {
  readonly name: string;
  readonly type: string;
  readonly ttlSeconds?: number;
  readonly values: readonly string[];
  readonly aliasTarget?: AliasTarget;
  readonly setIdentifier?: string;
  readonly weight?: number;
  readonly region?: string;
  readonly failover?: string;
  readonly multiValueAnswer?: boolean;
  readonly geoLocation?: GeoLocation;
  readonly geoProximityLocation?: GeoProximityLocation;
  readonly cidrRoutingConfig?: CidrRoutingConfig;
  readonly healthCheckId?: string;
  readonly trafficPolicyInstanceId?: string;
};

/** One entry of a change batch. */
export type ZoneChange = {
  readonly action: 'CREATE' | 'DELETE' | 'UPSERT';
  readonly recordSet: ZoneRecordSet;
};
