import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { rolesOf, type Statement } from './iam-policy.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { synthesise } from './synthesise.ts';

/** A statement in one line: what for, what is allowed, on what. */
const line = ({ sid, effect, actions, resources, conditions }: Statement): string =>
  [
    `${sid}: ${effect === 'Allow' ? '' : `${effect} `}${actions.join(', ')} on ${resources.join(', ')}`,
    ...(Object.keys(conditions).length > 0 ? [`if ${JSON.stringify(conditions)}`] : []),
  ].join(' ');

const linesOf = (settings: FederationSettings): { readonly [role: string]: readonly string[] } =>
  Object.fromEntries(
    rolesOf(synthesise(settings)).map(({ path, statements }) => [path, statements.map(line)]),
  );

const readWakes = (queue: string): string =>
  `ReadWakes: sqs:DeleteMessage, sqs:GetQueueAttributes, sqs:ReceiveMessage on <${queue}/Queue.Arn>`;
const writeLogs = (owner: string): string =>
  `WriteLogs: logs:CreateLogStream, logs:PutLogEvents on <${owner}/Logs.Arn>`;
const wakes = (...queues: readonly string[]): string =>
  `SendWakes: sqs:SendMessage on ${queues.map((name) => `<${name}/Queue.Arn>`).join(', ')}`;
const wakeResync = wakes('Resync', 'Services');
const wakeZones = wakes('Services', 'Zones');
const wakeAll = wakes('Resync', 'Services', 'Zones');
const askAndCount = 'UseTable: dynamodb:GetItem, dynamodb:UpdateItem on <Table.Arn>';
const count = 'UseTable: dynamodb:UpdateItem on <Table.Arn>';
const compare =
  'UseTable: dynamodb:DeleteItem, dynamodb:GetItem, dynamodb:Scan, dynamodb:UpdateItem on <Table.Arn>';
const pass = 'UseTable: dynamodb:GetItem, dynamodb:Query, dynamodb:UpdateItem on <Table.Arn>';
const publish =
  'UseTable: dynamodb:BatchGetItem, dynamodb:DeleteItem, dynamodb:GetItem, dynamodb:Query, dynamodb:Scan, dynamodb:UpdateItem on <Table.Arn>';
const schedules = [
  'BeginRuns: lambda:InvokeFunction on <Functions/cluster-health.Arn>, <Functions/resync.Arn>',
  'KeepRunsThatNeverBegan: sqs:SendMessage on <Schedules/DeadLetters.Arn>',
];
const changesOfOurs = (patterns: readonly string[]): string =>
  `if ${JSON.stringify({
    'ForAllValues:StringLike': {
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': patterns,
    },
    'ForAllValues:StringEquals': {
      'route53:ChangeResourceRecordSetsRecordTypes': ['A', 'AAAA', 'CNAME'],
      'route53:ChangeResourceRecordSetsActions': ['CREATE', 'DELETE'],
    },
    Null: {
      'route53:ChangeResourceRecordSetsNormalizedRecordNames': 'false',
      'route53:ChangeResourceRecordSetsRecordTypes': 'false',
      'route53:ChangeResourceRecordSetsActions': 'false',
    },
  })}`;

describe('the rights of a federation of self-managed clusters', () => {
  const secret =
    'ReadKubeconfigs: secretsmanager:GetSecretValue on arn:aws:secretsmanager:eu-west-1:444455556666:secret:seamark/host-??????';
  const zone = 'arn:aws:route53:::hostedzone/Z0PROD';

  it('are these and no others', () => {
    assert.deepEqual(linesOf(someSettings()), {
      'Functions/audit-webhook/Role': [
        writeLogs('Functions/audit-webhook'),
        askAndCount,
        wakeResync,
      ],
      'Functions/cluster-health/Role': [
        writeLogs('Functions/cluster-health'),
        count,
        wakeResync,
        secret,
      ],
      'Functions/publish-zone/Role': [
        writeLogs('Functions/publish-zone'),
        publish,
        wakeZones,
        readWakes('Zones'),
        `ReadRecords: route53:ListResourceRecordSets on ${zone}`,
        `WriteRecords: route53:ChangeResourceRecordSets on ${zone} ${changesOfOurs([
          '*.*.prod.svc.fed.example.org',
          '*.*.prod.svc.*.fed.example.org',
        ])}`,
      ],
      'Functions/reconcile-service/Role': [
        writeLogs('Functions/reconcile-service'),
        pass,
        wakeAll,
        readWakes('Services'),
        `ReadZone: route53:GetHostedZone on ${zone}`,
        secret,
      ],
      'Functions/resync/Role': [
        writeLogs('Functions/resync'),
        compare,
        wakeAll,
        readWakes('Resync'),
        secret,
      ],
      'Schedules/Role': schedules,
    });
  });
});

describe('the rights of a federation of EKS clusters with a zone in another account', () => {
  const describes = (...clusters: readonly string[]): string =>
    `DescribeClusters: eks:DescribeCluster on ${clusters.map((name) => `arn:aws:eks:${name}`).join(', ')}`;
  const control = 'eu-west-1:444455556666:cluster/control';
  const all = describes(
    control,
    'eu-west-1:444455556666:cluster/oslo',
    'sa-east-1:444455556666:cluster/quito',
  );
  const assumeClusters =
    'AssumeClusterRoles: sts:AssumeRole on arn:aws:iam::444455556666:role/bergen-access, arn:aws:iam::777788889999:role/lima-access';
  const assumeZone = 'AssumeZoneRole: sts:AssumeRole on arn:aws:iam::777788889999:role/dns-writer';
  const secret =
    'ReadKubeconfigs: secretsmanager:GetSecretValue on arn:aws:secretsmanager:eu-west-1:444455556666:secret:seamark/members/kyiv-??????';
  const attach = [
    'DescribeNetworkInterfaces: ec2:DescribeNetworkInterfaces, ec2:DescribeSubnets on *',
    'AttachToNetwork: ec2:AssignPrivateIpAddresses, ec2:CreateNetworkInterface, ec2:DeleteNetworkInterface, ec2:UnassignPrivateIpAddresses on arn:aws:ec2:eu-west-1:444455556666:*/*',
    'KeepCodeFromNetworkInterfaces: Deny ec2:AssignPrivateIpAddresses, ec2:CreateNetworkInterface, ec2:DeleteNetworkInterface, ec2:DescribeNetworkInterfaces, ec2:DescribeSubnets, ec2:UnassignPrivateIpAddresses on * if {"Null":{"lambda:SourceFunctionArn":"false"}}',
  ];
  const logGroup = (cluster: string): string =>
    `arn:aws:logs:eu-west-1:444455556666:log-group:/aws/eks/${cluster}/cluster:*`;

  it('are these and no others', () => {
    assert.deepEqual(linesOf(otherSettings()), {
      'AuditLogs/SlotCheck/Function/Role': [
        writeLogs('AuditLogs/SlotCheck/Function'),
        `DescribeSubscriptionFilters: logs:DescribeSubscriptionFilters on ${logGroup('control')}, ${logGroup('oslo')}`,
      ],
      'Functions/audit-logs/Role': [
        writeLogs('Functions/audit-logs'),
        askAndCount,
        wakeResync,
        'KeepFailedEvents: sqs:SendMessage on <AuditLogs/DeadLetters.Arn>',
      ],
      'Functions/audit-webhook/Role': [
        writeLogs('Functions/audit-webhook'),
        askAndCount,
        wakeResync,
      ],
      'Functions/cluster-health/Role': [
        writeLogs('Functions/cluster-health'),
        count,
        wakeResync,
        all,
        assumeClusters,
        secret,
        ...attach,
      ],
      'Functions/publish-zone/Role': [
        writeLogs('Functions/publish-zone'),
        publish,
        wakeZones,
        readWakes('Zones'),
        assumeZone,
      ],
      'Functions/reconcile-service/Role': [
        writeLogs('Functions/reconcile-service'),
        pass,
        wakeAll,
        readWakes('Services'),
        assumeZone,
        all,
        assumeClusters,
        secret,
        ...attach,
      ],
      'Functions/resync/Role': [
        writeLogs('Functions/resync'),
        compare,
        wakeAll,
        readWakes('Resync'),
        all,
        assumeClusters,
        secret,
        ...attach,
      ],
      'Schedules/Role': schedules,
    });
  });
});

describe('the trust of roles', () => {
  it('goes to the service that uses them, and to the Scheduler for this stack alone', () => {
    const trusts = rolesOf(synthesise(otherSettings())).map(({ path, trust }) => [
      path,
      JSON.stringify(trust),
    ]);
    const lambda =
      '{"Statement":[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}],"Version":"2012-10-17"}';
    const scheduler =
      '{"Statement":[{"Action":"sts:AssumeRole","Condition":{"StringEquals":{"aws:SourceAccount":"444455556666","aws:SourceArn":"<Schedules/Group.Arn>"}},"Effect":"Allow","Principal":{"Service":"scheduler.amazonaws.com"}}],"Version":"2012-10-17"}';
    for (const [path, trust] of trusts) {
      assert.equal(trust, path === 'Schedules/Role' ? scheduler : lambda, path);
    }
  });
});
