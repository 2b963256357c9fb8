import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { declareService, serveCopy, serviceKey } from './federated-service.ts';
import { type Gate, startGate } from './gate.ts';
import { type Ground, startGround } from './ground.ts';
import { auditBatch, functionUrlEvent, schedulerEvent, sqsEvent } from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

const clusterPath = '/apis/federation.seamark.dev/v1beta1/clusters/tokyo';

/** A lease outlives its invocation by this (docs/architecture.md, "The work queue"). */
const leaseMarginMs = 10_000;

/** Three seconds before its end work is told to stop, which leaves a busy machine the time to begin it. */
const timeoutSeconds = 8;

describe('what hangs is given up before Lambda ends the function', () => {
  let ground: Ground;
  let member: Gate;
  let host: Gate;
  let dynamodb: Gate;
  let route53: Gate;
  let zoneKey: string;
  let viaHost: { readonly SEAMARK_HOST_KUBECONFIG: string };

  before(async () => {
    const names = ['audit-webhook', 'reconcile-service', 'publish-zone', 'resync'] as const;
    ground = await startGround([...names, 'cluster-health']);
    member = await startGate(ground.memberUrl);
    host = await startGate(ground.host.url);
    dynamodb = await startGate(ground.aws.dynamodbUrl);
    route53 = await startGate(ground.aws.route53Url);
    zoneKey = `zone/${ground.aws.hostedZoneId}`;
    viaHost = { SEAMARK_HOST_KUBECONFIG: await ground.hostConfig(host.url) };
    await ground.join(member.url);
    await settled(ground.start('cluster-health'), schedulerEvent());
    await declareService(ground.host);
    const reconcile = ground.start('reconcile-service');
    for (const step of ['copied', 'published']) {
      if (step === 'published') await serveCopy(ground.member, '198.51.100.7');
      await settled(ground.start('resync'), schedulerEvent());
      assert.equal(await ground.take('services'), serviceKey);
      await settled(reconcile, sqsEvent(serviceKey));
    }
    assert.equal(await ground.take('zones'), zoneKey);
    // From here on a pass over the Service is owed: each test leaves it so, and takes the message away.
    await ground.owe(serviceKey);
  });
  after(async () => {
    await Promise.all([member, host, dynamodb, route53].map((gate) => gate.close()));
    await ground.close();
  });

  const settled = async (target: ProcessFunction, event: unknown): Promise<unknown> => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return result.payload;
  };
  /** The function gave up by itself: it was not ended. */
  const gaveUp = async (target: ProcessFunction, event: unknown): Promise<string> => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'error', JSON.stringify(result));
    assert.notEqual(result.payload.errorType, 'Sandbox.Timedout');
    return result.payload.errorMessage;
  };
  /** Its pass was settled as one whose time ran out: no failure, no lease, and another look soon. */
  const ranOut = async (key: string): Promise<void> => {
    const row = await ground.row(key);
    assert.equal(row?.lastOutcome, 'deadline', JSON.stringify(row));
    assert.equal(row.leaseUntil, undefined);
    assert.equal(await ground.take(queueOf(key)), key);
  };
  const queueOf = (key: string): 'services' | 'zones' | 'resync' => {
    if (key === 'resync') return 'resync';
    return key === serviceKey ? 'services' : 'zones';
  };

  it('a member: the pass is settled, and its lease was no longer than promised', async () => {
    const reconcile = ground.start('reconcile-service', {
      timeoutSeconds,
      environment: { SEAMARK_MEMBER_LIMIT_MS: '60000' },
    });
    const reached = member.cut('silent');
    const invocation = settled(reconcile, sqsEvent(serviceKey));
    await reached;
    const held = await ground.row(serviceKey);
    const longest = Date.now() + timeoutSeconds * 1_000 + leaseMarginMs;
    assert.ok((held?.leaseUntil ?? Number.POSITIVE_INFINITY) <= longest);
    assert.deepEqual(await invocation, { batchItemFailures: [] });
    await ranOut(serviceKey);
    member.open();
  });

  it('a member that takes longer than it may holds up nothing else', async () => {
    const reconcile = ground.start('reconcile-service', {
      environment: { SEAMARK_MEMBER_LIMIT_MS: '500' },
    });
    void member.cut('silent');
    await settled(reconcile, sqsEvent(serviceKey));
    const row = await ground.row(serviceKey);
    assert.equal(row?.lastOutcome, 'transient', JSON.stringify(row));
    assert.match(row.lastError ?? '', /no answer in 500 ms/);
    member.open();
    assert.equal(await ground.take('services'), serviceKey);
  });

  it('the host', async () => {
    const reconcile = ground.start('reconcile-service', { timeoutSeconds, environment: viaHost });
    void host.cut('silent');
    assert.deepEqual(await settled(reconcile, sqsEvent(serviceKey)), { batchItemFailures: [] });
    await ranOut(serviceKey);
    const limits = { timeoutSeconds: 5, environment: viaHost };
    assert.match(
      await gaveUp(ground.start('cluster-health', limits), schedulerEvent()),
      /the host/,
    );
    await settled(ground.start('resync', limits), schedulerEvent());
    await ranOut('resync');
    host.open();
  });

  it('a member, when it is looked at', async () => {
    void member.cut('silent');
    const health = ground.start('cluster-health', { timeoutSeconds });
    await settled(health, schedulerEvent());
    const status = Object((await ground.host.read(clusterPath))?.['status']);
    const ready = status.conditions.find(({ type }: { type: string }) => type === 'Ready');
    assert.match(ready.message, /1 of 3|healthz/, 'the look is counted');
    member.open();
  });

  it('Route 53: the marker stays, and the next run publishes', async () => {
    const AWS_ENDPOINT_URL_ROUTE_53 = route53.url;
    const publish = ground.start('publish-zone', {
      timeoutSeconds,
      environment: { AWS_ENDPOINT_URL_ROUTE_53 },
    });
    void route53.cut('silent');
    assert.deepEqual(await settled(publish, sqsEvent(zoneKey)), { batchItemFailures: [] });
    await ranOut(zoneKey);
    route53.open();
    assert.deepEqual(await settled(publish, sqsEvent(zoneKey)), { batchItemFailures: [] });
    const sets = ground.aws.route53.recordSets(ground.aws.hostedZoneId);
    assert.equal(sets.filter(({ type }) => type === 'A').length, 3);
    assert.equal((await ground.row(zoneKey))?.lastOutcome, 'done');
  });

  describe('the table, without which nothing can be settled', () => {
    let environment: { readonly AWS_ENDPOINT_URL_DYNAMODB: string };
    before(() => {
      environment = { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url };
    });
    const ended = async (invocation: ReturnType<ProcessFunction['invoke']>): Promise<void> => {
      const result = await invocation;
      assert.equal(result.kind, 'error', JSON.stringify(result));
      assert.equal(result.payload.errorType, 'Sandbox.Timedout', JSON.stringify(result.payload));
    };

    it('in the webhook: Lambda ends it, and the next environment answers', async () => {
      const webhook = ground.start('audit-webhook', { timeoutSeconds: 3, environment });
      const body = auditBatch();
      const event = functionUrlEvent({ body, authorization: `Bearer ${ground.tokens.host}` });
      void dynamodb.cut('silent');
      await ended(webhook.invoke(event));
      dynamodb.open();
      assert.equal(Object(await settled(webhook, event)).statusCode, 200);
      assert.equal(webhook.starts(), 2);
    });

    it('in a pass: Lambda ends it, and its lease ends when that was promised', async () => {
      const reconcile = ground.start('reconcile-service', { timeoutSeconds, environment });
      const reached = member.cut('silent');
      const invocation = reconcile.invoke(sqsEvent(serviceKey));
      await reached;
      void dynamodb.cut('silent');
      const longest = Date.now() + timeoutSeconds * 1_000 + leaseMarginMs;
      await ended(invocation);
      const row = await ground.row(serviceKey);
      assert.ok((row?.leaseUntil ?? Number.POSITIVE_INFINITY) <= longest, JSON.stringify(row));
      assert.notEqual(row?.generation, row?.done);
      // Nothing of the pass is left that could go on with the next event: its process is gone.
      dynamodb.open();
      member.open();
      await settled(reconcile, sqsEvent(serviceKey));
      assert.equal(reconcile.starts(), 2);
    });
  });
});
