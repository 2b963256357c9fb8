import type { ServiceKey } from '../../lib/core/model/service-key.ts';
import { aService } from '../support/builders/service.ts';
import { createWorld, joinTwo, recordLines, runUntilQuiet, type World } from './world.ts';

/** Services of a fleet, and those on a page of a list. */
export const fleetSize = 12;
export const pageSize = 5;

/** Members of the fleet: tokyo and oregon. */
export const memberCount = 2;

/** The keys of a fleet, in order. */
export const fleetKeys: readonly ServiceKey[] = Array.from({ length: fleetSize }, (_, at) => ({
  namespace: at < 8 ? 'books' : 'shop',
  name: `s${String(at).padStart(2, '0')}`,
}));

const addressOf = (cluster: string, at: number): string =>
  cluster === 'tokyo' ? `192.0.2.${at + 1}` : `198.51.100.${at + 1}`;

/** Sets how many endpoints of every Service are ready in a cluster. */
export const fillCluster = (
  world: World,
  cluster: string,
  ready: number,
  keys: readonly ServiceKey[] = fleetKeys,
): void => {
  const member = world.kubernetes.world.member(cluster);
  for (const key of keys) member.setEndpoints(key, ready);
};

/** Works on until nothing is left to do, but for what nobody told of. */
export const settle = (world: World): Promise<void> => runUntilQuiet(world, { withinMs: 600_000 });

/** A fleet whose every Service is copied, served, published and told of. */
export const startFleet = async (
  options: Parameters<typeof createWorld>[0] = {},
  keys: readonly ServiceKey[] = fleetKeys,
) => {
  const world = createWorld({ pageSize, ...options });
  joinTwo(world);
  for (const key of keys) {
    world.kubernetes.world.host.put({ ...aService(), key, finalizers: [] });
  }
  await world.resync();
  await settle(world);
  for (const cluster of ['tokyo', 'oregon']) {
    const member = world.kubernetes.world.member(cluster);
    for (const [at, key] of keys.entries()) {
      member.setIngress(key, [{ ip: addressOf(cluster, at) }]);
    }
    fillCluster(world, cluster, 2, keys);
  }
  await world.resync();
  await settle(world);
  return world;
};

/** The global names of all Services, each with its addresses. */
export const globalNames = (world: World): readonly string[] =>
  recordLines(world).filter((line) => /^s\d\d\.\w+\.demo\.svc\.seamark\.example /.test(line));

/** What the global names must be while these clusters serve. */
export const servedBy = (...clusters: readonly string[]): readonly string[] =>
  fleetKeys
    .map(({ namespace, name }, at) => {
      const addresses = clusters.map((cluster) => addressOf(cluster, at)).sort();
      return `${name}.${namespace}.demo.svc.seamark.example A ${addresses.join(',')}`;
    })
    .sort();

/** Calls of the ports since a moment, counted by name. */
export const callsSince = (world: World, before: number): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { call } of world.calls.slice(before)) counts.set(call, (counts.get(call) ?? 0) + 1);
  return counts;
};
