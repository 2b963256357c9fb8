/** The finalizer that holds a federated Service until nothing of it is left in member clusters or DNS (spec 2.5). */
export const deleteFinalizer = 'federation.kubernetes.io/delete-from-underlying-clusters';

/** The API server's own finalizer that asks to keep dependents (spec 2.5). */
export const orphanFinalizer = 'orphan';

/** The API server's own finalizer of a deletion in the foreground (spec 2.5). */
export const foregroundFinalizer = 'foregroundDeletion';

/** The annotation that tells each cluster's load-balancer addresses (spec 2.3). */
export const ingressAnnotation = 'federation.kubernetes.io/service-ingresses';

/** Everything under this domain is Seamark's own vocabulary and is never copied to a member. */
export const ownDomain = 'federation.seamark.dev/';

/** The label of every copy: its value is the federation's name. */
export const federationLabel = 'federation.seamark.dev/federation';

/** The annotation whose value `Orphan` keeps the copies when the federated Service goes. */
export const deletionPolicyAnnotation = 'federation.seamark.dev/deletion-policy';

/** The annotation whose JSON requirements choose the clusters that get a copy (spec 2.4). */
export const clusterSelectorAnnotation = 'federation.alpha.kubernetes.io/cluster-selector';

/** The annotation that lists lost clusters, comma-separated, which a deletion need not wait for (W47). */
export const releaseClustersAnnotation = 'federation.seamark.dev/release-clusters';

/** What `kubectl apply` without `--server-side` sent last, as JSON text. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotation that gives a Service's records a TTL of their own, in seconds. */
export const ttlAnnotation = 'federation.seamark.dev/dns-ttl';

/** The load-balancer class that keeps the host's own cloud away from a federated Service. */
export const hostLoadBalancerClass = 'federation.seamark.dev/host';

/** The finalizer that holds a `Cluster` until no federated Service counts on it any more (W4). */
export const clusterFinalizer = 'federation.seamark.dev/cluster';
