import assert from 'node:assert/strict';
import { deleteFinalizer } from '../../lib/core/model/names.ts';
import { aService } from '../support/builders/service.ts';
import { addressOf, recordLines, runUntilQuiet, serveCopies, type World, web } from './world.ts';

const prefix = 'web.shop.demo.svc';
const suffix = 'seamark.example';

/** The names while both clusters serve. */
export const bothServe: readonly string[] = [
  `${prefix}.ap-northeast-1.${suffix} A ${addressOf['tokyo']}`,
  `${prefix}.ap-northeast-1a.ap-northeast-1.${suffix} A ${addressOf['tokyo']}`,
  `${prefix}.${suffix} A ${addressOf['tokyo']},${addressOf['oregon']}`,
  `${prefix}.us-west-2.${suffix} A ${addressOf['oregon']}`,
  `${prefix}.us-west-2a.us-west-2.${suffix} A ${addressOf['oregon']}`,
].sort();

/** The names while tokyo has no ready endpoints. */
export const tokyoIsEmpty: readonly string[] = [
  `${prefix}.ap-northeast-1.${suffix} CNAME ${prefix}.${suffix}`,
  `${prefix}.ap-northeast-1a.ap-northeast-1.${suffix} CNAME ${prefix}.ap-northeast-1.${suffix}`,
  `${prefix}.${suffix} A ${addressOf['oregon']}`,
  `${prefix}.us-west-2.${suffix} A ${addressOf['oregon']}`,
  `${prefix}.us-west-2a.us-west-2.${suffix} A ${addressOf['oregon']}`,
].sort();

/** One stage of a Service's life: what somebody does, and what must be true in the end. */
export type Stage = {
  readonly name: string;
  readonly act: (world: World) => Promise<void>;
  readonly check: (world: World) => void;
};

const copies = (world: World): readonly string[] =>
  Object.keys(addressOf).filter((cluster) => world.kubernetes.world.member(cluster).get(web));

/** Create, empty one cluster, fill it, change a port, delete. */
export const lifeCycle: readonly Stage[] = [
  {
    name: 'create',
    act: async (world) => {
      world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
      await world.ask(0);
    },
    check: (world) => {
      const service = world.kubernetes.world.host.get(web);
      assert.deepEqual(service?.finalizers, [deleteFinalizer]);
      assert.deepEqual(copies(world), ['tokyo', 'oregon']);
      assert.deepEqual(recordLines(world), bothServe);
      assert.deepEqual(
        service.ingress.map(({ ip }) => ip),
        Object.values(addressOf).sort(),
      );
      assert.deepEqual(
        service.conditions.map(({ type, status }) => `${type} ${status}`),
        ['Propagated True', 'EndpointsReady True', 'DNSInSync True'],
      );
    },
  },
  {
    name: 'drain tokyo',
    act: async (world) => {
      world.kubernetes.world.member('tokyo').setEndpoints(web, 0);
      await world.ask(2_000);
    },
    check: (world) => assert.deepEqual(recordLines(world), tokyoIsEmpty),
  },
  {
    name: 'fill tokyo',
    act: async (world) => {
      world.kubernetes.world.member('tokyo').setEndpoints(web, 3);
      await world.ask(2_000);
    },
    check: (world) => assert.deepEqual(recordLines(world), bothServe),
  },
  {
    name: 'change a port',
    act: async (world) => {
      world.kubernetes.world.host.edit(web, (service) => ({
        ...service,
        spec: { ...service.spec, ports: [{ name: 'http', port: 8080, targetPort: 8080 }] },
      }));
      await world.ask(0);
    },
    check: (world) => {
      for (const cluster of Object.keys(addressOf)) {
        const ports = world.kubernetes.world.member(cluster).get(web)?.spec['ports'];
        assert.ok(
          Array.isArray(ports) && ports.length === 1,
          `${cluster}: ${JSON.stringify(ports)}`,
        );
        assert.equal(Object(ports[0]).port, 8080);
      }
    },
  },
  {
    name: 'delete',
    act: async (world) => {
      world.kubernetes.world.host.remove(web);
      await world.ask(0);
    },
    check: (world) => {
      assert.deepEqual(recordLines(world), []);
      assert.deepEqual(copies(world), []);
      assert.equal(world.kubernetes.world.host.get(web), undefined);
    },
  },
];

/** Runs one stage to its end: the cloud serves, and a resync comes each time the queue falls quiet. */
export const runStage = async (world: World, stage: Stage): Promise<void> => {
  await stage.act(world);
  for (let round = 0; round < 3; round += 1) {
    await runUntilQuiet(world, { withinMs: 600_000, between: () => serveCopies(world) });
    await world.clock.advance(60_000);
    await world.resync();
  }
  await runUntilQuiet(world, { withinMs: 600_000, between: () => serveCopies(world) });
};
