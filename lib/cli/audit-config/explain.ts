import { fileNames } from './api-server-flags.ts';
import type { WebhookTarget } from './webhook-kubeconfig.ts';

/** What a person does with the files, in the order in which it works. */
export const nextSteps = (target: WebhookTarget, hash: string): readonly string[] => {
  const { cluster, directory, mtls } = target;
  const list = `"webhook": { "tokenHashes": { "${cluster}": ["${hash}"] } }`;
  return [
    `1. Let the webhook know the token: in seamark.config.json  ${list}  then npx cdk deploy.`,
    '   To replace a token, add the new hash after the old one, deploy, change the kubeconfig on every',
    '   control-plane node, and take the old hash out. Both are valid meanwhile. Nobody can read the token',
    '   from the hash: it is shown this once.',
    `2. Put ${fileNames.policy} and ${fileNames.kubeconfig} into ${directory} of every control-plane`,
    '   node, readable by root alone. If the cluster has an audit policy already, merge the rules into it',
    '   instead: the first rule that matches a request wins, so they stand before every rule that would leave',
    '   the same requests out or tell less of them, and before any catch-all. What the log backend writes of',
    '   these requests then follows them too.',
    ...(mtls
      ? [
          `   The front asks for a client certificate: put one that the truststore vouches for there too, as`,
          `   ${fileNames.clientCertificate} and ${fileNames.clientKey}. The token is still needed: it tells which cluster comes.`,
        ]
      : []),
    `3. Give kube-apiserver the flags of ${fileNames.flags}, and mount ${directory} into it; with kubeadm,`,
    `   merge ${fileNames.kubeadm} and run: kubeadm init phase control-plane apiserver --config FILE`,
    '   It reads these files only when it starts. The webhook has a public certificate: the pod must see the',
    "   node's certificate authorities, as kubeadm mounts them.",
    `4. Within seconds after a Service of the cluster changed, its events are counted: metric AuditEvents,`,
    `   dimension cluster=${cluster}.`,
  ];
};
