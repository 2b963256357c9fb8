import { latencies } from './crowd.ts';
import { accountLimit, burst, changeMs, requestsPerSecond } from './route53-limits.ts';

/** What is told of each size, in the order of the table. */
export const columns = [
  { key: 'kubernetes', heading: 'k8s', digits: 0 },
  { key: 'kubernetesBound', heading: 'bound', digits: 0 },
  { key: 'naiveKubernetes', heading: 'naive', digits: 0 },
  { key: 'route53', heading: 'r53', digits: 0 },
  { key: 'naiveRoute53', heading: 'naive', digits: 0 },
  { key: 'passes', heading: 'passes', digits: 0 },
  { key: 'writes', heading: 'ddb writes', digits: 0 },
  { key: 'endpointMs', heading: 'endpoint ms', digits: 0 },
  { key: 'batches', heading: 'batches', digits: 0 },
  { key: 'leastBatches', heading: 'least', digits: 0 },
  { key: 'firstSeconds', heading: 'first s', digits: 1 },
  { key: 'gapSeconds', heading: 'gap s', digits: 1 },
  { key: 'failOverSeconds', heading: 'fail-over s', digits: 1 },
  { key: 'boundSeconds', heading: 'bound s', digits: 1 },
  { key: 'overBound', heading: 'ratio', digits: 2 },
  { key: 'naiveSeconds', heading: 'naive s', digits: 0 },
] as const;

/** What the columns mean. */
export const notes = [
  'Left: one resync at rest. k8s, r53: calls of Kubernetes and of Route 53; bound: (1 + 2M) * ceil(N/500) + M + 2; naive: a pass a key, which asks each',
  'cluster twice and looks three names a cluster up. passes: over Services. ddb writes: conditional updates of the table.',
  'endpoint ms: virtual time from the last ready endpoint of a Service in one cluster until Route 53 took the change.',
  'Right: one cluster of M empties at once. batches: changes that Route 53 took; least: as many as the same changes fit into, 1,000 elements and',
  '32,000 characters each. bound s: those alone, the longer one of',
  `  least x ${changeMs} ms, as a zone takes one change at a time, and`,
  `  (least - ${burst}) / ${requestsPerSecond}, our share of the account's requests: ${requestsPerSecond} of ${accountLimit.perSecond} a second, ${burst} of ${accountLimit.burst} at once.`,
  'fail-over s: virtual time from the first endpoint until the last change was taken: review delay, lists, hand-over and window included.',
  'first s: until the first of them was taken; gap s: the longest time between two.',
  'naive s: three look-ups and three writes a cluster and Service at the same rate, as the original makes them.',
  `Assumed, in ms: DynamoDB ${latencies.dynamoDb}, SQS ${latencies.sqs}, a page of Kubernetes ${latencies.kubernetesPage}, another call ${latencies.kubernetesCall}, a change of records ${changeMs}.`,
];
