import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { type Allowance, allow } from './allow.ts';

/** The hosted zone, the names in it that are the federation's, and the role to go through if the zone is another account's. */
export type ZoneAccess = {
  readonly zoneId: string;
  readonly federation: string;
  /** Canonical. */
  readonly suffix: string;
  readonly roleArn?: string;
};

type ZoneUser = 'reconcile-service' | 'publish-zone';

/** Record types that Seamark writes, and the two actions that make its compare-and-swap: UPSERT, which overwrites, is none of them. */
const recordTypes = ['A', 'AAAA', 'CNAME'];
const changeActions = ['CREATE', 'DELETE'];

/** What a function may do with the hosted zone: itself, or by a role in the zone's account that has `zoneOwnerStatements`. */
export const zonePermissions = (
  scope: Construct,
  name: ZoneUser,
  access: ZoneAccess,
): readonly PolicyStatement[] =>
  access.roleArn === undefined
    ? zoneAllowances(scope, access)
        .filter(({ users }) => users.includes(name))
        .flatMap(({ sid, allowance }) => allow(sid, allowance))
    : allow('AssumeZoneRole', { actions: ['sts:AssumeRole'], resources: [access.roleArn] });

/** What the role in the zone's account must allow: all that the functions do with the zone. */
export const zoneOwnerStatements = (
  scope: Construct,
  access: ZoneAccess,
): readonly PolicyStatement[] =>
  zoneAllowances(scope, access).flatMap(({ sid, allowance }) => allow(sid, allowance));

type ZoneAllowance = {
  readonly sid: string;
  readonly users: readonly ZoneUser[];
  readonly allowance: Allowance;
};

const zoneAllowances = (scope: Construct, access: ZoneAccess): readonly ZoneAllowance[] => {
  const resources = [hostedZoneArn(scope, access.zoneId)];
  return [
    {
      sid: 'ReadZone',
      users: ['reconcile-service'],
      allowance: { actions: ['route53:GetHostedZone'], resources },
    },
    {
      sid: 'ReadRecords',
      users: ['publish-zone'],
      allowance: { actions: ['route53:ListResourceRecordSets'], resources },
    },
    {
      sid: 'WriteRecords',
      users: ['publish-zone'],
      allowance: {
        actions: ['route53:ChangeResourceRecordSets'],
        resources,
        conditions: changeConditions(access),
      },
    },
  ];
};

const hostedZoneArn = (scope: Construct, zoneId: string): string =>
  Stack.of(scope).formatArn({
    service: 'route53',
    region: '',
    account: '',
    resource: 'hostedzone',
    resourceName: zoneId,
  });

const keyOf = (what: string): string => `route53:ChangeResourceRecordSets${what}`;

/**
 * Every change of a batch must be of our names, types and actions. `ForAllValues` also holds for a key that is absent, so that each
 * key must be there (IAM, "Set operators for multivalued context keys"; Route 53, "Using IAM policy conditions").
 */
const changeConditions = (access: ZoneAccess) => ({
  'ForAllValues:StringLike': { [keyOf('NormalizedRecordNames')]: namePatterns(access) },
  'ForAllValues:StringEquals': {
    [keyOf('RecordTypes')]: recordTypes,
    [keyOf('Actions')]: changeActions,
  },
  Null: {
    [keyOf('NormalizedRecordNames')]: 'false',
    [keyOf('RecordTypes')]: 'false',
    [keyOf('Actions')]: 'false',
  },
});

/** The forms of lib/core/dns/service-names: global, and below a region or a zone and region. */
const namePatterns = ({ federation, suffix }: ZoneAccess): readonly string[] => {
  const ours = `*.*.${escaped(federation)}.svc`;
  return [`${ours}.${escaped(suffix)}`, `${ours}.*.${escaped(suffix)}`];
};

/** As Route 53 normalises names: lower case, no trailing dot, `\ooo` for all but letters, digits, `-`, `_` and `.`. */
const escaped = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/[^a-z0-9\-_.]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
