import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeSubscriptionFiltersCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeContinuousBackupsCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConcurrencyCommand,
  GetFunctionEventInvokeConfigCommand,
  GetFunctionUrlConfigCommand,
  GetPolicyCommand,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetScheduleCommand, ListSchedulesCommand } from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import {
  type FunctionName,
  functionLimits,
  maxReceiveCount,
  queueLimits,
  visibilitySeconds,
} from '../../../infra/function-limits.ts';
import { functionEnvironment } from '../../../infra/settings/function-environment.ts';
import { createDynamoWorkRows } from '../../../lib/adapters/dynamodb/work-rows.ts';
import { createRoute53HostedZones } from '../../../lib/adapters/route53/hosted-zones.ts';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import { createSqsWakeQueue } from '../../../lib/adapters/sqs/wake-queue.ts';
import { formatWorkKey, serviceWork, zoneWork } from '../../../lib/core/model/work-key.ts';
import { contractTest } from '../stand-in/contract-test.ts';
import { standInOf } from '../stand-in/detect-stand-in.ts';
import { givenEndpoint } from '../stand-in/given-endpoint.ts';
import { gapsOf } from '../stand-in/read-gaps.ts';
import { functionNamed, physicalIdAt, queueAt } from './look-up.ts';
import { type OpenFederation, openFederation } from './open-federation.ts';
import { readAttribute } from './read-attribute.ts';

const it = contractTest('CLOUDFORMATION');

const endpoint = givenEndpoint('CLOUDFORMATION');
const standIn = await standInOf('CLOUDFORMATION');
const gaps = gapsOf(standIn);
const skip = endpoint === undefined && 'AWS_ENDPOINT_URL names nothing that has CloudFormation';

const functionNames = Object.keys(functionLimits) as readonly FunctionName[];

const t0 = 1_800_000_000_000;

let open: OpenFederation;

/** Types in the template, each with whether the stand-in made one of it. */
const typesMade = (): ReadonlyMap<string, boolean> => {
  const made = new Map<string, boolean>();
  for (const [logicalId, { Type: type }] of Object.entries(open.stack.template.Resources)) {
    made.set(type, made.get(type) === true || open.stack.physicalIds.has(logicalId));
  }
  return made;
};

describe('the stack that cdk synth writes', { skip }, () => {
  before(async () => {
    open = await openFederation(endpoint ?? '', gaps);
  });
  after(() => open.close());

  it('stands with every resource of the types that are not listed as passed over', () => {
    const missing = Object.entries(open.stack.template.Resources)
      .filter(([id, { Type }]) => !(open.stack.physicalIds.has(id) || Type in gaps.resourceTypes))
      .map(([id, { Type }]) => `${Type} ${id}`);
    assert.deepEqual(missing, []);
  });

  for (const [type, { does, instead }] of Object.entries(gaps.resourceTypes)) {
    it(`goes without ${type}`, (context) => {
      const isAsked = Object.values(open.synthesised.Resources).some(({ Type }) => Type === type);
      assert.ok(isAsked, 'there is none in the template');
      const isMade = typesMade().get(type);
      assert.equal(isMade, instead === 'leave-out' ? undefined : false, `${standIn} makes it`);
      context.skip(`${standIn} ${does} (instead: ${instead})`);
    });
  }

  for (const [name, does] of Object.entries(gaps.attributes)) {
    it(`goes without ${name}`, async (context) => {
      const [type = '', attribute = ''] = name.split('.');
      const value = await readAttribute(open.clients, open.synthesised, [type, attribute]);
      assert.equal(value, undefined, `${standIn} knows it`);
      context.skip(`${standIn}: ${does}`);
    });
  }

  describe('table', () => {
    it('has the keys that the adapters use, and is paid on demand', async () => {
      const { Table: table } = await open.clients.dynamoDb.send(
        new DescribeTableCommand({ TableName: physicalIdAt(open, 'Table') }),
      );
      assert.deepEqual(table?.KeySchema, [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ]);
      assert.deepEqual(table?.AttributeDefinitions, [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ]);
      assert.equal(table?.BillingModeSummary?.BillingMode, 'PAY_PER_REQUEST');
      assert.equal(table?.DeletionProtectionEnabled, false);
    });

    it('can be restored to any second', async () => {
      const { ContinuousBackupsDescription: backups } = await open.clients.dynamoDb.send(
        new DescribeContinuousBackupsCommand({ TableName: physicalIdAt(open, 'Table') }),
      );
      const status = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
      assert.equal(status, 'ENABLED');
    });
  });

  describe('queues', () => {
    for (const [path, limits] of [
      ['Services', queueLimits.services],
      ['Zones', queueLimits.zones],
      ['Resync', queueLimits.resync],
    ] as const) {
      it(`${path}: hides a message for six times its function, five times, then gives it up`, async () => {
        const { attributes } = await queueAt(open, `${path}/Queue`);
        const dead = await queueAt(open, `${path}/DeadLetters`);
        assert.equal(Number(attributes['VisibilityTimeout']), visibilitySeconds(limits));
        assert.deepEqual(JSON.parse(attributes['RedrivePolicy'] ?? ''), {
          deadLetterTargetArn: dead.attributes['QueueArn'],
          maxReceiveCount,
        });
      });
    }

    it('dead letters are taken from their own queue alone', async () => {
      for (const path of ['Services', 'Zones']) {
        const { attributes } = await queueAt(open, `${path}/Queue`);
        const dead = await queueAt(open, `${path}/DeadLetters`);
        assert.deepEqual(JSON.parse(dead.attributes['RedriveAllowPolicy'] ?? 'null'), {
          redrivePermission: 'byQueue',
          sourceQueueArns: [attributes['QueueArn']],
        });
      }
    });

    for (const path of [
      'Services/Queue',
      'Services/DeadLetters',
      'Zones/Queue',
      'Zones/DeadLetters',
      'Schedules/DeadLetters',
      'AuditLogs/DeadLetters',
    ]) {
      it(`${path}: is encrypted, takes TLS only and keeps what failed for 14 days`, async () => {
        const { attributes } = await queueAt(open, path);
        assert.equal(attributes['SqsManagedSseEnabled'], 'true');
        const days = Number(attributes['MessageRetentionPeriod']) / 86_400;
        assert.equal(days, path.endsWith('DeadLetters') ? 14 : 4);
        const [statement] = JSON.parse(attributes['Policy'] ?? '{}').Statement ?? [];
        assert.equal(statement?.Effect, 'Deny');
        assert.equal(statement?.Resource, attributes['QueueArn']);
        assert.deepEqual(statement?.Condition, { Bool: { 'aws:SecureTransport': 'false' } });
      });
    }
  });

  describe('functions', () => {
    for (const name of functionNames) {
      it(`${name}: runs its bundle within its limits, as itself`, async () => {
        const fn = await functionNamed(open, name);
        const { timeoutMs, memoryMb } = functionLimits[name];
        assert.deepEqual(
          [fn.Runtime, fn.Handler, fn.PackageType],
          ['nodejs24.x', 'index.handler', 'Zip'],
        );
        assert.deepEqual([fn.Timeout, fn.MemorySize], [timeoutMs / 1000, memoryMb]);
        assert.ok([...open.assetBytes.values()].includes(fn.CodeSize ?? 0), `${fn.CodeSize} bytes`);
        assert.ok(fn.Role?.endsWith(`:role/${physicalIdAt(open, `Functions/${name}/Role`)}`));
      });

      it(`${name}: is told of the table, the queues and the zone that were made`, async () => {
        const { Environment: environment } = await functionNamed(open, name);
        assert.deepEqual(
          environment?.Variables,
          functionEnvironment(name, open.settings, {
            tableName: physicalIdAt(open, 'Table'),
            serviceQueueUrl: physicalIdAt(open, 'Services/Queue'),
            zoneQueueUrl: physicalIdAt(open, 'Zones/Queue'),
            resyncQueueUrl: physicalIdAt(open, 'Resync/Queue'),
            hostedZoneId: physicalIdAt(open, 'Zone'),
          }),
        );
      });
    }

    it('run on Graviton', async () => {
      for (const name of functionNames) {
        const { Architectures: architectures } = await functionNamed(open, name);
        assert.deepEqual(architectures, ['arm64'], name);
      }
    });

    it('write JSON, each to a log group of its own', async () => {
      for (const name of functionNames) {
        const { LoggingConfig: logging } = await functionNamed(open, name);
        assert.equal(logging?.LogFormat, 'JSON', name);
        assert.equal(logging?.LogGroup, physicalIdAt(open, `Functions/${name}/Logs`));
      }
    });

    it('audit-webhook: has a share of concurrency that is its own', async () => {
      const { ReservedConcurrentExecutions: share } = await open.clients.lambda.send(
        new GetFunctionConcurrencyCommand({
          FunctionName: physicalIdAt(open, 'Functions/audit-webhook'),
        }),
      );
      assert.equal(share, open.settings.webhook?.reservedConcurrency);
    });

    it('audit-webhook: has a URL that may be called from everywhere', async () => {
      const FunctionName = physicalIdAt(open, 'Functions/audit-webhook');
      const { AuthType: auth, InvokeMode: mode } = await open.clients.lambda.send(
        new GetFunctionUrlConfigCommand({ FunctionName }),
      );
      assert.deepEqual([auth, mode], ['NONE', 'BUFFERED']);
      const { Policy: policy = '{}' } = await open.clients.lambda.send(
        new GetPolicyCommand({ FunctionName }),
      );
      const actions = JSON.parse(policy).Statement.map(({ Action }: { Action: string }) => Action);
      assert.deepEqual(actions.sort(), ['lambda:InvokeFunction', 'lambda:InvokeFunctionUrl']);
    });
  });

  describe('triggers', () => {
    for (const [path, { consumer, batchSize, batchWindowSeconds }] of [
      ['Services', queueLimits.services],
      ['Zones', queueLimits.zones],
      ['Resync', queueLimits.resync],
    ] as const) {
      it(`${consumer} reads ${path} and names the messages that failed`, async () => {
        const { attributes } = await queueAt(open, `${path}/Queue`);
        const { EventSourceMappings: mappings } = await open.clients.lambda.send(
          new ListEventSourceMappingsCommand({ EventSourceArn: attributes['QueueArn'] }),
        );
        const { FunctionArn: arn } = await functionNamed(open, consumer);
        assert.equal(mappings?.length, 1);
        const [mapping] = mappings ?? [];
        assert.equal(mapping?.FunctionArn, arn);
        assert.equal(mapping?.BatchSize, batchSize);
        assert.equal(mapping?.MaximumBatchingWindowInSeconds, batchWindowSeconds);
        assert.deepEqual(mapping?.FunctionResponseTypes, ['ReportBatchItemFailures']);
        const most = functionLimits[consumer].maxConcurrency;
        assert.equal(mapping?.ScalingConfig?.MaximumConcurrency, most);
      });
    }

    it('the clock begins resyncs and looks at clusters, and keeps what it could not begin', async () => {
      const { scheduler } = open.clients;
      const { Schedules: listed = [] } = await scheduler.send(new ListSchedulesCommand({}));
      const dead = await queueAt(open, 'Schedules/DeadLetters');
      const found = new Map<string | undefined, string | undefined>();
      for (const { Name, GroupName } of listed) {
        const schedule = await scheduler.send(new GetScheduleCommand({ Name, GroupName }));
        if (schedule.Target?.DeadLetterConfig?.Arn !== dead.attributes['QueueArn']) continue;
        assert.equal(schedule.State, 'ENABLED');
        assert.ok(schedule.Target?.RoleArn?.endsWith(physicalIdAt(open, 'Schedules/Role')));
        found.set(schedule.Target?.Arn, schedule.ScheduleExpression);
      }
      const resync = await functionNamed(open, 'resync');
      const health = await functionNamed(open, 'cluster-health');
      assert.deepEqual(
        found,
        new Map([
          [resync.FunctionArn, `rate(${open.settings.resyncMinutes} minutes)`],
          [health.FunctionArn, 'rate(1 minute)'],
        ]),
      );
    });

    it('a resync that failed is not begun again', async () => {
      const config = await open.clients.lambda.send(
        new GetFunctionEventInvokeConfigCommand({
          FunctionName: physicalIdAt(open, 'Functions/resync'),
        }),
      );
      assert.equal(config.MaximumRetryAttempts, 0);
    });

    for (const cluster of ['control', 'oslo']) {
      it(`the audit log of ${cluster} goes to audit-logs`, async () => {
        const { subscriptionFilters: filters } = await open.clients.logs.send(
          new DescribeSubscriptionFiltersCommand({ logGroupName: `/aws/eks/${cluster}/cluster` }),
        );
        const { FunctionArn: arn } = await functionNamed(open, 'audit-logs');
        assert.deepEqual(
          filters?.map(({ destinationArn }) => destinationArn),
          [arn],
        );
      });
    }
  });

  describe('adapters', () => {
    it('hand out one lease of a key in the table', async () => {
      const table = { client: open.clients.dynamoDb, name: physicalIdAt(open, 'Table') };
      const rows = createDynamoWorkRows(table);
      const key = serviceWork({ namespace: 'shop', name: 'web' });
      assert.equal(await rows.request(key, { now: t0, delayMs: 0 }), 'scheduled');
      const claim = { now: t0, holder: 'a', leaseMs: 60_000 };
      const taken = await rows.acquire(key, claim);
      assert.ok(taken.kind === 'acquired');
      assert.equal((await rows.acquire(key, claim)).kind, 'held');
      const done = { attempts: 0, lastOutcome: 'done', applied: {} };
      assert.deepEqual(await rows.commit(taken.lease, done, t0), { kind: 'committed' });
    });

    it('wake Services and zones through the queues', async () => {
      const queueUrls = {
        services: physicalIdAt(open, 'Services/Queue'),
        zones: physicalIdAt(open, 'Zones/Queue'),
      };
      const { lambda, sqs } = open.clients;
      // Else the functions take the messages away.
      for (const path of ['Services/Trigger', 'Zones/Trigger']) {
        const given = { UUID: physicalIdAt(open, path), Enabled: false };
        await lambda.send(new UpdateEventSourceMappingCommand(given));
      }
      const wakes = [serviceWork({ namespace: 'shop', name: 'web' }), zoneWork('Z1')];
      const queue = createSqsWakeQueue({ client: sqs, queueUrls });
      await queue.send(
        wakes.map((key) => ({ key, dueAt: t0 })),
        t0,
      );
      const bodies = [];
      for (const QueueUrl of Object.values(queueUrls)) {
        const { Messages: messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
        bodies.push(...messages.map(({ Body }) => Body));
      }
      assert.deepEqual(bodies, wakes.map(formatWorkKey));
    });

    it('publish names in the zone', async () => {
      const { suffix } = open.settings;
      const zoneId = physicalIdAt(open, 'Zone');
      const zone = { id: zoneId, name: suffix, isPrivate: false };
      assert.deepEqual(await createRoute53HostedZones(open.clients.route53).read(zoneId), zone);
      const store = createRoute53RecordStore(open.clients.route53);
      const name = `web.shop.${open.settings.federation}.svc.${suffix}`;
      const recordSet = { name, type: 'A', ttlSeconds: 60, values: ['192.0.2.1'] } as const;
      const change = (action: 'CREATE' | 'DELETE') => store.change(zoneId, [{ action, recordSet }]);
      assert.deepEqual(await change('CREATE'), { kind: 'accepted' });
      assert.deepEqual(await store.readName(zoneId, name), [recordSet]);
      assert.deepEqual(await change('DELETE'), { kind: 'accepted' });
    });
  });

  it('alarms tell the topic, each with its place in the runbook', async () => {
    const { MetricAlarms: alarms = [] } = await open.clients.cloudWatch.send(
      new DescribeAlarmsCommand({ AlarmNamePrefix: `${open.stack.name}-`, MaxRecords: 100 }),
    );
    const wanted = Object.values(open.synthesised.Resources).filter(
      ({ Type }) => Type === 'AWS::CloudWatch::Alarm',
    );
    assert.equal(alarms.length, wanted.length);
    assert.ok(alarms.length > 0);
    const topic = physicalIdAt(open, 'Observation/Topic');
    for (const { AlarmName: name, AlarmActions: actions, AlarmDescription: text } of alarms) {
      assert.deepEqual([name, actions], [name, [topic]]);
      assert.match(text ?? '', /docs\/runbook\.md#/);
    }
  });

  it('leaves nothing but its hosted zone once it is deleted', async () => {
    const { dynamoDb, sqs, route53 } = open.clients;
    const TableName = physicalIdAt(open, 'Table');
    const QueueUrl = physicalIdAt(open, 'Services/Queue');
    await open.deleteStack();
    await assert.rejects(dynamoDb.send(new DescribeTableCommand({ TableName })), {
      name: 'ResourceNotFoundException',
    });
    await assert.rejects(sqs.send(new ReceiveMessageCommand({ QueueUrl })), {
      name: /QueueDoesNotExist|NonExistentQueue/,
    });
    const kept = await createRoute53HostedZones(route53).read(physicalIdAt(open, 'Zone'));
    assert.equal(kept?.name, open.settings.suffix);
  });
});
