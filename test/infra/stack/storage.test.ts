import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { functionLimits, queueLimits } from '../../../infra/function-limits.ts';
import { createTable, startDynamoDb } from '../../../infra/sandbox/aws/dynamodb.ts';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { keyAttributes } from '../../../lib/adapters/dynamodb/table.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { at, ofType, synthesise } from './synthesise.ts';

const own = synthesise(someSettings());
const other = synthesise(otherSettings());

describe('the table', () => {
  const { properties, attributes } = at(own, 'Table');

  it('is paid per request, encrypted, restorable to any second, and neither deleted by hand nor with the stack', () => {
    assert.equal(properties['BillingMode'], 'PAY_PER_REQUEST');
    assert.deepEqual(properties['Replicas'], [
      {
        Region: 'eu-west-1',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
    assert.equal(attributes['DeletionPolicy'], 'Retain');
    assert.equal(attributes['UpdateReplacePolicy'], 'Retain');
  });

  it('lets no row expire, since each decides something', () => {
    assert.equal(properties['TimeToLiveSpecification'], undefined);
  });

  it('has the keys that the adapter writes, and those of the sandbox', async () => {
    const keys = [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ];
    assert.deepEqual(properties['KeySchema'], keys);
    assert.deepEqual(Object.entries(keyAttributes({ pk: 'p', sk: 's' })), [
      ['pk', { S: 'p' }],
      ['sk', { S: 's' }],
    ]);
    const sandbox = await startDynamoDb();
    try {
      await createTable(sandbox.url, 'table');
      const client = new DynamoDBClient(sandboxClientConfig(sandbox.url));
      const { Table } = await client.send(new DescribeTableCommand({ TableName: 'table' }));
      assert.deepEqual(Table?.KeySchema, keys);
      assert.deepEqual(Table?.AttributeDefinitions, properties['AttributeDefinitions']);
      client.destroy();
    } finally {
      await sandbox.close();
    }
  });

  it('goes with the stack where the settings say so', () => {
    const table = at(synthesise(someSettings({ removalPolicy: 'destroy' })), 'Table');
    assert.equal(table.attributes['DeletionPolicy'], 'Delete');
    assert.match(JSON.stringify(table.properties), /"DeletionProtectionEnabled":false/);
  });
});

describe('the work queues', () => {
  for (const [path, limits] of [
    ['Services', queueLimits.services],
    ['Zones', queueLimits.zones],
    ['Resync', queueLimits.resync],
  ] as const) {
    it(`${path} hides a message for six times its function's time and gives it up after five receipts`, () => {
      const { properties } = at(own, `${path}/Queue`);
      const name = `seamark-prod-${path.toLowerCase()}`;
      assert.deepEqual(properties, {
        QueueName: name,
        RedrivePolicy: {
          deadLetterTargetArn: `<${path}/DeadLetters.Arn>`,
          maxReceiveCount: 5,
        },
        SqsManagedSseEnabled: true,
        VisibilityTimeout:
          (6 * functionLimits[limits.consumer].timeoutMs) / 1_000 + limits.batchWindowSeconds,
      });
      assert.deepEqual(at(own, `${path}/DeadLetters`).properties['RedriveAllowPolicy'], {
        redrivePermission: 'byQueue',
        sourceQueueArns: [`arn:aws:sqs:eu-west-1:444455556666:${name}`],
      });
    });
  }

  it('hand their messages to their functions in batches, take back the failed ones, and hold the functions back', () => {
    const trigger = (path: string) => at(own, `${path}/Trigger`).properties;
    assert.deepEqual(trigger('Services'), {
      BatchSize: 10,
      EventSourceArn: '<Services/Queue.Arn>',
      FunctionName: '<Functions/reconcile-service>',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 0,
      ScalingConfig: { MaximumConcurrency: functionLimits['reconcile-service'].maxConcurrency },
    });
    assert.deepEqual(trigger('Zones'), {
      BatchSize: 1,
      EventSourceArn: '<Zones/Queue.Arn>',
      FunctionName: '<Functions/publish-zone>',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 0,
      ScalingConfig: { MaximumConcurrency: functionLimits['publish-zone'].maxConcurrency },
    });
    assert.deepEqual(trigger('Resync'), {
      BatchSize: 1,
      EventSourceArn: '<Resync/Queue.Arn>',
      FunctionName: '<Functions/resync>',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 0,
      ScalingConfig: { MaximumConcurrency: functionLimits.resync.maxConcurrency },
    });
  });
});

describe('every queue', () => {
  it('is encrypted and takes nothing without TLS', () => {
    for (const stack of [own, other]) {
      const queues = ofType(stack, 'AWS::SQS::Queue');
      const policies = ofType(stack, 'AWS::SQS::QueuePolicy');
      for (const { path, properties } of queues) {
        assert.equal(properties['SqsManagedSseEnabled'], true, path);
        const policy = policies.find(({ path: of }) => of === `${path}/Policy`);
        assert.deepEqual(policy?.properties, {
          PolicyDocument: {
            Statement: [
              {
                Action: 'sqs:*',
                Condition: { Bool: { 'aws:SecureTransport': 'false' } },
                Effect: 'Deny',
                Principal: { AWS: '*' },
                Resource: `<${path}.Arn>`,
              },
            ],
            Version: '2012-10-17',
          },
          Queues: [`<${path}>`],
        });
      }
    }
  });

  it('of dead letters keeps them for 14 days and takes redriven messages from its own queue alone', () => {
    const letters = ofType(other, 'AWS::SQS::Queue').filter(({ path }) =>
      path.endsWith('DeadLetters'),
    );
    assert.deepEqual(
      letters.map(({ path, properties }) => [
        path,
        properties['MessageRetentionPeriod'],
        JSON.stringify(properties['RedriveAllowPolicy']).includes('byQueue'),
      ]),
      [
        ['AuditLogs/DeadLetters', 1_209_600, false],
        ['Resync/DeadLetters', 1_209_600, true],
        ['Schedules/DeadLetters', 1_209_600, false],
        ['Services/DeadLetters', 1_209_600, true],
        ['Zones/DeadLetters', 1_209_600, true],
      ],
    );
  });
});

describe('the hosted zone', () => {
  const created = synthesise(
    someSettings({ zone: { kind: 'created', name: 'fed.example.org' }, suffix: 'fed.example.org' }),
  );

  it('that is there is left alone', () => {
    assert.deepEqual(ofType(own, 'AWS::Route53::HostedZone'), []);
  });

  it('that the stack makes is public and outlives it, whatever the settings say of the rest', () => {
    for (const removalPolicy of ['retain', 'destroy'] as const) {
      const stack = synthesise(
        someSettings({ zone: { kind: 'created', name: 'fed.example.org' }, removalPolicy }),
      );
      const { properties, attributes } = at(stack, 'Zone');
      assert.deepEqual(properties, { Name: 'fed.example.org.' });
      assert.equal(attributes['DeletionPolicy'], 'Retain');
      assert.equal(attributes['UpdateReplacePolicy'], 'Retain');
    }
  });

  it('that the stack makes is the one that the functions are told of and may write to', () => {
    const text = (path: string): string => JSON.stringify(at(created, path).properties);
    assert.match(text('Functions/reconcile-service'), /"SEAMARK_HOSTED_ZONE_ID":"<Zone>"/);
    assert.match(text('Functions/publish-zone/Role'), /"arn:aws:route53:::hostedzone\/<Zone>"/);
  });
});
