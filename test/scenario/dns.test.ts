import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ControllerError } from '../../lib/core/model/failure.ts';
import type { ZoneView } from '../../lib/core/model/hosted-zone.ts';
import { ttlAnnotation } from '../../lib/core/model/names.ts';
import type { Gate } from '../support/gate.ts';
import { servedWorld, settle } from './host-edits.ts';
import { bothServe, lifeCycle, runStage, type Stage } from './life-cycle.ts';
import {
  createWorld,
  joinTwo,
  recordLines,
  runUntilQuiet,
  type World,
  web,
  zoneId,
} from './world.ts';

const [create, drain, fill, , remove] = lifeCycle;
assert.ok(create && drain && fill && remove);

const dnsCondition = (world: World) =>
  world.kubernetes.world.host.get(web)?.conditions.find(({ type }) => type === 'DNSInSync');

const route53Calls = (world: World): readonly string[] =>
  world.calls.map(({ call }) => call).filter((call) => call.startsWith('recordStore.'));

const stage = (act: (world: World) => void): Stage => ({
  name: 'a change',
  act: async (world) => {
    act(world);
    await world.ask(0);
  },
  check: () => undefined,
});

const isRoute53 = (call: string): boolean => call.startsWith('recordStore.');

const nlb = 'lb-a.elb.ap-northeast-1.amazonaws.com';

describe('load balancers with host names', () => {
  const withHostName = stage((world) => {
    const member = world.kubernetes.world.member('tokyo');
    member.setIngress(web, [{ hostname: nlb }]);
    member.setEndpoints(web, 2);
  });
  const resolve = () => Promise.resolve({ addresses: ['192.0.2.10'], ttlSeconds: 3_600 });
  const names = {
    global: 'web.shop.demo.svc.seamark.example',
    region: 'web.shop.demo.svc.ap-northeast-1.seamark.example',
    zone: 'web.shop.demo.svc.ap-northeast-1a.ap-northeast-1.seamark.example',
  };

  it('become aliases where they stand alone, fall up when drained, come back, and go whole', async () => {
    const world = createWorld({ resolve });
    joinTwo(world);
    await runStage(world, create);
    await runStage(world, withHostName);
    const aliases = [`${names.region} A ${nlb}`, `${names.zone} A ${nlb}`];
    const served = recordLines(world);
    for (const line of aliases) assert.ok(served.includes(line), served.join('\n'));
    assert.ok(served.includes(`${names.global} A 192.0.2.10,198.51.100.20`));
    const [stored] = world.records.sets(zoneId).filter(({ name }) => name === names.region);
    assert.deepEqual(stored?.alias, {
      zoneId: 'Z31USIVHYNEOWT',
      dnsName: nlb,
      evaluateTargetHealth: true,
    });
    await runStage(world, drain);
    drain.check(world);
    await runStage(world, fill);
    assert.deepEqual(recordLines(world), served);
    await runStage(world, remove);
    remove.check(world);
  });
});

describe('the hosted zone', () => {
  const found: ZoneView = {
    kind: 'found',
    zone: { id: zoneId, name: 'seamark.example', isPrivate: false },
  };

  it('W19: while it is not known everything else goes on, and the names follow once it is', async () => {
    let view: ZoneView = {
      kind: 'unknown',
      message: 'Cannot find a hosted zone for seamark.example',
    };
    const world = createWorld({ zone: () => view });
    joinTwo(world);
    await runStage(world, create);
    const service = world.kubernetes.world.host.get(web);
    assert.deepEqual(
      service?.conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
      [
        'Propagated True AllClusters',
        'EndpointsReady True ReadyEndpoints',
        'DNSInSync False HostedZoneUnknown',
      ],
    );
    assert.deepEqual(recordLines(world), []);
    view = found;
    // Nobody asks: the look that the Service's own pass left is enough.
    await runUntilQuiet(world, { withinMs: 65_000 });
    create.check(world);
  });

  it('W19: while it is away records stay as they are, and a deletion still takes them', async () => {
    let view: ZoneView = found;
    const world = createWorld({ zone: () => view });
    joinTwo(world);
    await runStage(world, create);
    view = { kind: 'unknown', message: 'Cannot read hosted zone Z1: no answer' };
    await runStage(world, drain);
    assert.deepEqual(recordLines(world), bothServe);
    await runStage(world, remove);
    remove.check(world);
  });

  it('W19: one that Route 53 refuses is told by the Service, asked ever more seldom, and works again', async () => {
    let gone = true;
    const gate: Gate = ({ call, phase }) => {
      if (!gone || phase !== 'before' || !isRoute53(call)) return;
      throw new ControllerError(
        'terminal',
        'Cannot change hosted zone Z1: Route 53 says AccessDenied',
      );
    };
    const world = createWorld({ gate });
    joinTwo(world);
    await runStage(world, create);
    const condition = dnsCondition(world);
    assert.equal(condition?.reason, 'HostedZoneFailed');
    assert.equal(condition.message, 'Cannot change hosted zone Z1: Route 53 says AccessDenied');
    const before = route53Calls(world).length;
    await runUntilQuiet(world, { withinMs: 3_600_000 });
    assert.ok(
      route53Calls(world).length - before <= 7,
      `${route53Calls(world).length - before} calls`,
    );
    gone = false;
    await runUntilQuiet(world, { withinMs: 660_000 });
    create.check(world);
  });
});

describe('records of a Service', () => {
  it('W16: go when it stops being a LoadBalancer, and come back with it', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const become = (type: string) =>
      stage((here) =>
        here.kubernetes.world.host.edit(web, (service) => ({
          ...service,
          spec: { ...service.spec, type },
        })),
      );
    await runStage(world, become('ClusterIP'));
    assert.deepEqual(recordLines(world), []);
    assert.equal(dnsCondition(world)?.reason, 'NotALoadBalancer');
    assert.ok(world.kubernetes.world.member('tokyo').get(web));
    await runStage(world, become('LoadBalancer'));
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('W21: take the TTL that its annotation asks for, and a malformed one is told', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const annotate = (text: string) =>
      stage((here) =>
        here.kubernetes.world.host.edit(web, (service) => ({
          ...service,
          annotations: { ...service.annotations, [ttlAnnotation]: text },
        })),
      );
    const ttls = () => [...new Set(world.records.sets(zoneId).map(({ ttlSeconds }) => ttlSeconds))];
    await runStage(world, annotate('15'));
    assert.deepEqual(ttls(), [15]);
    assert.equal(dnsCondition(world)?.status, 'True');
    await runStage(world, annotate('soon'));
    assert.deepEqual(ttls(), [60]);
    assert.equal(dnsCondition(world)?.reason, 'InvalidTtl');
  });

  it('W20: cost one call when they change and none when they do not', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    const quiet = route53Calls(world).length;
    for (let round = 0; round < 3; round += 1) {
      await world.resync();
      await runUntilQuiet(world, { withinMs: 60_000 });
    }
    assert.equal(route53Calls(world).length, quiet);
    await runStage(world, drain);
    assert.deepEqual(route53Calls(world).slice(quiet), ['recordStore.change']);
  });

  it('W20: of two hundred Services go out in full batches', async () => {
    const world = createWorld();
    const set = (name: string, prefix: string) => ({
      name: `${prefix}${name}.shop.demo.svc.seamark.example`,
      type: 'A' as const,
      ttlSeconds: 60,
      values: ['192.0.2.1'],
    });
    for (let index = 0; index < 200; index += 1) {
      const key = { namespace: 'shop', name: `s${index}` };
      const desired = ['', 'r.', 'z.r.', 'y.r.', 'x.r.'].map((prefix) => set(key.name, prefix));
      const entry = { zoneId, key, desired, desiredVersion: 1, past: [] };
      await world.ledger.serviceLedger.writeDesired(entry, 1);
      await world.ledger.serviceLedger.markPending(zoneId, { key, version: 1 });
    }
    await world.askZone();
    await runUntilQuiet(world, { withinMs: 0 });
    assert.equal(world.records.sets(zoneId).length, 1_000);
    assert.deepEqual(route53Calls(world), ['recordStore.change']);
  });

  it('W17: are planned anew by each resync, so that a change of which no event came is found', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.member('tokyo').setEndpoints(web, 0);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.deepEqual(recordLines(world), bothServe);
    await world.resync();
    await runUntilQuiet(world, { withinMs: 60_000 });
    drain.check(world);
  });

  it('W22: an older wish never wins, whatever the order of the looks', async () => {
    const world = createWorld();
    joinTwo(world);
    await runStage(world, create);
    world.kubernetes.world.member('tokyo').setEndpoints(web, 0);
    await world.ask(0);
    // The pass stores what it wants; before it is published the next change overtakes it.
    const [message] = world.wakes.due(world.clock.now());
    assert.ok(message);
    await world.deliver(message);
    world.kubernetes.world.member('tokyo').setEndpoints(web, 3);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.deepEqual(recordLines(world), bothServe);
  });
});

describe('an address that is new', () => {
  it('is told before any name has it, so that a cluster that falls silent right then keeps it', async () => {
    const world = await servedWorld();
    const { member } = world.kubernetes.world;
    const moved = '192.0.2.77';
    member('tokyo').setIngress(web, [{ ip: moved }]);
    let before = world.calls.length;
    await settle(world);
    const order = world.calls.slice(before).map(({ call }) => call);
    const told = order.indexOf('federatedServices.patchMetadata');
    assert.ok(told >= 0 && told < order.indexOf('serviceLedger.writeDesired'), order.join(' '));

    before = world.calls.length;
    member('tokyo').setEndpoints(web, 0);
    await settle(world);
    const later = world.calls.slice(before).map(({ call }) => call);
    const named = later.indexOf('serviceLedger.writeDesired');
    assert.ok(named >= 0 && named < later.indexOf('federatedServices.patchMetadata'));
  });
});
