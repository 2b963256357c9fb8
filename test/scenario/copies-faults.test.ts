import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aService, planSettings } from '../support/builders/service.ts';
import type { Step } from '../support/gate.ts';
import { readCase } from '../support/read-case.ts';
import {
  conditionOf,
  copyIn,
  countCalls,
  editHost,
  editSpec,
  servedWorld,
  settle,
} from './host-edits.ts';
import { bothServe } from './life-cycle.ts';
import {
  addressOf,
  createWorld,
  joinTwo,
  recordLines,
  runUntilQuiet,
  type World,
  web,
} from './world.ts';

const applies = (world: World): number => countCalls(world, 'memberClusters.applyService');

/** The names while oregon alone serves. */
const onlyOregon = (world: World): void => {
  assert.deepEqual(
    recordLines(world),
    bothServe.flatMap((line) =>
      line.includes('ap-northeast-1') ? [] : [line.replace(`${addressOf['tokyo']},`, '')],
    ),
  );
};

describe('what a member refuses for good', () => {
  type Refusal = { readonly code: number; readonly message: string };
  const admission = readCase<{ answers: readonly Refusal[] }, unknown>(
    'faults/F19-admission-says-no',
  ).input.answers[0];
  const table: readonly [string, Refusal][] = [
    ['F19: admission', admission ?? assert.fail()],
    [
      'a quota',
      { code: 403, message: 'services "web" is forbidden: exceeded quota: lb, requested: 1' },
    ],
    [
      'a role',
      { code: 403, message: 'services "web" is forbidden: User "seamark" cannot patch resource' },
    ],
  ];
  for (const [name, { code, message }] of table) {
    it(`${name} is told in the server’s words, is not asked again in a loop, and holds up nobody`, async () => {
      const world = createWorld();
      joinTwo(world);
      world.kubernetes.world.member('tokyo').refuseWrites({ status: code, message });
      world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
      await world.ask(0);
      await runUntilQuiet(world, { withinMs: 600_000 });
      assert.equal(conditionOf(world, 'Propagated')?.reason, 'RefusedByCluster');
      assert.ok(conditionOf(world, 'Propagated')?.message.startsWith('tokyo: '));
      assert.ok(conditionOf(world, 'Propagated')?.message.includes(message));
      assert.ok(copyIn(world, 'oregon'));
      assert.deepEqual(world.wakes.waiting(), []);
      assert.ok(applies(world) <= 4, `${applies(world)} applies in ten minutes`);
      world.kubernetes.world.member('tokyo').refuseWrites(undefined);
      await settle(world);
      assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
      assert.deepEqual(recordLines(world), bothServe);
    });
  }

  it('F16, W29: a node port that belongs to another Service', async () => {
    const { expect } = readCase<unknown, { other_clusters_done: boolean }>(
      'faults/F16-node-port-really-taken',
    );
    const world = createWorld();
    joinTwo(world);
    const ports = [{ name: 'http', port: 80, protocol: 'TCP', nodePort: 32_000 }];
    const other = { key: { namespace: 'other', name: 'first' }, spec: { type: 'NodePort', ports } };
    world.kubernetes.world.member('tokyo').put(other);
    const spec = { ...aService().spec, ports };
    world.kubernetes.world.host.put({ ...aService({ spec }), finalizers: [] });
    await settle(world);
    assert.equal(copyIn(world, 'tokyo'), undefined);
    assert.match(
      conditionOf(world, 'Propagated')?.message ?? '',
      /^tokyo: .*nodePort: Invalid value: 32000: provided port is already allocated$/,
    );
    assert.equal(copyIn(world, 'oregon') !== undefined, expect.other_clusters_done);
    onlyOregon(world);
  });

  it('a delete that is refused is told, tried again once a minute at most, and goes on when it may', async () => {
    const world = await servedWorld();
    const message = 'services "web" is forbidden: User "seamark" cannot delete resource';
    world.kubernetes.world.member('tokyo').refuseWrites({ status: 403, message });
    world.kubernetes.world.host.remove(web);
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 600_000 });
    assert.ok(conditionOf(world, 'Propagated')?.message.includes(message));
    const tries = countCalls(world, 'memberClusters.deleteService');
    assert.ok(tries <= 14, `${tries} deletes in ten minutes`);
    world.kubernetes.world.member('tokyo').refuseWrites(undefined);
    await settle(world);
    assert.equal(world.kubernetes.world.host.get(web), undefined);
  });
});

describe('namespaces of members', () => {
  it('F18: a missing one is made', async () => {
    const world = await servedWorld();
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('F18: or missed by name, where nobody wishes it made', async () => {
    const world = createWorld({ settings: { ...planSettings, createNamespaces: false } });
    joinTwo(world);
    world.kubernetes.world.member('oregon').makeNamespace(web.namespace);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await settle(world);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'NamespaceMissing');
    assert.match(conditionOf(world, 'Propagated')?.message ?? '', /tokyo: .*no namespace shop/);
    onlyOregon(world);
    world.kubernetes.world.member('tokyo').makeNamespace(web.namespace);
    await settle(world);
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('F18: one that is going is waited for, slowly and in words that raise no alarm', async () => {
    const world = createWorld();
    joinTwo(world);
    const member = world.kubernetes.world.member('tokyo');
    member.terminateNamespace(web.namespace);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 600_000 });
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'NamespaceTerminating');
    assert.match(conditionOf(world, 'Propagated')?.message ?? '', /shop because it is being term/);
    assert.ok(copyIn(world, 'oregon'));
    assert.ok(applies(world) <= 20, `${applies(world)} applies in ten minutes`);
    member.endNamespace(web.namespace);
    await settle(world);
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('a copy that goes with its namespace is made anew with it', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').endNamespace(web.namespace);
    await settle(world);
    assert.ok(copyIn(world, 'tokyo'));
    assert.deepEqual(recordLines(world), bothServe);
  });
});

describe('what passes by itself', () => {
  it('F19, F27: an error of one member ends with it, and the others and their names go on', async () => {
    const { input, expect } = readCase<
      { u_address_changed: string },
      { dns_global_contains: readonly string[] }
    >('faults/F27-one-failure-stops-the-rest');
    const world = await servedWorld();
    const tokyo = world.kubernetes.world.member('tokyo');
    tokyo.refuseWrites({ status: 500, message: 'failed calling webhook "policy.example.test"' });
    world.kubernetes.world.member('oregon').setIngress(web, [{ ip: input.u_address_changed }]);
    world.kubernetes.world.host.edit(web, (now) => ({
      ...now,
      labels: { ...now.labels, team: 'shop' },
    }));
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 30_000 });
    assert.equal(copyIn(world, 'oregon')?.labels['team'], 'shop');
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], undefined);
    assert.match(
      conditionOf(world, 'Propagated')?.message ?? '',
      /^tokyo: .*failed calling webhook/,
    );
    const global = recordLines(world).find((line) => line.includes('svc.seamark.example A'));
    for (const address of expect.dns_global_contains) assert.ok(global?.includes(address), global);
    assert.ok(global?.includes(addressOf['tokyo'] ?? ''), 'last known good data of tokyo');
    tokyo.refuseWrites(undefined);
    await runUntilQuiet(world, { withinMs: 120_000 });
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], 'shop');
  });

  for (const [retryAfterMs, leastMs] of [
    [1_000, 1_000],
    [600_000, 600_000],
    [undefined, 5_000],
  ] as const) {
    it(`F28: a member that throttles (${retryAfterMs} ms) is not asked sooner, and holds no lease`, async () => {
      const world = await servedWorld();
      const tokyo = world.kubernetes.world.member('tokyo');
      tokyo.throttle(retryAfterMs === undefined ? {} : { retryAfterMs });
      const asked = world.clock.now();
      await world.ask(0);
      for (const message of world.wakes.due(asked)) await world.deliver(message);
      const [next] = world.wakes.waiting();
      assert.ok(next && next.dueAt - asked >= leastMs);
      assert.ok(next.dueAt - asked <= Math.max(72_000, leastMs));
      const row = await world.rows.read({ kind: 'service', service: web });
      assert.deepEqual([row?.leaseUntil, row?.lastOutcome], [undefined, 'throttled']);
      assert.deepEqual(recordLines(world), bothServe);
      tokyo.throttle(undefined);
      await settle(world);
      assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
    });
  }

  it('F14: a host object that moved on is read again, and told in the second pass', async () => {
    const { input } = readCase<{ writes: readonly { answers?: readonly number[] }[] }, unknown>(
      'faults/F14-conflict-on-status-and-spec',
    );
    const attempts = input.writes[0]?.answers?.length ?? 0;
    let moved = false;
    const world: World = createWorld({
      gate: ({ call, phase }: Step) => {
        if (call !== 'federatedServices.patchStatus' || phase !== 'before' || moved) return;
        moved = true;
        world.kubernetes.world.host.edit(web, (now) => ({
          ...now,
          labels: { ...now.labels, moved: 'on' },
        }));
      },
    });
    joinTwo(world);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 5_000 });
    assert.ok(countCalls(world, 'federatedServices.patchStatus') >= attempts);
    assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
    assert.equal(copyIn(world, 'tokyo')?.labels['moved'], 'on');
  });

  it('F14: a member that conflicts again and again is tried with growing delay, the other finishes', async () => {
    const world = createWorld();
    joinTwo(world);
    world.kubernetes.world
      .member('tokyo')
      .refuseWrites({ status: 409, message: 'the object has been modified' });
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.ok(copyIn(world, 'oregon'));
    const tries = applies(world) - 1;
    assert.ok(tries >= 6 && tries <= 10, `${tries} tries in a minute`);
  });
});

describe('what changes under way', () => {
  it('F33: a new address takes the old one’s place in one batch, so that no name is ever without', async () => {
    const { input } = readCase<{ after: { ingress: { ip: string }[] } }, unknown>(
      'faults/F33-load-balancer-replaced',
    );
    const world = await servedWorld();
    const sent = world.records.batches().length;
    world.kubernetes.world.member('tokyo').setIngress(web, input.after.ingress);
    await settle(world);
    const batches = world.records.batches().slice(sent);
    assert.equal(batches.length, 1);
    const names = new Set(batches.flat().map(({ recordSet }) => recordSet.name));
    for (const name of names) {
      const actions = batches.flat().filter(({ recordSet }) => recordSet.name === name);
      assert.deepEqual(actions.map(({ action }) => action).sort(), ['CREATE', 'DELETE']);
    }
    assert.ok(recordLines(world).some((line) => line.endsWith(` A ${input.after.ingress[0]?.ip}`)));
  });

  it('F36: the live object decides: a Service that was made again takes over what the first one left', async () => {
    const { expect } = readCase<unknown, { deletes_sent: number }>(
      'faults/F36-recreated-service-same-name',
    );
    const world = await servedWorld();
    const { host } = world.kubernetes.world;
    host.edit(web, (now) => ({ ...now, finalizers: [] }));
    const first = host.get(web)?.uid;
    host.remove(web);
    host.put({ ...aService(), finalizers: [] });
    assert.notEqual(host.get(web)?.uid, first);
    await settle(world);
    assert.equal(countCalls(world, 'memberClusters.deleteService'), expect.deletes_sent);
    assert.deepEqual(recordLines(world), bothServe);
    assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
  });

  it('a member that silently drops a field is written to once, and again once something changes', async () => {
    const world = createWorld();
    joinTwo(world);
    const tokyo = world.kubernetes.world.member('tokyo');
    tokyo.dropField('trafficDistribution');
    const spec = { ...aService().spec, trafficDistribution: 'PreferClose' };
    world.kubernetes.world.host.put({ ...aService({ spec }), finalizers: [] });
    await settle(world);
    await editHost(world, (now) => ({ labels: { ...now.labels, team: 'shop' } }));
    const before = applies(world);
    await settle(world);
    assert.equal(applies(world), before);
    await editSpec(world, { sessionAffinity: 'ClientIP' });
    assert.equal(copyIn(world, 'tokyo')?.spec['sessionAffinity'], 'ClientIP');
  });

  it('F35: forty members, two of which hang: the pass ends in time, and nobody starves', async () => {
    const { input } = readCase<
      { clusters: number; each_call_ms: number; function_timeout_ms: number },
      unknown
    >('faults/F35-function-times-out-midway');
    const world: World = createWorld({
      gate: async ({ call, phase }) => {
        if (phase === 'before' && call.startsWith('memberClusters.')) {
          await world.clock.sleep(input.each_call_ms);
        }
      },
    });
    const names = Array.from({ length: input.clusters }, (_, index) => `c${index}`);
    for (const name of names) world.kubernetes.world.join(name, { region: 'r', zones: [name] });
    for (const name of ['c0', 'c20']) world.kubernetes.world.member(name).setHanging(true);
    world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    const began = world.clock.now();
    const [message] = world.wakes.due(began);
    assert.ok(message);
    let done = false;
    const work = world.deliver(message).then(() => {
      done = true;
    });
    while (!done) await world.clock.advance(100);
    await work;
    assert.ok(world.clock.now() - began < input.function_timeout_ms);
    const missing = () => names.filter((name) => !copyIn(world, name));
    assert.deepEqual(missing(), ['c0', 'c20']);
    for (const name of missing()) world.kubernetes.world.member(name).setHanging(false);
    await runUntilQuiet(world, { withinMs: 60_000 });
    assert.deepEqual(missing(), []);
  });
});
