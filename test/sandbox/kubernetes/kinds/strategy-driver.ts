import { createAllocators } from '../../../../infra/sandbox/kubernetes/kinds/allocators.ts';
import { builtinResources } from '../../../../infra/sandbox/kubernetes/kinds/builtin.ts';
import type {
  Allocators,
  FieldError,
  KubeObject,
  Resource,
} from '../../../../infra/sandbox/kubernetes/resource.ts';

/** A Service, or what its spec and metadata are made of, with what the API says against it. */
export type Refusable = {
  readonly title: string;
  readonly spec: object;
  readonly meta?: object;
  readonly faults: readonly string[];
};

/** What a write comes to: the object to store, or the faults as messages tell them, each once. */
export type Outcome = { readonly object?: KubeObject; readonly faults: readonly string[] };

/** The allocators of a cluster and the resources that use them. */
export type TestCluster = {
  readonly allocators: Allocators;
  readonly resource: (plural: string, group?: string) => Resource;
};

/** The moment that tests take for the present, epoch milliseconds. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A source of chance that a seed determines (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A cluster in which nothing but the API's own Service holds an address. */
export function newCluster(seed = 1): TestCluster {
  const random = seededRandom(seed);
  const allocators = createAllocators({ random });
  const resources = builtinResources({ now: () => NOW, random, allocators });
  return {
    allocators,
    resource: (plural, group = '') => {
      const found = resources.find((each) => each.plural === plural && each.group === group);
      if (found === undefined) throw new Error(`Cannot find ${plural}.${group}: not built in`);
      return found;
    },
  };
}

function texts(faults: readonly FieldError[]): readonly string[] {
  return [...new Set(faults.map(({ field, message }) => `${field}: ${message}`))];
}

/** An object as it reaches a strategy: with its kind and the metadata that the server sets. */
export function submitted(resource: Resource, body: object): KubeObject {
  const { group, version, kind, namespaced } = resource;
  const metadata = { ...Reflect.get(body, 'metadata') };
  return {
    ...body,
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: {
      ...(namespaced ? { namespace: 'shop' } : {}),
      uid: '00000000-0000-4000-8000-000000000001',
      resourceVersion: '7',
      creationTimestamp: '2026-01-01T00:00:00Z',
      name: '',
      ...metadata,
    },
  };
}

type Writing = {
  readonly cluster: TestCluster;
  readonly resource: Resource;
  readonly old: KubeObject | undefined;
};

function finish({ cluster, resource, old }: Writing, prepared: KubeObject): Outcome {
  const { strategy } = resource;
  const faults =
    old === undefined ? strategy.validateCreate(prepared) : strategy.validateUpdate(prepared, old);
  if (faults.length > 0) return { faults: texts(faults) };
  const context = { now: () => NOW, random: () => 0, allocators: cluster.allocators };
  const outcome = strategy.allocate?.(prepared, old, context) ?? { object: prepared };
  if ('errors' in outcome) return { faults: texts(outcome.errors) };
  return { object: outcome.object, faults: [] };
}

/** Creates an object as the server does: prepare, validate, allocate. */
export function createWith(cluster: TestCluster, resource: Resource, body: object): Outcome {
  const prepared = resource.strategy.prepareForCreate(submitted(resource, body));
  return finish({ cluster, resource, old: undefined }, prepared);
}

/** Creates an object of a built-in kind of the core group. */
export function createOn(cluster: TestCluster, plural: string, body: object): Outcome {
  return createWith(cluster, cluster.resource(plural), body);
}

/** Replaces an object through its main endpoint. */
export function replaceWith(
  cluster: TestCluster,
  resource: Resource,
  { body, old }: { readonly body: object; readonly old: KubeObject },
): Outcome {
  const prepared = resource.strategy.prepareForUpdate(submitted(resource, body), old);
  return finish({ cluster, resource, old }, prepared);
}

/** Replaces an object through `/status`. Throws if the kind has no such endpoint. */
export function replaceStatusWith(
  cluster: TestCluster,
  resource: Resource,
  { body, old }: { readonly body: object; readonly old: KubeObject },
): Outcome {
  const { prepareForStatusUpdate } = resource.strategy;
  if (prepareForStatusUpdate === undefined) {
    throw new Error(`Cannot write the status of ${resource.plural}: it has no such endpoint`);
  }
  return finish({ cluster, resource, old }, prepareForStatusUpdate(submitted(resource, body), old));
}

/** The object of an outcome. Throws with the faults if there is none. */
export function objectOf({ object, faults }: Outcome): KubeObject {
  if (object === undefined) throw new Error(`Cannot go on: ${faults.join('; ')}`);
  return object;
}
