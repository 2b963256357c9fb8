import type { V1DeleteOptions, V1Namespace } from '@kubernetes/client-node';
import type { Cluster, ClusterName } from '../../core/model/cluster.ts';
import { ControllerError } from '../../core/model/failure.ts';
import type { ServiceApply, ServiceManifest } from '../../core/model/plan.ts';
import { formatServiceKey, type ServiceKey } from '../../core/model/service-key.ts';
import type { MemberClusters } from '../../ports/member-clusters.ts';
import type { ApiAnswer } from './api-answer.ts';
import { type ApiCall, type ApiClient, expectJson } from './api-client.ts';
import { fieldManager, namespacesPath, servicePath } from './api-paths.ts';
import { saysAbsent } from './api-status.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { classify } from './failures.ts';
import { listServices, listSlices } from './list-services.ts';
import { countReadyEndpoints } from './ready-endpoints.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { takeOverPorts } from './take-over-ports.ts';
import { translateService } from './translate-service.ts';

/** Lists of one cluster that are read at once: each takes memory, and a function may make ten passes side by side. */
const parallelLists = 3;

/** Services of member clusters, each over its own API; the lists of one cluster take turns, within the time that their callers have. */
export const createMemberClusters = (access: ClusterAccess): MemberClusters => {
  const inTurn = createTurns(access);
  return {
    readService: (cluster, key, signal) => readService(access.clientOf(cluster), key, signal),
    countReadyEndpoints: (cluster, key, signal) =>
      inTurn(cluster, signal, (client) => countReadyEndpoints(client, key, signal)),
    listServices: (cluster, options, signal) =>
      inTurn(cluster, signal, (client) => listServices(client, options, signal)),
    listSlices: (cluster, options, signal) =>
      inTurn(cluster, signal, (client) => listSlices(client, options, signal)),
    applyService: (cluster, apply, signal) => applyService(access.clientOf(cluster), apply, signal),
    deleteService: (cluster, target, signal) =>
      deleteService(access.clientOf(cluster), target, signal),
  };
};

type InTurn = <Result>(
  cluster: Cluster,
  signal: AbortSignal | undefined,
  list: (client: ApiClient) => Promise<Result>,
) => Promise<Result>;

const createTurns = (access: ClusterAccess): InTurn => {
  const turns = new Map<ClusterName, Semaphore>();
  return async (cluster, signal, list) => {
    const client = access.clientOf(cluster);
    const turn = turns.get(cluster.name) ?? createSemaphore(parallelLists);
    turns.set(cluster.name, turn);
    try {
      return await turn(() => list(client), signal);
    } catch (error) {
      throw classify(`wait for other lists ${client.place}`, error);
    }
  };
};

const readService = async (client: ApiClient, key: ServiceKey, signal: AbortSignal | undefined) => {
  const what = `read Service ${formatServiceKey(key)}`;
  const call: ApiCall = { what, method: 'GET', path: servicePath(key), signal };
  const answer = await client.send(call);
  if (saysAbsent(answer, 'services', key.name)) return undefined;
  return translateService(expectJson(client, call, answer), `${what} ${client.place}`);
};

const applyService = async (
  client: ApiClient,
  { manifest, createNamespace, adopts }: ServiceApply,
  signal: AbortSignal | undefined,
) => {
  const { namespace } = manifest.key;
  const call: ApiCall = {
    what: `apply Service ${formatServiceKey(manifest.key)}`,
    method: 'PATCH',
    path: servicePath(manifest.key),
    query: { fieldManager, force: 'true' },
    // JSON is YAML, and the API server reads no other content type for an apply before 1.32.
    contentType: 'application/apply-patch+yaml',
    body: applyBody(manifest),
    signal,
  };
  if (adopts !== undefined) {
    const takeOver = { what: `adopt Service ${formatServiceKey(manifest.key)}` };
    await takeOverPorts(client, manifest.key, { ...takeOver, resourceVersion: adopts }, signal);
  }
  let answer = await client.send(call);
  // An apply makes the Service that is absent, but not its namespace.
  if (saysAbsent(answer, 'namespaces', namespace)) {
    if (!createNamespace) throw namespaceMissing(client, manifest.key);
    await makeNamespace(client, namespace, signal);
    answer = await client.send(call);
  }
  if (saysAbsent(answer, 'namespaces', namespace)) throw namespaceWentAgain(client, manifest.key);
  return translateService(expectJson(client, call, answer), `${call.what} ${client.place}`);
};

const applyBody = ({ key, labels, annotations, spec }: ServiceManifest) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: key.name,
    namespace: key.namespace,
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
  },
  spec,
});

const namespaceWentAgain = (client: ApiClient, key: ServiceKey): ControllerError =>
  new ControllerError(
    'transient',
    `Cannot apply Service ${formatServiceKey(key)} ${client.place}: namespace ${key.namespace} was made and went again`,
  );

const namespaceMissing = (client: ApiClient, key: ServiceKey): ControllerError =>
  new ControllerError(
    'terminal',
    `Cannot apply Service ${formatServiceKey(key)} ${client.place}: there is no namespace ${key.namespace}, and SEAMARK_CREATE_NAMESPACES is off`,
    { fields: { reason: 'NamespaceMissing' } },
  );

const makeNamespace = async (
  client: ApiClient,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const body: V1Namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const call: ApiCall = {
    what: `create Namespace ${name}`,
    method: 'POST',
    path: namespacesPath,
    query: { fieldManager },
    body,
    signal,
  };
  const answer: ApiAnswer = await client.send(call);
  // Somebody else made it meanwhile.
  if (answer.status !== 409) expectJson(client, call, answer);
};

const deleteService = async (
  client: ApiClient,
  { key, uid }: { readonly key: ServiceKey; readonly uid: string },
  signal: AbortSignal | undefined,
): Promise<void> => {
  const body: V1DeleteOptions = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid },
    propagationPolicy: 'Background',
  };
  const call: ApiCall = {
    what: `delete Service ${formatServiceKey(key)}`,
    method: 'DELETE',
    path: servicePath(key),
    body,
    signal,
  };
  const answer = await client.send(call);
  // Another object by now: the uid is the only precondition.
  if (answer.status === 409 || saysAbsent(answer, 'services', key.name)) return;
  expectJson(client, call, answer);
};
