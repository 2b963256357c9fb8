import type { EksCluster, FederationSettings } from '../settings/settings.ts';
import { fewOrForm, type Step } from './step.ts';

/** What joining is told from. */
export type JoinSettings = Pick<
  FederationSettings,
  'host' | 'hostCluster' | 'eksClusters' | 'memberSecrets' | 'webhook' | 'secretNamespace'
>;

/** A command for each member that the settings know, and the form of one for those that only the host will know. */
export const joinSteps = (settings: JoinSettings): readonly Step[] => {
  const members = [
    ...hostAsMember(settings),
    ...settings.eksClusters.map((member) => [member.cluster, ...eks(member)]),
  ];
  const secrets = settings.memberSecrets.map((secret) => ['NAME', '--secret', secret]);
  const isAllKnown = settings.webhook === undefined && members.length + secrets.length > 0;
  const inWords = (words: readonly string[]): Step => ({
    name: 'Join',
    what: `Register ${words[0] === 'NAME' ? 'such a member' : `member ${words[0]}`} at the host`,
    how: ['npx seamark join', ...words, '--namespace', settings.secretNamespace].join(' '),
  });
  return [
    ...fewOrForm(members.map(inWords), [
      inWords(['NAME', '--eks', 'CLUSTER', '--region', 'REGION']),
    ]),
    ...fewOrForm(secrets.map(inWords), [inWords(['NAME', '--secret', 'SECRET'])]),
    ...(isAllKnown ? [] : [inWords(['NAME', '--kubeconfig', 'FILE'])]),
  ];
};

const hostAsMember = ({ host, hostCluster }: JoinSettings): readonly (readonly string[])[] => {
  if (hostCluster === undefined) return [];
  const way = host.kind === 'eks' ? eks(host.cluster) : ['--secret', host.name];
  return [[hostCluster, ...way]];
};

const eks = ({ name, region, roleArn }: EksCluster): readonly string[] => [
  ...['--eks', name, '--region', region],
  ...(roleArn === undefined ? [] : ['--role-arn', roleArn]),
];
