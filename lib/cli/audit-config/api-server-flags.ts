/** One flag of kube-apiserver, without its dashes. */
export type ApiServerFlag = { readonly name: string; readonly value: string; readonly why: string };

/** Most events a POST. */
const batchSize = 200;
/** Events beyond that lose their bodies; what is left of any is far smaller. */
const eventBytes = 24 * 1024;

/**
 * The flags that send audit events to the webhook. Lambda takes 6 MB at a time, and an event's body as a JSON string in JSON, which
 * made real ones 15 % longer: the largest batch of the largest events, 4.9 MB, stays below. `truncate-max-batch-size` does not bound a
 * POST, since events are truncated before they are gathered (apiserver, pkg/server/options/audit.go). Whatever else stays as kube-apiserver
 * has it is stated too where a cluster may have changed it.
 */
export const apiServerFlags = (directory: string): readonly ApiServerFlag[] => [
  {
    name: 'audit-policy-file',
    value: `${directory}/${fileNames.policy}`,
    why: 'which requests are told; your own file, if these rules are merged into it',
  },
  {
    name: 'audit-webhook-config-file',
    value: `${directory}/${fileNames.kubeconfig}`,
    why: 'where to, and with which token',
  },
  { name: 'audit-webhook-mode', value: 'batch', why: 'no request of a client waits for it' },
  {
    name: 'audit-webhook-batch-max-wait',
    value: '2s',
    why: 'how late a change is told; 30s costs less, and lets names follow later',
  },
  {
    name: 'audit-webhook-batch-max-size',
    value: String(batchSize),
    why: 'with the size of an event, what Lambda takes at a time',
  },
  {
    name: 'audit-webhook-batch-buffer-size',
    value: '10000',
    why: 'events that wait; beyond that new ones are dropped, and the resync finds what they told',
  },
  {
    name: 'audit-webhook-batch-throttle-qps',
    value: '10',
    why: 'batches a second',
  },
  { name: 'audit-webhook-batch-throttle-burst', value: '15', why: 'batches at once' },
  {
    name: 'audit-webhook-initial-backoff',
    value: '10s',
    why: 'five attempts in some 80 seconds outlast a deployment',
  },
  {
    name: 'audit-webhook-truncate-enabled',
    value: 'true',
    why: 'a large event loses its bodies instead of being refused with its batch',
  },
  {
    name: 'audit-webhook-truncate-max-event-size',
    value: String(eventBytes),
    why: 'bytes of an event',
  },
];

/** Names of the files on a control-plane node, and of those that `--out` writes. */
export const fileNames = {
  policy: 'audit-policy.yaml',
  kubeconfig: 'audit-webhook.kubeconfig',
  flags: 'kube-apiserver.flags',
  kubeadm: 'kubeadm.yaml',
  clientCertificate: 'client.crt',
  clientKey: 'client.key',
} as const;

/** The flags as a file, one a line, each with its reason. */
export const flagsFile = (flags: readonly ApiServerFlag[]): string =>
  flags.map(({ name, value, why }) => `# ${why}\n--${name}=${value}\n`).join('');
