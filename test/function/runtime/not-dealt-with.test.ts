import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DeleteTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { startSqs } from '../../../infra/sandbox/aws/sqs.ts';
import { startEventSourceMapping } from '../../../infra/sandbox/lambda/event-source-mapping.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { declareService } from './federated-service.ts';
import { type Ground, startGround } from './ground.ts';
import { logEvent, schedulerEvent, sqsEvent } from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

/** Nobody's row has this form: no pass over its key can be begun, let alone settled. */
const poison = 'service/shop/poison';
const healthy = 'service/shop/healthy';

describe('what cannot be dealt with', () => {
  let ground: Ground;
  let table: DynamoDBClient;
  let functions: readonly (readonly [name: string, target: ProcessFunction])[];
  let reconcile: ProcessFunction;

  before(async () => {
    ground = await startGround(['reconcile-service', 'publish-zone', 'audit-logs', 'resync']);
    await declareService(ground.host);
    reconcile = ground.start('reconcile-service', { timeoutSeconds: 4 });
    functions = [
      ['reconcile-service', reconcile],
      ['publish-zone', ground.start('publish-zone')],
    ];
    table = new DynamoDBClient(sandboxClientConfig(ground.aws.dynamodbUrl));
    await put('service#shop/poison', { generation: { N: '1' }, fence: { S: 'seven' } });
    await put('service#shop/healthy', { generation: { N: '1' } });
  });
  after(async () => {
    table.destroy();
    await ground.close();
  });

  const put = async (pk: string, item: object): Promise<void> => {
    const Item = { pk: { S: pk }, sk: { S: 'work' }, ...item };
    await table.send(new PutItemCommand({ TableName: ground.aws.tableName, Item }));
  };
  const failuresOf = async (target: ProcessFunction, event: unknown) => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return Object(result.payload).batchItemFailures;
  };

  it('in a batch: only the message whose pass cannot be begun goes back', async () => {
    const event = sqsEvent(healthy, poison, 'not/a/key', healthy);
    assert.deepEqual(await failuresOf(reconcile, event), [
      { itemIdentifier: event.Records[1]?.messageId },
    ]);
    const row = await ground.row(healthy);
    assert.equal(row?.done, 1, JSON.stringify(row));
    assert.equal(row.leaseUntil, undefined);
  });

  it('goes to the dead-letter queue after its receipts, and only it', async (t) => {
    const sqs = await startSqs();
    const client = new SQSClient(sandboxClientConfig(sqs.url));
    t.after(async () => {
      client.destroy();
      await sqs.close();
    });
    const queueUrl = await sqs.createQueue('of-poison', {
      visibilityTimeoutSeconds: reconcile.timeoutMs / 1000,
      redrive: { maxReceiveCount: 2 },
    });
    for (const MessageBody of [poison, 'not/a/key', healthy]) {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
    }
    const mapping = await startEventSourceMapping({
      ...{ client, queueUrl, target: reconcile, batchSize: 10, batchWindowSeconds: 0 },
      ...{ maxConcurrency: 2, reportBatchItemFailures: true, log: () => undefined },
    });
    t.after(() => mapping.stop(0));
    const counts = async (url: string): Promise<number> => {
      const answer = await client.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      const count = (name: string): number => Number(Object(answer.Attributes)[name]);
      return count('ApproximateNumberOfMessages') + count('ApproximateNumberOfMessagesNotVisible');
    };
    await waitUntil(async () => ((await counts(`${queueUrl}-dlq`)) === 1 ? true : undefined), {
      what: 'the poison among the dead letters',
      limitMs: 30_000,
      everyMs: 200,
      now: Date.now,
    });
    assert.equal(await counts(queueUrl), 0);
  });

  it('where the table is gone: all messages of a batch go back, whatever they name', async () => {
    const { tableName, hostedZoneId } = ground.aws;
    await table.send(new DeleteTableCommand({ TableName: tableName }));
    for (const [name, target] of functions) {
      const event = sqsEvent(healthy, `zone/${hostedZoneId}`, poison);
      const all = event.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
      assert.deepEqual(await failuresOf(target, event), all, name);
    }
  });

  it('where the table is gone: what nobody keeps fails as a whole, so that Lambda counts it', async () => {
    for (const [name, event, key] of [
      ['audit-logs', logEvent(), /service\/shop\/web/],
      ['resync', schedulerEvent(), /Cannot request a pass of resync/],
    ] as const) {
      const result = await ground.start(name).invoke(event);
      assert.equal(result.kind, 'error', `${name} ${JSON.stringify(result)}`);
      assert.match(result.payload.errorMessage, key, name);
    }
  });
});
