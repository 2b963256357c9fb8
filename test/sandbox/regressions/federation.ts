import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Route53Client } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import type { KubernetesAssets } from '../../../infra/sandbox/control-plane/assets.ts';
import type { KubeObject } from '../../../infra/sandbox/kubernetes/resource.ts';
import { createSandbox, type Sandbox } from '../../../infra/sandbox/sandbox.ts';
import { createLookUp, type LookUp } from '../../../infra/sandbox/story/look-up.ts';
import { waitUntil } from '../../../infra/sandbox/wait-until.ts';
import { suiteTopology } from './suite-topology.ts';

/** A sandbox and the means that a user has of it. */
export type Federation = {
  readonly sandbox: Sandbox;
  /** Its state folder. */
  readonly folder: string;
  /** Asks the sandbox's DNS server. */
  readonly lookUp: LookUp;
  readonly route53: Route53Client;
  readonly close: () => Promise<void>;
};

/** Where the `Cluster` objects are on the host. */
export const clustersPath = '/apis/federation.seamark.dev/v1beta1/clusters';

/** How long anything may take unless a case says otherwise. */
const limitMs = 60_000;

/** Looks again and again until `look` returns a value; throws with what `whyNot` said last. */
export const eventually = <T>(
  what: string,
  look: () => Promise<T | undefined>,
  options: { readonly limitMs?: number; readonly whyNot?: () => string } = {},
): Promise<T> =>
  waitUntil(
    look,
    { what, limitMs: options.limitMs ?? limitMs, everyMs: 100, now: Date.now },
    options.whyNot,
  );

/** Starts the federation of the cases, on real programs where it is given some, each `Cluster` labelled with its own name for placement. */
export const startFederation = async (assets?: KubernetesAssets): Promise<Federation> => {
  const parent = await mkdtemp(join(tmpdir(), 'seamark-regressions-'));
  const silent = { done: () => undefined, failed: () => undefined };
  const folder = join(parent, '.sandbox');
  const sandbox = await createSandbox({
    folder,
    ...(assets === undefined ? {} : { assets }),
    topology: suiteTopology,
    now: Date.now,
    random: Math.random,
    step: () => silent,
  });
  await Promise.all(suiteTopology.members.map(({ name }) => labelCluster(sandbox, name)));
  const route53 = new Route53Client(sandboxClientConfig(sandbox.endpoints.route53));
  return {
    sandbox,
    folder,
    lookUp: createLookUp(sandbox.endpoints.dns),
    route53,
    close: async () => {
      route53.destroy();
      await sandbox.close();
      await rm(parent, { recursive: true, force: true });
    },
  };
};

/** Gives a `Cluster` the label `name`, by which the cases place their Services. */
export const labelCluster = async (sandbox: Sandbox, name: string): Promise<void> => {
  await sandbox.host.merge(`${clustersPath}/${name}`, { metadata: { labels: { name } } });
};

/** A condition of a `Cluster` or of a Service. */
export type SeenCondition = {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
};

/** A condition of an object; undefined while it has none of that type. */
export const conditionOf = (
  object: KubeObject | undefined,
  type: string,
): SeenCondition | undefined => {
  // The cast trusts the API server, which validates what it stores.
  const status = object?.['status'] as { readonly conditions?: readonly SeenCondition[] };
  return status?.conditions?.find((condition) => condition.type === type);
};

/** Waits until a condition of a `Cluster` has a status. */
export const awaitCluster = (
  { sandbox }: Federation,
  name: string,
  wanted: {
    readonly type: 'Ready' | 'Offline';
    readonly status: string;
    readonly limitMs?: number;
  },
): Promise<SeenCondition> => {
  let last: SeenCondition | undefined;
  return eventually(
    `cluster ${name} with ${wanted.type}=${wanted.status}`,
    async () => {
      last = conditionOf(await sandbox.host.read(`${clustersPath}/${name}`), wanted.type);
      return last?.status === wanted.status ? last : undefined;
    },
    { ...wanted, whyNot: () => JSON.stringify(last) },
  );
};
