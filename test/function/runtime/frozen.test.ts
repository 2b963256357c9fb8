import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { declareService, serveCopy, serviceKey } from './federated-service.ts';
import { type Gate, startGate } from './gate.ts';
import { type Ground, startGround } from './ground.ts';
import {
  auditBatch,
  functionUrlEvent,
  logEvent,
  schedulerEvent,
  sqsEvent,
} from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

/** Servers close connections that were idle for a while; a frozen process hears of it only once it is thawed for the next event. */
describe('an environment whose connections ended while it was frozen', () => {
  let ground: Ground;
  let gates: readonly Gate[];
  let start: (name: Parameters<Ground['start']>[0]) => ProcessFunction;

  before(async () => {
    ground = await startGround([
      ...(['audit-webhook', 'audit-logs', 'reconcile-service'] as const),
      ...(['publish-zone', 'resync', 'cluster-health'] as const),
    ]);
    const { dynamodbUrl, sqsUrl, route53Url } = ground.aws;
    const targets = [dynamodbUrl, sqsUrl, route53Url, ground.host.url, ground.memberUrl];
    gates = await Promise.all(targets.map(startGate));
    const [dynamodb, sqs, route53, host, member] = gates;
    await ground.join(member?.url);
    const environment = {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb?.url ?? '',
      AWS_ENDPOINT_URL_SQS: sqs?.url ?? '',
      AWS_ENDPOINT_URL_ROUTE_53: route53?.url ?? '',
      SEAMARK_HOST_KUBECONFIG: await ground.hostConfig(host?.url ?? ''),
    };
    start = (name) => ground.start(name, { environment });
    await declareService(ground.host);
  });
  after(async () => {
    await Promise.all(gates.map((gate) => gate.close()));
    await ground.close();
  });

  const payloadOf = async (target: ProcessFunction, event: unknown) => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return Object(result.payload);
  };
  /** Each time as the first: with connections that are all gone, in the process that had them. */
  const twice = async (
    target: ProcessFunction,
    call: () => Promise<void>,
    between: () => Promise<void> = async () => undefined,
  ): Promise<void> => {
    await call();
    const connections = gates.reduce((sum, gate) => sum + gate.connections(), 0);
    assert.ok(connections > 0);
    await between();
    for (const gate of gates) gate.drop();
    await call();
    assert.ok(gates.reduce((sum, gate) => sum + gate.connections(), 0) > connections);
    assert.equal(target.starts(), 1);
  };

  it('cluster-health looks again', async () => {
    const health = start('cluster-health');
    await twice(health, async () => {
      assert.deepEqual((await payloadOf(health, schedulerEvent())).failed, []);
    });
  });

  it('resync lists again', async () => {
    const resync = start('resync');
    await twice(resync, async () => {
      await payloadOf(resync, schedulerEvent());
      assert.equal((await ground.row('resync'))?.lastOutcome, 'done');
    });
  });

  it('the webhook takes the next batch', async () => {
    const webhook = start('audit-webhook');
    const authorization = `Bearer ${ground.tokens.host}`;
    await twice(webhook, async () => {
      const answer = await payloadOf(
        webhook,
        functionUrlEvent({ body: auditBatch(), authorization }),
      );
      assert.equal(answer.statusCode, 200);
    });
  });

  it('audit-logs takes the next lines', async () => {
    const logs = start('audit-logs');
    await twice(logs, async () => {
      assert.equal((await payloadOf(logs, logEvent())).keys, 1);
    });
  });

  it('passes succeed at the first attempt', async () => {
    const reconcile = start('reconcile-service');
    const publish = start('publish-zone');
    const zoneKey = `zone/${ground.aws.hostedZoneId}`;
    const pass = async (target: ProcessFunction, key: string): Promise<void> => {
      assert.deepEqual((await payloadOf(target, sqsEvent(key))).batchItemFailures, []);
      const row = await ground.row(key);
      assert.equal(row?.lastOutcome, 'done', JSON.stringify(row));
    };
    const owe = async (): Promise<void> => {
      await payloadOf(start('resync'), schedulerEvent());
    };
    await twice(
      reconcile,
      () => pass(reconcile, serviceKey),
      async () => {
        await serveCopy(ground.member, '198.51.100.7');
        await owe();
      },
    );
    await twice(
      publish,
      () => pass(publish, zoneKey),
      async () => {
        await ground.member.merge('/api/v1/namespaces/shop/services/web/status', {
          status: { loadBalancer: { ingress: [{ ip: '198.51.100.8' }] } },
        });
        await owe();
        await pass(reconcile, serviceKey);
      },
    );
    const sets = ground.aws.route53.recordSets(ground.aws.hostedZoneId);
    const addresses = sets.filter(({ type }) => type === 'A').flatMap(({ values }) => values);
    assert.deepEqual([...new Set(addresses)], ['198.51.100.8']);
  });
});
