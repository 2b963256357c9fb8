import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json, JsonObject } from '../../lib/core/model/json.ts';
import { planSettings } from '../support/builders/service.ts';
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
import { addressOf, createWorld, joinTwo, recordLines, type World, web } from './world.ts';

const selector = (text: string) => ({
  annotations: { 'federation.alpha.kubernetes.io/cluster-selector': text },
});
const onlyOregon = selector('[{"key":"home","operator":"in","values":["us"]}]');

const labelOregon = (world: World): void => {
  world.kubernetes.world.clusters.edit('oregon', (now) => ({ ...now, labels: { home: 'us' } }));
};

const applies = (world: World): number => countCalls(world, 'memberClusters.applyService');
const deletes = (world: World): number => countCalls(world, 'memberClusters.deleteService');

describe('placement', () => {
  it('W28: a cluster that is no longer chosen loses its copy, its names and its place in the status', async () => {
    const world = await servedWorld();
    labelOregon(world);
    await editHost(world, (now) => ({
      annotations: { ...now.annotations, ...onlyOregon.annotations },
    }));
    assert.equal(copyIn(world, 'tokyo'), undefined);
    assert.ok(copyIn(world, 'oregon'));
    assert.deepEqual(
      recordLines(world),
      bothServe.flatMap((line) => {
        if (line.includes('ap-northeast-1')) return [];
        return [line.replace(`${addressOf['tokyo']},`, '')];
      }),
    );
    const service = world.kubernetes.world.host.get(web);
    assert.deepEqual(
      service?.ingress.map(({ ip }) => ip),
      [addressOf['oregon']],
    );
    assert.equal(conditionOf(world, 'Propagated')?.message, 'oregon');
    assert.match(conditionOf(world, 'EndpointsReady')?.message ?? '', /^oregon: 2$/);
  });

  it('W28: the namesake in a cluster that is not chosen is left alone', async () => {
    const world = createWorld();
    joinTwo(world);
    labelOregon(world);
    const namesake = world.kubernetes.world
      .member('tokyo')
      .put({ key: web, spec: { ports: [{ port: 9 }] } });
    const { key, labels, spec } = servedDeclaration;
    world.kubernetes.world.host.put({ key, labels, spec, ...onlyOregon });
    await settle(world);
    assert.deepEqual(copyIn(world, 'tokyo'), namesake);
    assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
  });

  it('a selector that can’t be read stops placing and removing, and says what to mend', async () => {
    const world = await servedWorld();
    const before = recordLines(world);
    await editHost(world, (now) => ({
      labels: { ...now.labels, team: 'shop' },
      annotations: { ...now.annotations, ...selector('home=us').annotations },
    }));
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], undefined);
    assert.deepEqual(recordLines(world), before);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'InvalidSelector');
    assert.equal(deletes(world), 0);
    await editHost(world, ({ annotations }) => ({
      annotations: Object.fromEntries(
        Object.entries(annotations).filter(([key]) => !key.endsWith('cluster-selector')),
      ),
    }));
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], 'shop');
    assert.equal(conditionOf(world, 'Propagated')?.status, 'True');
  });

  it('a selector that chooses nobody is told', async () => {
    const world = await servedWorld(onlyOregon);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'NoClusterSelected');
    assert.equal(applies(world), 0);
  });
});

const servedDeclaration = {
  key: web,
  labels: { 'federation.seamark.dev/enabled': 'true' },
  spec: { type: 'LoadBalancer', ports: [{ name: 'http', port: 80 }] },
};

describe('changes of the declaration', () => {
  type Input = { host_before: JsonObject; edits: readonly JsonObject[] };
  const { input, expect } = readCase<Input, { writes_per_edit_and_cluster: number }>(
    'faults/F29-spec-update-not-propagated',
  );
  it('F29: every edit reaches every member with one write each, and a type without addresses has no names', async () => {
    const ports = [{ port: 80, protocol: 'TCP', name: 'http' }];
    const world = await servedWorld({ spec: { ...input.host_before, ports } });
    for (const edit of input.edits) {
      const before = applies(world);
      const named = Array.isArray(edit['ports']) ? { ports: edit['ports'].map(named80) } : {};
      await editSpec(world, { ...edit, ...named });
      assert.equal(applies(world) - before, 2 * expect.writes_per_edit_and_cluster);
      for (const cluster of Object.keys(addressOf)) checkEdit(copyIn(world, cluster)?.spec, edit);
    }
    assert.deepEqual(recordLines(world), []);
    assert.deepEqual(world.kubernetes.world.host.get(web)?.ingress, []);
  });

  const checkEdit = (spec: JsonObject | undefined, edit: JsonObject): void => {
    for (const [field, value] of Object.entries(edit)) {
      if (field !== 'ports') assert.deepEqual(spec?.[field], value, field);
      else assert.equal(Object(spec?.['ports']).length, Object(value).length);
    }
  };

  // The API takes no port without a name beside others.
  const named80 = (port: Json): Json => ({ name: 'http', ...Object(port) });

  it('W23: labels and annotations go along, and go again', async () => {
    const world = await servedWorld({ annotations: { note: 'a' } });
    await editHost(world, (now) => ({
      labels: { ...now.labels, team: 'shop' },
      annotations: { ...now.annotations, note: 'b' },
    }));
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], 'shop');
    assert.equal(copyIn(world, 'tokyo')?.annotations['note'], 'b');
    await editHost(world, ({ labels, annotations }) => ({
      labels: Object.fromEntries(Object.entries(labels).filter(([key]) => key !== 'team')),
      annotations: Object.fromEntries(
        Object.entries(annotations).filter(([key]) => key !== 'note'),
      ),
    }));
    assert.equal(copyIn(world, 'tokyo')?.labels['team'], undefined);
    assert.equal(copyIn(world, 'tokyo')?.annotations['note'], undefined);
  });

  it('W24: annotations and finalizers of the member survive', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').edit(web, (now) => ({
      ...now,
      annotations: { ...now.annotations, 'cloud.example/id': '7' },
      finalizers: ['service.kubernetes.io/load-balancer-cleanup'],
    }));
    await editSpec(world, { sessionAffinity: 'ClientIP' });
    const copy = copyIn(world, 'tokyo');
    assert.equal(copy?.spec['sessionAffinity'], 'ClientIP');
    assert.equal(copy.annotations['cloud.example/id'], '7');
    assert.deepEqual(copy.finalizers, ['service.kubernetes.io/load-balancer-cleanup']);
  });

  it('W26: external addresses are the federated ones where they are set, else the member’s', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').edit(web, (now) => ({
      ...now,
      spec: { ...now.spec, externalIPs: ['203.0.113.5'] },
    }));
    await settle(world);
    assert.deepEqual(copyIn(world, 'tokyo')?.spec['externalIPs'], ['203.0.113.5']);
    await editSpec(world, { externalIPs: ['203.0.113.6'] });
    assert.deepEqual(copyIn(world, 'tokyo')?.spec['externalIPs'], ['203.0.113.6']);
  });

  it('S03: a node port that a user asks for is sent; one that the host allocated is not', async () => {
    const world = await servedWorld();
    const nodePorts = (cluster: string) =>
      [copyIn(world, cluster)?.spec['ports']].flat().map((port) => Object(port).nodePort);
    const [given] = nodePorts('tokyo');
    await editSpec(world, {
      ports: [{ name: 'http', port: 80, protocol: 'TCP', nodePort: 32_123 }],
    });
    assert.deepEqual([nodePorts('tokyo'), nodePorts('oregon')], [[32_123], [32_123]]);
    assert.notEqual(given, 32_123);
  });

  it('a change of type is carried through every kind of Service', async () => {
    const world = await servedWorld();
    const typeIn = (cluster: string) => copyIn(world, cluster)?.spec['type'];
    const externalName = { type: 'ExternalName', externalName: 'shop.example.com' };
    for (const fields of [
      { type: 'NodePort' },
      { type: 'ClusterIP' },
      externalName,
      { type: 'ClusterIP' },
      { type: 'LoadBalancer' },
    ]) {
      await editSpec(world, fields);
      assert.deepEqual([typeIn('tokyo'), typeIn('oregon')], [fields.type, fields.type]);
    }
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('a copy that somebody deletes is made anew', async () => {
    const world = await servedWorld();
    const uid = copyIn(world, 'tokyo')?.uid;
    world.kubernetes.world.member('tokyo').remove(web);
    await settle(world);
    const copy = copyIn(world, 'tokyo');
    assert.ok(copy);
    assert.notEqual(copy.uid, uid);
    assert.deepEqual(recordLines(world), bothServe);
  });

  it('while it is held there, its addresses are not told', async () => {
    const world = await servedWorld();
    const member = world.kubernetes.world.member('tokyo');
    member.edit(web, (now) => ({ ...now, finalizers: ['cloud/cleanup'] }));
    member.remove(web);
    await settle(world);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'WaitingForCluster');
    assert.ok(!recordLines(world).some((line) => line.includes(addressOf['tokyo'] ?? '')));
    member.edit(web, (now) => ({ ...now, finalizers: [] }));
    await settle(world);
    assert.deepEqual(recordLines(world), bothServe);
  });
});

describe('namesakes', () => {
  const adopting = { ...planSettings, namesakes: 'adopt' } as const;

  it('W28: one that is adopted says what the declaration says, and goes with it', async () => {
    const world = createWorld({ settings: adopting });
    joinTwo(world);
    const member = world.kubernetes.world.member('tokyo');
    const { uid } = member.put({
      key: web,
      spec: { type: 'ClusterIP', ports: [{ port: 8080 }], selector: { mine: 'yes' } },
    });
    world.kubernetes.world.host.put(servedDeclaration);
    await settle(world);
    const copy = copyIn(world, 'tokyo');
    assert.equal(copy?.uid, uid);
    assert.equal(copy.spec['type'], 'LoadBalancer');
    assert.deepEqual(
      [copy.spec['ports']].flat().map((port) => Object(port).port),
      [80],
    );
    assert.deepEqual(recordLines(world), bothServe);
    world.kubernetes.world.host.remove(web);
    await settle(world);
    assert.equal(copyIn(world, 'tokyo'), undefined);
    assert.equal(world.kubernetes.world.host.get(web), undefined);
  });

  it('a copy whose label somebody takes off is out of Seamark’s hands', async () => {
    const world = await servedWorld();
    world.kubernetes.world.member('tokyo').edit(web, (now) => ({ ...now, labels: {} }));
    await settle(world);
    assert.equal(conditionOf(world, 'Propagated')?.reason, 'NamesakeRefused');
    world.kubernetes.world.host.remove(web);
    await settle(world);
    assert.ok(copyIn(world, 'tokyo'));
    assert.equal(copyIn(world, 'oregon'), undefined);
  });
});
