/** `metav1.Condition` without the generation, which core Services do not count. */
export type Condition = {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** One of the exported reason constants, CamelCase. */
  readonly reason: string;
  readonly message: string;
  /** ISO 8601 with seconds, as `metav1.Time` writes it. */
  readonly lastTransitionTime: string;
};

/** Conditions that Seamark keeps on a federated Service. */
export const conditionTypes = ['Propagated', 'EndpointsReady', 'DNSInSync'] as const;

/** One of the conditions that Seamark keeps on a federated Service. */
export type ConditionType = (typeof conditionTypes)[number];
