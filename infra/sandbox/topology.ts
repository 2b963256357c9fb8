/** How a simulated cloud names its load balancers: by address, or by an ELB host name. */
export type LoadBalancerStyle = 'ip' | 'hostname';

/** One member cluster of the sandbox. */
export type Member = {
  /** An RFC 1035 label, the name of its `Cluster` object and of its kubeconfig context. */
  readonly name: string;
  readonly region: string;
  /** At least one; each zone gets a node and DNS names of its own. */
  readonly zones: readonly string[];
  readonly loadBalancers: LoadBalancerStyle;
};

/** The federation that a sandbox plays. */
export type Topology = {
  /** Federation name, a label of every DNS name. */
  readonly federation: string;
  /** Name of the hosted zone, without trailing dot; every DNS name ends in it. */
  readonly zone: string;
  readonly members: readonly Member[];
};

/** Name of the host cluster and of its context; no member may bear it. */
export const hostName = 'host';

/** What `npm start` plays unless `--clusters` names another file. */
export const defaultTopology: Topology = {
  federation: 'demo',
  zone: 'seamark.example',
  members: [
    {
      name: 'tokyo',
      region: 'ap-northeast-1',
      zones: ['ap-northeast-1a', 'ap-northeast-1c'],
      loadBalancers: 'ip',
    },
    {
      name: 'oregon',
      region: 'us-west-2',
      zones: ['us-west-2a', 'us-west-2b'],
      loadBalancers: 'ip',
    },
    { name: 'ohio', region: 'us-east-2', zones: ['us-east-2a'], loadBalancers: 'hostname' },
  ],
};
