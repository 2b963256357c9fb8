import type { Cluster } from '../../../lib/core/model/cluster.ts';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import type { ServiceKey } from '../../../lib/core/model/service-key.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { ClusterProbe, NodeLabels } from '../../../lib/ports/cluster-probe.ts';
import type { ClusterRegistry } from '../../../lib/ports/cluster-registry.ts';
import type { EventRecorder } from '../../../lib/ports/event-recorder.ts';
import type { FederatedServices } from '../../../lib/ports/federated-services.ts';
import type { MemberClusters } from '../../../lib/ports/member-clusters.ts';

/** A Service as another client than Seamark writes it. */
export type ServiceDraft = {
  readonly key: ServiceKey;
  readonly spec: JsonObject;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly finalizers?: readonly string[];
};

/** What other clients do with the Services of one cluster. */
export type OtherClient = {
  readonly create: (draft: ServiceDraft) => Promise<void>;
  /** Sets one label and takes the field over. */
  readonly label: (key: ServiceKey, label: string, value: string) => Promise<void>;
  readonly addFinalizer: (key: ServiceKey, finalizer: string) => Promise<void>;
  readonly setIngress: (key: ServiceKey, ingress: readonly IngressAddress[]) => Promise<void>;
  readonly remove: (key: ServiceKey) => Promise<void>;
};

/** What `kubectl describe` shows of an Event. */
export type SeenEvent = {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
};

/** A world that a contract suite runs on: one host and two members, of which one never answers. */
export type KubernetesSubject = {
  readonly federatedServices: FederatedServices;
  readonly clusterRegistry: ClusterRegistry;
  readonly memberClusters: MemberClusters;
  readonly clusterProbe: ClusterProbe;
  readonly eventRecorder: EventRecorder;
  readonly host: OtherClient;
  readonly member: OtherClient;
  /** A registered member that answers. */
  readonly cluster: Cluster;
  /** A registered member that nobody answers for. */
  readonly silent: Cluster;
  /** A namespace that no other test uses: it exists in the host and not in the member. */
  readonly namespace: () => Promise<string>;
  /** What the host says of its Events about objects of that name, in core/v1 words. */
  readonly eventsAbout: (name: string) => Promise<readonly SeenEvent[]>;
  /** Begins the deletion of a namespace of the host that something holds. */
  readonly terminateNamespace: (namespace: string) => Promise<void>;
  readonly setEndpoints: (key: ServiceKey, ready: number) => Promise<void>;
  /** Deletes a `Cluster` object, as an operator does. */
  readonly removeCluster: (name: string) => Promise<void>;
  readonly setNodes: (nodes: readonly NodeLabels[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts a world of its own for a suite. */
export type StartSubject = () => Promise<KubernetesSubject>;

/** A spec that every API server takes. */
export const loadBalancerSpec = {
  type: 'LoadBalancer',
  selector: { app: 'shop' },
  ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }],
} as const satisfies JsonObject;
