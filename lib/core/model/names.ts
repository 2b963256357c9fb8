/** The finalizer that holds a federated Service until nothing of it is left in member clusters or DNS (spec 2.5). */
export const deleteFinalizer = 'federation.kubernetes.io/delete-from-underlying-clusters';

/** The API server's own finalizer that asks to keep dependents (spec 2.5). */
export const orphanFinalizer = 'orphan';

/** The annotation that tells each cluster's load-balancer addresses (spec 2.3). */
export const ingressAnnotation = 'federation.kubernetes.io/service-ingresses';

/** Everything under this domain is Seamark's own vocabulary and is never copied to a member. */
export const ownDomain = 'federation.seamark.dev/';

/** The label of every copy: its value is the federation's name. */
export const federationLabel = 'federation.seamark.dev/federation';

/** The annotation whose value `Orphan` keeps the copies when the federated Service goes. */
export const deletionPolicyAnnotation = 'federation.seamark.dev/deletion-policy';

/** The load-balancer class that keeps the host's own cloud away from a federated Service. */
export const hostLoadBalancerClass = 'federation.seamark.dev/host';
