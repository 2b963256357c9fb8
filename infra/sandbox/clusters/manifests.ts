import { hostName } from '../topology.ts';
import type { Manifest } from './cluster-client.ts';
import { kubeconfig } from './kubeconfig.ts';
import type { SandboxNode } from './nodes.ts';

/** Namespace on the host that holds the members' credentials. */
export const secretNamespace = 'seamark-system';

/** User under which Seamark itself speaks to every cluster. */
export const seamarkUser = 'seamark';

/** User of the simulated cloud, as which the sandbox itself acts too. */
export const cloudUser = 'system:serviceaccount:kube-system:cloud-controller-manager';

/** Where a member's API is, and what Seamark has for it: a token, and the authority of an API that is served over TLS (PEM). */
export type MemberAccess = {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly ca?: string;
};

/** A Node (core/v1) with the labels that a cloud's node controller sets. */
export const nodeManifest = (node: SandboxNode): Manifest => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: node.name,
    labels: {
      'kubernetes.io/arch': 'arm64',
      'kubernetes.io/hostname': node.name,
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/region': node.region,
      'topology.kubernetes.io/zone': node.zone,
    },
  },
  spec: { podCIDR: `${node.podPrefix}.0/24`, podCIDRs: [`${node.podPrefix}.0/24`] },
});

/** The status that a kubelet would report for a node; `at` is an ISO 8601 time with seconds. */
export const nodeStatus = (node: SandboxNode, at: string, version: string) => ({
  status: {
    addresses: [
      { type: 'InternalIP', address: node.address },
      { type: 'Hostname', address: node.name },
    ],
    capacity: { cpu: '2', memory: '4Gi', pods: '110' },
    allocatable: { cpu: '2', memory: '4Gi', pods: '110' },
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
        lastHeartbeatTime: at,
        lastTransitionTime: at,
      },
    ],
    nodeInfo: {
      architecture: 'arm64',
      bootID: '',
      containerRuntimeVersion: 'containerd://2.1.4',
      kernelVersion: '6.12.0',
      kubeProxyVersion: version,
      kubeletVersion: version,
      machineID: '',
      operatingSystem: 'linux',
      osImage: 'Seamark sandbox',
      systemUUID: '',
    },
  },
});

/** The ClusterRoleBinding (rbac.authorization.k8s.io/v1) that lets the simulated cloud do what clouds and people do. */
export const cloudBinding: Manifest = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'cloud-controller-manager' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [
    { kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'kube-system' },
  ],
};

/** The Secret on the host that holds a member's kubeconfig. */
export const secretManifest = (member: MemberAccess): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  metadata: { name: member.name, namespace: secretNamespace },
  data: { kubeconfig: Buffer.from(kubeconfig(seamarkUser, [member])).toString('base64') },
});

/** The Cluster (federation.seamark.dev/v1beta1) that registers a member. */
export const clusterManifest = ({ name, url }: MemberAccess): Manifest => ({
  apiVersion: 'federation.seamark.dev/v1beta1',
  kind: 'Cluster',
  metadata: { name },
  spec: {
    serverAddressByClientCIDRs: [{ serverAddress: url }],
    secretRef: { name },
  },
});

/** The kubeconfig that the functions use for the host. */
export const hostKubeconfig = (access: Omit<MemberAccess, 'name'>): string =>
  kubeconfig(seamarkUser, [{ ...access, name: hostName }]);
