import { stringify } from 'yaml';
import type { CliContext, Command, Words } from '../command.ts';
import { awsSources } from '../host/aws-sources.ts';
import { hostFlags } from '../host/open-host.ts';
import { defaultNamespace } from '../manifests/command.ts';
import { timeoutFlag } from '../words/time-limit.ts';
import { type Joined, join } from './join.ts';
import { type JoinWishes, wishesOf } from './wishes.ts';

const run = async (words: Words, context: CliContext): Promise<number> => {
  const wishes = wishesOf(words);
  const joined = await join(wishes, { ...context, sources: awsSources(context.now) });
  context.out(textOf(joined, wishes));
  return 0;
};

const textOf = (joined: Joined, { name, json, dryRun, wait }: JoinWishes): string => {
  if (json) return `${JSON.stringify(joined, undefined, 2)}\n`;
  if (dryRun) return joined.objects.map((object) => stringify(object)).join('---\n');
  if (!wait) return `${name} is registered\n`;
  return `${name} is ready: region ${joined.region ?? 'unknown'}, zones ${joined.zones.join(', ') || 'unknown'}\n`;
};

/** `seamark join`: checks the access to a member cluster and registers it with the host. */
export const joinCommand: Command = {
  name: 'join',
  positionals: ['NAME'],
  summary: 'Check the access to a member cluster and register it with the host',
  flags: [
    {
      name: 'kubeconfig',
      value: 'FILE',
      summary: 'reach it by this file; one context of it is stored on the host',
    },
    { name: 'secret', value: 'NAME', summary: 'reach it by a kubeconfig in Secrets Manager' },
    { name: 'context', value: 'NAME', summary: 'context of the kubeconfig (its current one)' },
    { name: 'eks', value: 'CLUSTER', summary: 'reach it as this EKS cluster; nothing is stored' },
    { name: 'region', value: 'REGION', summary: 'of the EKS cluster (that of your AWS settings)' },
    {
      name: 'role-arn',
      value: 'ARN',
      summary: 'role that the functions assume for the EKS cluster',
    },
    {
      name: 'labels',
      value: 'K=V,…',
      summary: 'labels of the Cluster, which cluster selectors choose by',
    },
    ...hostFlags,
    {
      name: 'namespace',
      value: 'NAME',
      summary: `namespace of credentials on the host (${defaultNamespace})`,
    },
    { name: 'is-host', summary: 'it is the host itself, which the setting hostCluster names' },
    { name: 'dry-run', summary: 'check everything, print what would be applied, store nothing' },
    { name: 'force', summary: 'register it although a check failed' },
    { name: 'force-conflicts', summary: 'take fields over that somebody else applied' },
    { name: 'no-wait', summary: 'do not wait until a look finds it ready' },
    timeoutFlag,
    {
      name: 'output',
      value: 'FORM',
      choices: ['text', 'json'],
      summary: 'text (the default) or json',
    },
  ],
  detail: [
    'You come to the host as its administrator, and to the member with the credentials that Seamark shall',
    'use. Joining again changes what is different and nothing else.',
    '',
    '  npx seamark join lyon --kubeconfig lyon.kubeconfig --labels environment=production',
    '  npx seamark join oregon --eks production --region us-west-2 --role-arn arn:aws:iam::…',
  ],
  run,
};
