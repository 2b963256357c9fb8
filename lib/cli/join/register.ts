import * as v from 'valibot';
import { type ApiCall, type ApiClient, expectJson } from '../../adapters/kubernetes/api-client.ts';
import { clusterPath, secretPath } from '../../adapters/kubernetes/api-paths.ts';
import { readStatus, saysAbsent } from '../../adapters/kubernetes/api-status.ts';
import { readAs } from '../../adapters/kubernetes/schema.ts';
import { translateCluster } from '../../adapters/kubernetes/translate-cluster.ts';
import type { Cluster } from '../../core/model/cluster.ts';
import type { Labels } from './labels.ts';
import type { MemberAccess } from './member-access.ts';

/** Who owns the fields that are applied here; what others set of the same objects stays theirs. */
export const joinManager = 'seamark-join';

/** What is written on the host. */
export type Registration = {
  readonly name: string;
  readonly labels: Labels;
  readonly namespace: string;
  readonly member: Pick<MemberAccess, 'spec' | 'kubeconfig'>;
};

/** How it is written. */
export type RegisterOptions = {
  /** Takes fields over that others own. */
  readonly forceConflicts: boolean;
  readonly signal: AbortSignal;
};

type ApplyCall = ApiCall & { readonly body: object };

/** The `Cluster` as it is now; undefined if there is none. Throws `ControllerError`, or an error that says how to prepare the host. */
export const readCluster = async (
  host: ApiClient,
  name: string,
  signal: AbortSignal,
): Promise<Cluster | undefined> => {
  const what = `read Cluster ${name}`;
  const call: ApiCall = { what, method: 'GET', path: clusterPath(name), signal };
  const answer = await host.send(call);
  if (saysAbsent(answer, 'clusters', name)) return undefined;
  if (answer.status === 404)
    throw new Error(
      `Cannot ${what} ${host.place}: it does not know Clusters yet; npx seamark manifests | kubectl apply -f - (on the host) tells it`,
    );
  return translateCluster(expectJson(host, call, answer), `${what} ${host.place}`);
};

/** The versions of what was applied: those of a rehearsal are those before, and an apply that changes something gives other ones. */
export type Versions = readonly (string | undefined)[];

/** What an apply came to. */
export type Registered = { readonly cluster: Cluster; readonly versions: Versions };

/** Applies the Secret, if there is one, and the `Cluster`. Throws as `rehearse` does. */
export const register = async (
  host: ApiClient,
  registration: Registration,
  options: RegisterOptions,
): Promise<Registered> => {
  const objects = await applyBoth(host, registration, { ...options, dryRun: false });
  const cluster = translateCluster(
    objects.at(-1),
    `apply Cluster ${registration.name} ${host.place}`,
  );
  return { cluster, versions: objects.map(versionOf) };
};

/**
 * Goes through every stage of that and stores nothing. Throws `ControllerError` for what the host refuses, or an error that says how to
 * prepare it.
 */
export const rehearse = async (
  host: ApiClient,
  registration: Registration,
  options: RegisterOptions,
): Promise<Versions> => {
  const objects = await applyBoth(host, registration, { ...options, dryRun: true });
  return objects.map(versionOf);
};

const appliedSchema = v.object({
  metadata: v.object({ resourceVersion: v.optional(v.string()) }),
});

const versionOf = (object: unknown): string | undefined =>
  readAs(appliedSchema, object, 'read what was applied').metadata.resourceVersion;

/** The `Cluster` as it will be, for looks at the member before anything is stored. */
export const plannedCluster = (registration: Registration): Cluster => {
  const { metadata, ...rest } = clusterManifest(registration);
  const unstored = { ...metadata, uid: '', resourceVersion: '' };
  return translateCluster({ ...rest, metadata: unstored }, `read Cluster ${registration.name}`);
};

type ApplyOptions = RegisterOptions & { readonly dryRun: boolean };

const applyBoth = async (
  host: ApiClient,
  registration: Registration,
  options: ApplyOptions,
): Promise<readonly unknown[]> => {
  const { name, namespace, member } = registration;
  const objects: unknown[] = [];
  if (member.kubeconfig !== undefined) {
    const secret = secretManifest(registration, member.kubeconfig);
    const what = `apply Secret ${namespace}/${name}`;
    const call = applyCall(what, secretPath(namespace, name), secret, options);
    objects.push(await apply(host, call, options));
  }
  const what = `apply Cluster ${name}`;
  const call = applyCall(what, clusterPath(name), clusterManifest(registration), options);
  return [...objects, await apply(host, call, options)];
};

/** The `Cluster` that is applied. */
export const clusterManifest = ({ name, labels, member }: Registration) => ({
  apiVersion: 'federation.seamark.dev/v1beta1',
  kind: 'Cluster',
  metadata: { name, ...(Object.keys(labels).length > 0 ? { labels } : {}) },
  spec: {
    ...member.spec,
    ...(member.kubeconfig === undefined ? {} : { secretRef: { name } }),
  },
});

/** The Secret that is applied, with a kubeconfig or with what stands for it. */
export const secretManifest = ({ name, namespace }: Registration, kubeconfig: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  type: 'Opaque',
  data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
});

const applyCall = (
  what: string,
  path: string,
  body: object,
  { dryRun, forceConflicts, signal }: ApplyOptions,
): ApplyCall => ({
  what,
  method: 'PATCH',
  path,
  query: {
    fieldManager: joinManager,
    force: String(forceConflicts),
    fieldValidation: 'Strict',
    ...(dryRun ? { dryRun: 'All' } : {}),
  },
  contentType: 'application/apply-patch+yaml',
  body,
  signal,
});

const apply = async (
  host: ApiClient,
  call: ApplyCall,
  { forceConflicts }: RegisterOptions,
): Promise<unknown> => {
  const answer = await host.send(call);
  if (answer.status === 404)
    throw new Error(
      `Cannot ${call.what} ${host.place}: ${readStatus(answer.text).message ?? 'not found'}; npx seamark manifests | kubectl apply -f - (on the host) prepares it`,
    );
  if (answer.status === 409 && !forceConflicts)
    throw new Error(
      `Cannot ${call.what} ${host.place}: ${readStatus(answer.text).message ?? 'conflict'}; --force-conflicts takes these fields over`,
    );
  return expectJson(host, call, answer);
};
