import type { Condition } from '../../lib/core/model/condition.ts';
import type { JsonObject } from '../../lib/core/model/json.ts';
import type { ServiceObject } from '../../lib/core/model/service-object.ts';
import { aService } from '../support/builders/service.ts';
import { runStage, type Stage } from './life-cycle.ts';
import { createWorld, joinTwo, type World, web } from './world.ts';

/** Changes the federated Service as a user does, and runs till nothing is left to do. */
export const editHost = async (
  world: World,
  change: (now: ServiceObject) => Partial<ServiceObject>,
): Promise<void> => {
  world.kubernetes.world.host.edit(web, (now) => ({ ...now, ...change(now) }));
  await settle(world);
};

/** Changes fields of the federated Service's spec. */
export const editSpec = (world: World, fields: JsonObject): Promise<void> =>
  editHost(world, (now) => ({ spec: { ...now.spec, ...fields } }));

/** Tells Seamark that something changed, and runs till nothing is left to do. */
export const settle = (world: World): Promise<void> => runStage(world, asked);

const asked: Stage = {
  name: 'settle',
  act: async (world) => {
    await world.ask(0);
  },
  check: () => undefined,
};

/** A world of two members in which `shop/web` is declared, and served everywhere. */
export const servedWorld = async (
  given: Partial<ServiceObject> = {},
  options: Parameters<typeof createWorld>[0] = {},
): Promise<World> => {
  const world = createWorld(options);
  joinTwo(world);
  world.kubernetes.world.host.put({ ...aService(), finalizers: [], ...given });
  await settle(world);
  return world;
};

/** The member's object of that name. */
export const copyIn = (world: World, cluster: string): ServiceObject | undefined =>
  world.kubernetes.world.member(cluster).get(web);

/** One condition of the federated Service. */
export const conditionOf = (world: World, type: string): Condition | undefined =>
  world.kubernetes.world.host.get(web)?.conditions.find((one) => one.type === type);

/** How often a port was called since the test last looked. */
export const countCalls = (world: World, call: string): number =>
  world.calls.filter((step) => step.call === call).length;
