import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { parse } from 'yaml';
import type { Access } from '../../../lib/adapters/kubernetes/access.ts';
import { createApiClient } from '../../../lib/adapters/kubernetes/api-client.ts';
import { createClusterAccess } from '../../../lib/adapters/kubernetes/cluster-access.ts';
import { createClusterProbe } from '../../../lib/adapters/kubernetes/cluster-probe.ts';
import { createClusterRegistry } from '../../../lib/adapters/kubernetes/cluster-registry.ts';
import { createEventRecorder } from '../../../lib/adapters/kubernetes/event-recorder.ts';
import { createFederatedServices } from '../../../lib/adapters/kubernetes/federated-services.ts';
import { createMemberClusters } from '../../../lib/adapters/kubernetes/member-clusters.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import { createOtherClient, type Rest, type RestCall } from './api-server-edits.ts';
import { type KubernetesSubject, loadBalancerSpec, type SeenEvent } from './kubernetes-subject.ts';

/** Two API servers, empty but for what every API server starts with. */
export type ApiServers = {
  readonly host: string;
  readonly member: string;
  readonly stop: () => Promise<void>;
};

const secretNamespace = 'seamark-system';

/** Nobody here is on EKS or has a kubeconfig in Secrets Manager. */
const absent = () => Promise.reject(new Error('not in this test'));
const settings = {
  secretNamespace,
  sources: {
    eks: { endpoint: absent, token: absent, doubt: () => undefined },
    secrets: { read: absent },
  },
};

/**
 * The adapters on two API servers: registers one member with credentials in a Secret, and one whose port nobody listens on.
 * Only calls that a real kube-apiserver answers are used.
 */
export const startApiServerSubject = async (servers: ApiServers): Promise<KubernetesSubject> => {
  const host = createRest(servers.host);
  const member = createRest(servers.member);
  await prepareHost(host, servers.member);
  const client = createApiClient(accessOf(servers.host));
  const access = createClusterAccess(client, { ...settings, now: () => Date.now() });
  const clusterRegistry = createClusterRegistry(client);
  const clusters = await clusterRegistry.list();
  const find = (name: string) => {
    const cluster = clusters.find((one) => one.name === name);
    assert.ok(cluster, `Cluster ${name} is registered`);
    return cluster;
  };
  return {
    federatedServices: createFederatedServices(client),
    clusterRegistry,
    memberClusters: createMemberClusters(access),
    clusterProbe: createClusterProbe(access),
    eventRecorder: createEventRecorder(client),
    terminateNamespace: async (namespace) => {
      const holder = { namespace, name: 'holder' };
      const finalizers = ['example.test/hold'];
      await createOtherClient(host).create({ key: holder, spec: loadBalancerSpec, finalizers });
      await host({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    },
    eventsAbout: (name) => eventsAbout(servers.host, name),
    host: createOtherClient(host),
    member: createOtherClient(member),
    cluster: find('tokyo'),
    silent: find('oregon'),
    namespace: () => createNamespace(host, { generateName: 'contract-' }),
    setEndpoints: (key, ready) => setEndpoints(member, key, ready),
    removeCluster: async (name) => {
      await host({
        method: 'DELETE',
        path: `/apis/federation.seamark.dev/v1beta1/clusters/${name}`,
      });
    },
    setNodes: async (nodes) => {
      for (const [at, labels] of nodes.entries())
        await member({
          method: 'POST',
          path: '/api/v1/nodes',
          body: { apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${at}`, labels } },
        });
    },
    stop: async () => {
      access.close();
      client.close();
      await servers.stop();
    },
  };
};

const accessOf = (url: string): Access => ({ label: 'the host', server: new URL(url), tls: {} });

const createRest =
  (url: string): Rest =>
  async ({ method, path, body, contentType }: RestCall) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': contentType ?? 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
    // Only JSON comes from an API server that was asked nothing else.
    return JSON.parse(text) as Awaited<ReturnType<Rest>>;
  };

const prepareHost = async (host: Rest, memberUrl: string): Promise<void> => {
  const manifest = new URL('../../../infra/manifests/cluster-crd.yaml', import.meta.url);
  await host({
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    body: parse(await readFile(manifest, 'utf8')),
  });
  await createNamespace(host, { name: secretNamespace });
  await host({
    method: 'POST',
    path: `/api/v1/namespaces/${secretNamespace}/secrets`,
    body: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'tokyo' },
      stringData: { kubeconfig: kubeconfigOf(memberUrl) },
    },
  });
  await served(host);
  await register(host, 'tokyo', { address: memberUrl, secret: 'tokyo' });
  await register(host, 'oregon', { address: await closedAddress() });
};

const createNamespace = async (
  host: Rest,
  metadata: { readonly name?: string; readonly generateName?: string },
): Promise<string> => {
  const made = await host({
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata },
  });
  return made.metadata.name;
};

const kubeconfigOf = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'member',
    clusters: [{ name: 'member', cluster: { server } }],
    users: [],
    contexts: [{ name: 'member', context: { cluster: 'member' } }],
  });

// A definition is served a moment after it was stored.
const served = async (host: Rest): Promise<void> => {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      await host({ method: 'GET', path: '/apis/federation.seamark.dev/v1beta1/clusters' });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
};

const register = async (
  host: Rest,
  name: string,
  { address, secret }: { readonly address: string; readonly secret?: string },
): Promise<void> => {
  await host({
    method: 'POST',
    path: '/apis/federation.seamark.dev/v1beta1/clusters',
    body: {
      apiVersion: 'federation.seamark.dev/v1beta1',
      kind: 'Cluster',
      metadata: { name },
      spec: {
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
        ...(secret === undefined ? {} : { secretRef: { name: secret } }),
      },
    },
  });
};

const closedAddress = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(address && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
};

const eventsAbout = async (host: string, name: string): Promise<readonly SeenEvent[]> => {
  const answer = await fetch(`${host}/api/v1/events?fieldSelector=involvedObject.name%3D${name}`);
  // A list of core/v1 Events has this form.
  const { items } = (await answer.json()) as { readonly items: readonly SeenEvent[] };
  return items.map(({ type, reason, message, count, firstTimestamp, lastTimestamp }) => ({
    type,
    reason,
    message,
    count,
    firstTimestamp,
    lastTimestamp,
  }));
};

// As the endpoint slice controller does, which copies the labels of the Service.
const setEndpoints = async (member: Rest, key: ServiceKey, ready: number): Promise<void> => {
  const service = await member({
    method: 'GET',
    path: `/api/v1/namespaces/${key.namespace}/services/${key.name}`,
  });
  const addresses = Array.from({ length: Math.max(ready, 1) }, (_, at) => `198.51.100.${at + 1}`);
  await member({
    method: 'PATCH',
    path: `/apis/discovery.k8s.io/v1/namespaces/${key.namespace}/endpointslices/${key.name}-1?fieldManager=contract&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: `${key.name}-1`,
        labels: { ...service.metadata.labels, 'kubernetes.io/service-name': key.name },
      },
      addressType: 'IPv4',
      endpoints: addresses.map((address) => ({
        addresses: [address],
        conditions: { ready: ready > 0 },
      })),
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
    },
  });
};
