import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aService, planSettings } from '../support/builders/service.ts';
import { lifeCycle, runStage, type Stage } from './life-cycle.ts';
import {
  addressOf,
  createWorld,
  joinTwo,
  recordLines,
  runUntilQuiet,
  type World,
  web,
} from './world.ts';

const [create, , , change, remove] = lifeCycle;
assert.ok(create && change && remove);

const wait: Stage = { name: 'wait', act: async () => undefined, check: () => undefined };

const condition = (world: World, type: string) =>
  world.kubernetes.world.host.get(web)?.conditions.find((one) => one.type === type);

describe('one cluster that fails never holds up the others', () => {
  it('W32: the others get their copies and names, and the condition names the one that failed', async () => {
    const world = createWorld();
    joinTwo(world);
    world.kubernetes.world.member('tokyo').setReachable(false);
    await runStage(world, create);
    const lines = recordLines(world);
    assert.ok(lines.includes(`web.shop.demo.svc.seamark.example A ${addressOf['oregon']}`));
    assert.equal(condition(world, 'Propagated')?.status, 'False');
    assert.match(condition(world, 'Propagated')?.message ?? '', /tokyo/);
    world.kubernetes.world.member('tokyo').setReachable(true);
    await runStage(world, wait);
    create.check(world);
  });

  it('a cluster that goes dark keeps its last known addresses', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const before = recordLines(world);
    world.kubernetes.world.member('tokyo').setReachable(false);
    await runStage(world, wait);
    assert.deepEqual(recordLines(world), before);
  });

  it('W48: deletion waits visibly for a cluster that cannot be asked, and goes on once it can', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.member('tokyo').setReachable(false);
    world.kubernetes.world.host.remove(web);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 120_000 });
    assert.deepEqual(recordLines(world), []);
    assert.equal(condition(world, 'Propagated')?.reason, 'WaitingForCluster');
    world.kubernetes.world.member('tokyo').setReachable(true);
    await runStage(world, wait);
    remove.check(world);
  });
});

describe('what is not ours', () => {
  it('a Service without the label is not touched', async () => {
    const world = createWorld();
    joinTwo(world);
    const plain = world.kubernetes.world.host.put({
      key: web,
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    });
    await world.ask(0);
    await runStage(world, wait);
    assert.deepEqual(world.kubernetes.world.host.get(web), plain);
    assert.equal(world.kubernetes.world.member('tokyo').get(web), undefined);
  });

  it('W28: a namesake in a member is refused with a condition, and left as it is', async () => {
    const world = createWorld();
    joinTwo(world);
    const namesake = world.kubernetes.world.member('tokyo').put({
      key: web,
      spec: { type: 'ClusterIP', ports: [{ port: 9 }] },
    });
    await create.act(world);
    await runStage(world, wait);
    assert.deepEqual(world.kubernetes.world.member('tokyo').get(web)?.spec, namesake.spec);
    assert.equal(condition(world, 'Propagated')?.reason, 'NamesakeRefused');
    await remove.act(world);
    await runStage(world, wait);
    assert.ok(world.kubernetes.world.member('tokyo').get(web));
    assert.equal(world.kubernetes.world.host.get(web), undefined);
  });

  it('a Service that loses the label is let go of: names, copies, finalizer and status', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.host.edit(web, (service) => ({ ...service, labels: {} }));
    await world.ask(0);
    await runStage(world, wait);
    const service = world.kubernetes.world.host.get(web);
    assert.deepEqual(service?.finalizers, []);
    assert.deepEqual(service.conditions, []);
    assert.deepEqual(service.ingress, []);
    assert.deepEqual(service.annotations, {});
    assert.deepEqual(recordLines(world), []);
    assert.equal(world.kubernetes.world.member('oregon').get(web), undefined);
  });
});

describe('cluster-side fields', () => {
  it('node ports and addresses of the members survive a change on the host', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const allocated = (cluster: string) => {
      const spec = world.kubernetes.world.member(cluster).get(web)?.spec ?? {};
      return { clusterIP: spec['clusterIP'], ports: spec['ports'] };
    };
    const before = allocated('tokyo');
    assert.ok(before.clusterIP);
    world.kubernetes.world.host.edit(web, (service) => ({
      ...service,
      labels: { ...service.labels, team: 'shop' },
    }));
    await world.ask(0);
    await runStage(world, wait);
    assert.equal(world.kubernetes.world.member('tokyo').get(web)?.labels['team'], 'shop');
    assert.deepEqual(allocated('tokyo'), before);
  });
});

describe('a host that is a member too', () => {
  it('its Service is that member’s copy: read, never written, its addresses its own', async () => {
    const settings = { ...planSettings, hostCluster: 'tokyo' };
    const world = createWorld({ settings });
    joinTwo(world);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    world.kubernetes.world.host.setIngress(web, [{ ip: '192.0.2.77' }]);
    world.kubernetes.world.member('tokyo').setEndpoints(web, 1);
    await world.ask(0);
    await runStage(world, wait);
    assert.ok(
      recordLines(world).includes(
        `web.shop.demo.svc.seamark.example A 192.0.2.77,${addressOf['oregon']}`,
      ),
    );
    assert.equal(world.kubernetes.world.member('tokyo').get(web), undefined);
    assert.deepEqual(
      world.kubernetes.world.host.get(web)?.ingress.map(({ ip }) => ip),
      ['192.0.2.77'],
    );
  });
});
