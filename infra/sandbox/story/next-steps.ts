import { federatedNames } from '../federated-names.ts';
import type { Sandbox } from '../sandbox.ts';
import { example } from './example.ts';

/** What a user may type next while the sandbox is up. */
export const nextSteps = ({ endpoints, topology }: Sandbox): readonly string[] => {
  const member = topology.members[0]?.name ?? '';
  const { name } = federatedNames(topology, example.key);
  return [
    '  export KUBECONFIG=.sandbox/kubeconfig',
    `  kubectl get service ${example.name} --namespace ${example.namespace}`,
    `  kubectl get services,endpointslices -A --context ${member}`,
    '  kubectl get clusters',
    '',
    `  dig +short @${endpoints.dns.host} -p ${endpoints.dns.port} ${name}`,
    '',
    '  npm run sandbox -- status',
    `  npm run sandbox -- drain ${member} ${example.key}`,
    '  npm run sandbox -- --help',
  ];
};
