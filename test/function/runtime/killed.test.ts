import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { declareService, serveCopy, serviceKey, servicePath } from './federated-service.ts';
import { type Gate, startGate } from './gate.ts';
import { type Ground, startGround } from './ground.ts';
import { schedulerEvent, sqsEvent } from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

const done = { batchItemFailures: [] };
/** Short, as whoever comes next waits for the end of the lease: this and ten seconds. */
const timeoutSeconds = 8;

describe('a process that is killed in the middle of a pass', () => {
  let ground: Ground;
  let member: Gate;
  let route53: Gate;
  let zoneKey: string;
  let reconcile: ProcessFunction;
  let publish: ProcessFunction;

  before(async () => {
    ground = await startGround(['reconcile-service', 'publish-zone', 'resync', 'cluster-health']);
    member = await startGate(ground.memberUrl);
    route53 = await startGate(ground.aws.route53Url);
    zoneKey = `zone/${ground.aws.hostedZoneId}`;
    await ground.join(member.url);
    await settled(ground.start('cluster-health'), schedulerEvent());
    await declareService(ground.host);
    reconcile = ground.start('reconcile-service', { timeoutSeconds });
    const environment = { AWS_ENDPOINT_URL_ROUTE_53: route53.url };
    publish = ground.start('publish-zone', { timeoutSeconds, environment });
    const resync = ground.start('resync');
    const owe = async (): Promise<void> => {
      await settled(resync, schedulerEvent());
      assert.equal(await ground.take('services'), serviceKey);
    };
    await owe();
    await settled(reconcile, sqsEvent(serviceKey));
    await serveCopy(ground.member, '198.51.100.7');
    await owe();
    await settled(reconcile, sqsEvent(serviceKey));
    assert.equal(await ground.take('zones'), zoneKey);
    await ground.host.merge(servicePath, {
      spec: { ports: [{ name: 'http', port: 8080, protocol: 'TCP', targetPort: 8080 }] },
    });
    await owe();
  });
  after(async () => {
    await Promise.all([member.close(), route53.close()]);
    await ground.close();
  });

  const settled = async (target: ProcessFunction, event: unknown): Promise<unknown> => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return result.payload;
  };
  const killed = async (invocation: ReturnType<ProcessFunction['invoke']>): Promise<void> => {
    const result = await invocation;
    assert.equal(result.kind, 'error', JSON.stringify(result));
    assert.equal(result.payload.errorType, 'Runtime.ExitError');
    assert.match(result.payload.errorMessage, /Runtime exited with error: signal: killed$/);
  };
  /** Its message comes back, meets the lease of the dead, and leaves another for the time after it. */
  const comesBack = async (target: ProcessFunction, key: string): Promise<void> => {
    const lease = await ground.row(key);
    assert.ok(lease?.leaseUntil !== undefined, JSON.stringify(lease));
    assert.deepEqual(await settled(target, sqsEvent(key)), done);
    assert.equal(await ground.take(key === zoneKey ? 'zones' : 'services'), key);
    assert.ok(Date.now() >= lease.leaseUntil, 'not before the lease is over');
    assert.deepEqual(await settled(target, sqsEvent(key)), done);
    const row = await ground.row(key);
    assert.equal(row?.lastOutcome, 'done', JSON.stringify(row));
    assert.ok(row.done >= lease.generation, 'what the dead owed is done');
    assert.ok(row.fence > lease.fence);
  };

  const portOfCopy = async (): Promise<unknown> =>
    Object((await ground.member.read(servicePath))?.['spec']).ports[0].port;
  const addresses = () =>
    ground.aws.route53
      .recordSets(ground.aws.hostedZoneId)
      .filter(({ type }) => type === 'A')
      .map(({ name, values }) => `${name} ${values}`)
      .sort();

  // Each waits for the end of a lease, and neither has to do with the other.
  describe('before it knew what came of its request', { concurrency: true }, () => {
    it('to a member: the next environment finds the copy written, and settles', async () => {
      const sent = member.cut('mute', 'PATCH');
      const invocation = reconcile.invoke(sqsEvent(serviceKey));
      await sent;
      const look = async () => ((await portOfCopy()) === 8080 ? true : undefined);
      await waitUntil(look, { what: 'the copy', limitMs: 3_000, everyMs: 5, now: Date.now });
      await reconcile.kill();
      await killed(invocation);
      member.open();
      await comesBack(reconcile, serviceKey);
      assert.equal(await portOfCopy(), 8080);
    });

    it('to Route 53: the next environment takes the records for its own', async () => {
      const sent = route53.cut('mute');
      const invocation = publish.invoke(sqsEvent(zoneKey));
      await sent;
      const look = async () => (addresses().length === 3 ? true : undefined);
      await waitUntil(look, { what: 'records', limitMs: 3_000, everyMs: 5, now: Date.now });
      await publish.kill();
      await killed(invocation);
      const written = addresses();
      route53.open();
      await comesBack(publish, zoneKey);
      assert.deepEqual(addresses(), written);
    });
  });

  it('and all is told in the end', async () => {
    assert.equal(await ground.take('services'), serviceKey);
    await settled(reconcile, sqsEvent(serviceKey));
    const { conditions } = Object((await ground.host.read(servicePath))?.['status']);
    const untrue = conditions.filter(({ status }: { status: string }) => status !== 'True');
    assert.deepEqual(untrue, []);
  });
});
