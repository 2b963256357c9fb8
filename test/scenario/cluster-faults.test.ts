import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { aService } from '../support/builders/service.ts';
import { createWorld, recordLines, runUntilQuiet, type World, web } from './world.ts';

type ClusterCase = {
  readonly name: string;
  readonly zones: readonly string[];
  readonly region: string;
  readonly ingress: readonly { readonly ip: string }[];
  readonly readyAddresses: number;
};
type Case = {
  readonly input: { readonly clusters: readonly ClusterCase[] };
  readonly expect: {
    readonly zones?: { readonly [zone: string]: readonly string[] };
    readonly region?: readonly string[];
    readonly after_step?: readonly { readonly region: readonly string[] | string }[];
  };
};

const readCase = (name: string): Case =>
  // The fixture and its test are written together.
  JSON.parse(
    readFileSync(new URL(`../fixtures/cases/faults/${name}.json`, import.meta.url), 'utf8'),
  ) as Case;

/** A world with the case's clusters, whose clouds serve. */
const startCase = async ({ input }: Case): Promise<World> => {
  const world = createWorld();
  for (const { name, region, zones } of input.clusters) {
    world.kubernetes.world.join(name, { region, zones });
  }
  await world.look();
  world.kubernetes.world.host.put({ ...aService(), finalizers: [] });
  await settle(world);
  for (const { name, ingress, readyAddresses } of input.clusters) {
    world.kubernetes.world.member(name).setIngress(web, ingress);
    world.kubernetes.world.member(name).setEndpoints(web, readyAddresses);
  }
  await settle(world);
  return world;
};

const settle = async (world: World): Promise<void> => {
  await world.ask(0);
  await runUntilQuiet(world, { withinMs: 120_000 });
};

const addressesAt = (world: World, place: string): readonly string[] =>
  recordLines(world)
    .filter((line) => line.startsWith(`web.shop.demo.svc.${place}.seamark.example A `))
    .flatMap((line) => (line.split(' ')[2] ?? '').split(','));

describe('faults of clusters', () => {
  it('F01: what was last known serves while a cluster is silent, and the other one is looked after', async () => {
    const given = readCase('F01-one-cluster-goes-dark');
    const world = await startCase(given);
    const region = 'eu-west-1';
    const member = world.kubernetes.world.member('b');
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      async () => member.setReachable(false),
      async () => undefined,
      async () => {
        for (let at = 0; at < 10; at += 1) await world.look();
      },
      async () => member.setReachable(true),
    ];
    const both = given.input.clusters.flatMap(({ ingress }) => ingress.map(({ ip }) => ip));
    for (const [at, step] of steps.entries()) {
      await step();
      await world.look();
      const port = { name: 'http', port: 8_000 + at, targetPort: 80 };
      world.kubernetes.world.host.edit(web, (service) => ({
        ...service,
        spec: { ...service.spec, ports: [port] },
      }));
      await settle(world);
      const want = given.expect.after_step?.[at]?.region;
      // Where the case lets the product choose: by default the addresses stay.
      assert.deepEqual(addressesAt(world, region), Array.isArray(want) ? want : both, `step ${at}`);
      const ports = world.kubernetes.world.member('a').get(web)?.spec['ports'];
      assert.equal(Object(Array.isArray(ports) ? ports[0] : {}).port, 8_000 + at);
    }
  });

  for (const order of ['as given', 'reversed'] as const) {
    it(`F21: every zone of every cluster has its name, zones ${order}`, async () => {
      const given = readCase('F21-cluster-in-several-zones');
      const clusters = given.input.clusters.map((cluster) => ({
        ...cluster,
        zones: order === 'reversed' ? cluster.zones.toReversed() : cluster.zones,
      }));
      const world = await startCase({ ...given, input: { clusters } });
      for (const [zone, addresses] of Object.entries(given.expect.zones ?? {})) {
        assert.deepEqual(addressesAt(world, `${zone}.eu-west-1`), addresses);
      }
      assert.deepEqual(addressesAt(world, 'eu-west-1'), given.expect.region);
    });
  }
});
