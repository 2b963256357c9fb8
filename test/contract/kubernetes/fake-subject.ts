import { createFakeKubernetes } from '../../support/fakes/kubernetes/create-fake-kubernetes.ts';
import type { FakeCluster } from '../../support/fakes/kubernetes/fake-world.ts';
import type { KubernetesSubject, OtherClient } from './kubernetes-subject.ts';

/** A world on the fakes. */
export const startFakeSubject = async (): Promise<KubernetesSubject> => {
  const { world, ...ports } = createFakeKubernetes({ clock: { now: () => 1_800_000_000_000 } });
  const cluster = world.join('tokyo', { region: 'ap-northeast-1', zones: ['ap-northeast-1a'] });
  const silent = world.join('oregon', { region: 'us-west-2', zones: ['us-west-2a'] });
  world.member('oregon').setReachable(false);
  let namespaces = 0;
  return {
    ...ports,
    host: otherClient(world.host),
    member: otherClient(world.member('tokyo')),
    cluster,
    silent,
    namespace: async () => {
      namespaces += 1;
      return `contract-${namespaces}`;
    },
    terminateNamespace: async (namespace) => world.host.terminateNamespace(namespace),
    eventsAbout: async (name) =>
      world
        .events()
        .filter(
          ({ subject }) => (subject.kind === 'Service' ? subject.key.name : subject.name) === name,
        )
        .map(({ subject: _, ...seen }) => seen),
    setEndpoints: async (key, ready) => world.member('tokyo').setEndpoints(key, ready),
    removeCluster: async (name) => world.clusters.remove(name),
    setNodes: async (nodes) => world.member('tokyo').setNodes(nodes),
    stop: async () => undefined,
  };
};

const otherClient = (cluster: FakeCluster): OtherClient => ({
  create: async (draft) => void cluster.put(draft),
  label: async (key, label, value) =>
    void cluster.edit(key, (now) => ({ ...now, labels: { ...now.labels, [label]: value } })),
  addFinalizer: async (key, finalizer) =>
    void cluster.edit(key, (now) => ({ ...now, finalizers: [...now.finalizers, finalizer] })),
  setIngress: async (key, ingress) => void cluster.setIngress(key, ingress),
  remove: async (key) => cluster.remove(key),
});
