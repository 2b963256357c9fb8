import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enqueue } from '../../lib/controller/enqueue.ts';
import { deleteFinalizer, ingressAnnotation } from '../../lib/core/model/names.ts';
import type { IngressAddress } from '../../lib/core/model/service-object.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { parseIngresses } from '../../lib/core/status/ingress-annotation.ts';
import { planSettings } from '../support/builders/service.ts';
import { isApplicable } from '../support/not-applicable.ts';
import { readCase } from '../support/read-case.ts';
import { readVectors } from '../support/read-vectors.ts';
import { portsIn } from '../unit/propagation/one-member.ts';
import { conditionOf, countCalls, servedWorld, settle } from './host-edits.ts';
import { addressOf, createWorld, recordLines, runUntilQuiet, type World, web } from './world.ts';

type Step = {
  readonly do: string;
  readonly object?: {
    readonly metadata: { readonly labels: { readonly [key: string]: string } };
    readonly spec: { readonly [field: string]: string | { port: number }[] };
  };
  readonly clusterServiceStatus?: {
    readonly cluster: string;
    readonly ingress: readonly IngressAddress[];
  };
  readonly endpoints?: { readonly cluster: string; readonly ready: readonly string[] | null };
  readonly eventually?: { readonly [path: string]: unknown };
};

type Given = {
  readonly clusters: readonly { name: string; zones: readonly string[]; region: string }[];
};

const key = { namespace: 'default', name: 'test-service-1' };

const act = (world: World, given: Given, step: Step): void => {
  const { host, member, join } = world.kubernetes.world;
  const cluster = /cluster\d/.exec(step.do)?.[0] ?? '';
  if (step.do.startsWith('register ')) {
    const known = given.clusters.find(({ name }) => name === cluster);
    assert.ok(known);
    join(cluster, known);
  } else if (step.do === 'create federated service') {
    assert.ok(step.object);
    host.put({ key, labels: step.object.metadata.labels, spec: step.object.spec });
  } else if (step.clusterServiceStatus) {
    member(cluster).setIngress(key, step.clusterServiceStatus.ingress);
  } else if (step.endpoints) {
    member(cluster).setEndpoints(key, step.endpoints.ready?.length ?? 0);
  } else if (step.do.startsWith('change federated service port')) {
    const ports = [{ port: 9090 }];
    host.edit(key, (now) => ({ ...now, spec: { ...now.spec, ports } }));
  } else if (step.do.startsWith('delete shard')) member(cluster).remove(key);
  else if (step.do === 'delete federated service') host.remove(key);
  else assert.fail(`no such step: ${step.do}`);
};

const checkCopy = (world: World, cluster: string, wanted: unknown): void => {
  const copy = world.kubernetes.world.member(cluster).get(key);
  if (wanted === null) {
    assert.equal(copy, undefined, cluster);
    return;
  }
  const host = world.kubernetes.world.host.get(key);
  assert.equal(copy?.spec['type'], host?.spec['type']);
  assert.equal(copy?.labels['app'], host?.labels['app']);
  assert.deepEqual(
    portsIn(copy?.spec).map(({ port }) => port),
    portsIn(host?.spec).map(({ port }) => port),
  );
};

const checkPath = (world: World, path: string, wanted: unknown): void => {
  const host = world.kubernetes.world.host.get(key);
  const cluster = /^(cluster\d)\.service/.exec(path)?.[1];
  if (path === 'federated.status.loadBalancer.ingress') {
    assert.deepEqual(
      host?.ingress.map(({ ip }) => ({ ip })),
      wanted,
    );
  } else if (path === 'federated.annotation') {
    assert.deepEqual({ items: parseIngresses(host?.annotations ?? {}) }, wanted);
  } else if (path.endsWith('.port')) {
    const copy = world.kubernetes.world.member(cluster ?? '').get(key);
    assert.equal(portsIn(copy?.spec)[0]?.['port'], wanted);
  } else checkCopy(world, cluster ?? '', wanted);
};

describe('one Service from its declaration to its end: vectors', () => {
  const cases = readVectors<Given, { steps: readonly Step[] }>('service-controller-scenario');
  for (const one of cases.filter(({ name }) => isApplicable('service-controller-scenario', name))) {
    it(one.name, async () => {
      const world = createWorld({ settings: { ...planSettings, selector: [] } });
      for (const step of one.expect.steps) {
        act(world, one.given, step);
        await enqueue([{ key: serviceWork(key), delayMs: 0 }], world.queueing);
        await runUntilQuiet(world, { withinMs: 60_000 });
        for (const [path, wanted] of Object.entries(step.eventually ?? {})) {
          checkPath(world, path, wanted);
        }
        const host = world.kubernetes.world.host.get(key);
        if (host !== undefined) assert.deepEqual(host.finalizers, [deleteFinalizer], step.do);
      }
      assert.equal(world.kubernetes.world.host.get(key), undefined);
    });
  }
});

describe('status of a federated Service', () => {
  it('W52: an annotation that somebody broke is rebuilt', async () => {
    const world = await servedWorld();
    const before = world.kubernetes.world.host.get(web)?.annotations;
    world.kubernetes.world.host.edit(web, (now) => ({
      ...now,
      annotations: { ...now.annotations, [ingressAnnotation]: '{broken' },
    }));
    await settle(world);
    assert.deepEqual(world.kubernetes.world.host.get(web)?.annotations, before);
  });

  it('F26: nothing is written where nothing differs, whoever else wrote it, in whatever order', async () => {
    const world = await servedWorld();
    const { host } = world.kubernetes.world;
    host.edit(web, (now) => ({ ...now, ingress: now.ingress.toReversed() }));
    const version = host.get(web)?.resourceVersion;
    const before = countCalls(world, 'federatedServices.patchStatus');
    await settle(world);
    assert.equal(countCalls(world, 'federatedServices.patchStatus'), before);
    assert.equal(host.get(web)?.resourceVersion, version);
  });

  it('W51: a cluster that turns unready leaves the status, stays in the annotation, and is named', async () => {
    const world = await servedWorld();
    world.kubernetes.world.clusters.edit('tokyo', (now) => ({ ...now, conditions: [] }));
    await settle(world);
    const service = world.kubernetes.world.host.get(web);
    assert.deepEqual(
      service?.ingress.map(({ ip }) => ip),
      [addressOf['oregon']],
    );
    assert.deepEqual(parseIngresses(service?.annotations ?? {}), [
      { cluster: 'oregon', items: [{ ip: addressOf['oregon'] }] },
      { cluster: 'tokyo', items: [{ ip: addressOf['tokyo'] }] },
    ]);
    assert.equal(conditionOf(world, 'Propagated')?.message, 'not ready: tokyo');
    assert.equal(conditionOf(world, 'EndpointsReady')?.message, 'oregon: 2, tokyo: unknown');
  });

  it('W2, F06: a cluster whose address turns empty falls up, once, and comes back with the new one', async () => {
    const { input } = readCase<{ steps: readonly string[] }, unknown>(
      'faults/F06-status-turns-empty',
    );
    assert.equal(input.steps.length, 4);
    const world = await servedWorld();
    const oregon = world.kubernetes.world.member('oregon');
    // No cloud acts in between, which would serve at once what has no address.
    const emptied = async (endpoints: number): Promise<void> => {
      oregon.setIngress(web, []);
      oregon.setEndpoints(web, endpoints);
      await world.ask(0);
      await runUntilQuiet(world, { withinMs: 30_000 });
    };
    await emptied(2);
    const fallen = recordLines(world);
    const name = 'web.shop.demo.svc';
    const suffix = 'seamark.example';
    for (const line of [
      `${name}.${suffix} A ${addressOf['tokyo']}`,
      `${name}.us-west-2.${suffix} CNAME ${name}.${suffix}`,
      `${name}.us-west-2a.us-west-2.${suffix} CNAME ${name}.us-west-2.${suffix}`,
    ]) {
      assert.ok(fallen.includes(line), line);
    }
    const sent = world.records.batches().length;
    await emptied(3);
    assert.equal(world.records.batches().length, sent);
    oregon.setIngress(web, [{ ip: '203.0.113.31' }]);
    await settle(world);
    assert.ok(recordLines(world).includes(`${name}.us-west-2.${suffix} A 203.0.113.31`));
  });

  it('modes and ports that a member’s cloud tells are told on', async () => {
    const world = await servedWorld();
    const ingress = [{ ip: '192.0.2.80', ipMode: 'Proxy', ports: [{ port: 80, protocol: 'TCP' }] }];
    world.kubernetes.world.member('tokyo').setIngress(web, ingress);
    await settle(world);
    const told = world.kubernetes.world.host.get(web)?.ingress;
    assert.deepEqual(told?.[0], ingress[0]);
  });

  it('conditions of others stay', async () => {
    const world = await servedWorld();
    const theirs = {
      type: 'Theirs',
      status: 'True',
      reason: 'Why',
      message: '',
      lastTransitionTime: '2026-01-05T09:00:00Z',
    } as const;
    world.kubernetes.world.host.edit(web, (now) => ({
      ...now,
      conditions: [theirs, ...now.conditions],
    }));
    world.kubernetes.world.member('tokyo').setEndpoints(web, 7);
    await settle(world);
    assert.deepEqual(conditionOf(world, 'Theirs'), theirs);
    assert.equal(conditionOf(world, 'EndpointsReady')?.message, 'oregon: 2, tokyo: 7');
  });
});
