import assert from 'node:assert/strict';
import { aService } from '../support/builders/service.ts';
import { copyIn } from './host-edits.ts';
import { bothServe, type Stage } from './life-cycle.ts';
import { addressOf, recordLines, type World, web } from './world.ts';

/** A stage beside the life cycle, and what comes before it. */
type MoreStage = { readonly before: 'nothing' | 'create'; readonly stage: Stage };

const annotate = (world: World, annotations: { readonly [key: string]: string }): void => {
  world.kubernetes.world.host.edit(web, (now) => ({
    ...now,
    annotations: { ...now.annotations, ...annotations },
  }));
};

const copies = (world: World): readonly string[] =>
  ['tokyo', 'oregon'].filter((cluster) => copyIn(world, cluster));

/** Leave a cluster, adopt a namesake, orphan the copies, give up a lost cluster, let go of a Service that lives on. */
export const moreStages: readonly MoreStage[] = [
  {
    before: 'create',
    stage: {
      name: 'leave tokyo',
      act: async (world) => {
        world.kubernetes.world.clusters.edit('oregon', (now) => ({ ...now, labels: { us: '' } }));
        annotate(world, {
          'federation.alpha.kubernetes.io/cluster-selector': '[{"key":"us","operator":"exists"}]',
        });
        await world.ask(0);
      },
      check: (world) => {
        assert.deepEqual(copies(world), ['oregon']);
        assert.ok(!recordLines(world).some((line) => line.includes('ap-northeast-1')));
        const told = world.kubernetes.world.host.get(web)?.ingress.map(({ ip }) => ip);
        assert.deepEqual(told, [addressOf['oregon']]);
      },
    },
  },
  {
    before: 'nothing',
    stage: {
      name: 'adopt a namesake',
      act: async (world) => {
        const namesake = { key: web, spec: { ports: [{ port: 8080 }] } };
        world.kubernetes.world.member('tokyo').put(namesake);
        world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
        await world.ask(0);
      },
      check: (world) => {
        const ports = copyIn(world, 'tokyo')?.spec['ports'];
        assert.deepEqual(
          [ports].flat().map((port) => Object(port).port),
          [80],
        );
        assert.deepEqual(recordLines(world), bothServe);
      },
    },
  },
  {
    before: 'create',
    stage: {
      name: 'orphan',
      act: async (world) => {
        world.kubernetes.world.host.remove(web, { propagationPolicy: 'Orphan' });
        await world.ask(0);
      },
      check: (world) => {
        assert.deepEqual(copies(world), ['tokyo', 'oregon']);
        assert.deepEqual(recordLines(world), []);
        assert.equal(world.kubernetes.world.host.get(web), undefined);
      },
    },
  },
  {
    before: 'create',
    stage: {
      name: 'give up tokyo',
      act: async (world) => {
        world.kubernetes.world.member('tokyo').setReachable(false);
        annotate(world, { 'federation.seamark.dev/release-clusters': 'tokyo' });
        world.kubernetes.world.host.remove(web);
        await world.ask(0);
      },
      check: (world) => {
        assert.deepEqual(copies(world), ['tokyo']);
        assert.deepEqual(recordLines(world), []);
        assert.equal(world.kubernetes.world.host.get(web), undefined);
      },
    },
  },
  {
    before: 'create',
    stage: {
      name: 'let go of what lives on',
      act: async (world) => {
        world.kubernetes.world.host.edit(web, (now) => ({ ...now, labels: {} }));
        await world.ask(0);
      },
      check: (world) => {
        assert.deepEqual(copies(world), []);
        assert.deepEqual(recordLines(world), []);
        const { finalizers, annotations, conditions, ingress } =
          world.kubernetes.world.host.get(web) ?? assert.fail();
        assert.deepEqual([finalizers, annotations, conditions, ingress], [[], {}, [], []]);
      },
    },
  },
];
