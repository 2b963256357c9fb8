import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Route53Client } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import type { RecordSet } from '../../../lib/core/model/record-set.ts';
import { declareService, serveCopy, serviceKey, servicePath } from './federated-service.ts';
import { type Ground, startGround } from './ground.ts';
import {
  auditBatch,
  functionUrlEvent,
  logEvent,
  schedulerEvent,
  sqsEvent,
} from './lambda-events.ts';
import type { ProcessFunction } from './process-function.ts';

const done = { batchItemFailures: [] };
const clusterPath = '/apis/federation.seamark.dev/v1beta1/clusters/tokyo';
const address = '198.51.100.7';

/** Each step goes on where the one before it ended, as the federation does. */
describe('one Service all the way through the six functions as they are shipped', () => {
  let ground: Ground;
  let functions: { readonly [name in (typeof names)[number]]: ProcessFunction };
  const names = [
    'audit-webhook',
    'audit-logs',
    'reconcile-service',
    'publish-zone',
    'resync',
    'cluster-health',
  ] as const;

  before(async () => {
    ground = await startGround(names);
    await ground.join();
    functions = {
      'audit-webhook': ground.start('audit-webhook'),
      'audit-logs': ground.start('audit-logs'),
      'reconcile-service': ground.start('reconcile-service'),
      'publish-zone': ground.start('publish-zone'),
      resync: ground.start('resync', { environment: { SEAMARK_DRIFT_SWEEP_MINUTES: '1440' } }),
      'cluster-health': ground.start('cluster-health'),
    };
  });
  after(() => ground.close());

  const call = async (name: (typeof names)[number], event: unknown) => {
    const result = await functions[name].invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return Object(result.payload);
  };
  /** Takes the next message of Services, and reconciles what it names. */
  const reconcile = async (): Promise<void> => {
    const body = await ground.take('services');
    assert.equal(body, serviceKey);
    assert.deepEqual(await call('reconcile-service', sqsEvent(body)), done);
  };
  const zoneId = () => ground.aws.hostedZoneId;
  /** The zone as somebody else changes it. */
  const store = () =>
    createRoute53RecordStore(new Route53Client(sandboxClientConfig(ground.aws.route53Url)));
  const readSets = async (): Promise<readonly RecordSet[]> => {
    const { sets } = await store().listPage(zoneId(), undefined);
    return sets.flatMap(({ name, type, ttlSeconds = 0, values }) =>
      type === 'A' ? [{ name, type, ttlSeconds, values }] : [],
    );
  };
  const recordSets = () =>
    ground.aws.route53
      .recordSets(ground.aws.hostedZoneId)
      .filter(({ type }) => type === 'A' || type === 'CNAME')
      .map(({ name, values }) => `${name} ${values?.join(' ')}`)
      .sort();

  it('cluster-health finds the member ready, and where it is', async () => {
    await call('cluster-health', schedulerEvent());
    const status = Object((await ground.host.read(clusterPath))?.['status']);
    const ready = status.conditions.find(({ type }: { type: string }) => type === 'Ready');
    assert.equal(ready.status, 'True', JSON.stringify(status));
    assert.deepEqual([status.region, status.zones], ['ap-northeast-1', ['ap-northeast-1a']]);
  });

  it('audit-webhook asks for a pass over the Service that was created', async () => {
    await declareService(ground.host);
    const event = functionUrlEvent({
      body: auditBatch(),
      authorization: `Bearer ${ground.tokens.host}`,
    });
    const answer = await call('audit-webhook', event);
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(JSON.parse(answer.body), { events: 1, skipped: 0, keys: 1, sent: 1 });
    assert.equal((await ground.row(serviceKey))?.generation, 1);
  });

  it('reconcile-service copies it to the member', async () => {
    await reconcile();
    assert.ok(await ground.member.read(servicePath));
    const row = await ground.row(serviceKey);
    assert.equal(row?.lastOutcome, 'done');
    assert.equal(row.leaseUntil, undefined);
  });

  it('audit-logs asks for a pass because of what happened to the copy', async () => {
    await serveCopy(ground.member, address);
    assert.deepEqual(await call('audit-logs', logEvent()), { keys: 1, sent: 1 });
  });

  it('reconcile-service hands over the record sets, and publish-zone writes them', async () => {
    await reconcile();
    const zone = await ground.take('zones');
    assert.equal(zone, `zone/${ground.aws.hostedZoneId}`);
    assert.deepEqual(await call('publish-zone', sqsEvent(zone)), done);
    assert.deepEqual(recordSets(), [
      `web.shop.demo.svc.ap-northeast-1.seamark.example. ${address}`,
      `web.shop.demo.svc.ap-northeast-1a.ap-northeast-1.seamark.example. ${address}`,
      `web.shop.demo.svc.seamark.example. ${address}`,
    ]);
  });

  it('reconcile-service tells of it on the host', async () => {
    await reconcile();
    const service = await ground.host.read(servicePath);
    const { loadBalancer, conditions } = Object(service?.['status']);
    assert.deepEqual(loadBalancer, { ingress: [{ ip: address, ipMode: 'VIP' }] });
    const published = conditions.find(({ type }: { type: string }) => type === 'DNSInSync');
    assert.equal(published.status, 'True', JSON.stringify(conditions));
  });

  it('publish-zone sweeps the zone because resync asks for it, and puts back what somebody deleted', async () => {
    await call('resync', schedulerEvent());
    const sweep = await ground.take('zones');
    assert.equal(sweep, `sweep/${ground.aws.hostedZoneId}`);
    const [recordSet] = await readSets();
    assert.ok(recordSet);
    assert.equal(
      (await store().change(zoneId(), [{ action: 'DELETE', recordSet }])).kind,
      'accepted',
    );
    assert.equal(recordSets().length, 2);
    assert.deepEqual(await call('publish-zone', sqsEvent(sweep)), done);
    const zone = await ground.take('zones');
    assert.equal(zone, `zone/${ground.aws.hostedZoneId}`);
    assert.deepEqual(await call('publish-zone', sqsEvent(zone)), done);
    assert.equal(recordSets().length, 3);
    await reconcile();
  });

  it('resync asks for no pass over it while nothing happens, and for one when something did', async () => {
    const before = await ground.row(serviceKey);
    await call('resync', schedulerEvent());
    assert.equal((await ground.row('resync'))?.lastOutcome, 'done');
    assert.deepEqual(await ground.row(serviceKey), before);
    await ground.member.remove(servicePath);
    await call('resync', sqsEvent('resync'));
    assert.deepEqual(await ground.row(serviceKey), before, 'nobody asked for that run');
    await ground.owe('resync');
    await call('resync', sqsEvent('resync'));
    const row = await ground.row(serviceKey);
    assert.equal(row?.generation, (before?.generation ?? 0) + 1);
  });

  it('no function was started twice, and what they print are JSON lines without a token', () => {
    for (const [name, target] of Object.entries(functions)) {
      assert.equal(target.starts(), 1, name);
      const printed = target.printed();
      assert.ok(printed.length > 0, name);
      for (const line of printed) assert.equal(typeof JSON.parse(line), 'object', line);
      assert.ok(!printed.some((line) => line.includes(ground.tokens.host)), name);
    }
  });
});
