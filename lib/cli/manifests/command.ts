import type { CliContext, Command, Words } from '../command.ts';
import { checkLabel } from '../words/dns-label.ts';
import { UsageError } from '../words/usage-error.ts';
import { jsonList, manifestsOf, yamlStream } from './render.ts';
import { seamarkName, subjectsOf } from './subjects.ts';

/** Namespace of the members' credentials, unless the settings say another. */
export const defaultNamespace = 'seamark-system';

const run = async (words: Words, context: CliContext): Promise<number> => {
  const member = words.has('member');
  const host = words.has('host') || !member;
  const serviceAccount = words.has('service-account');
  const namespace = checkLabel(words.value('namespace') ?? defaultNamespace, 'a namespace');
  if (!host && !serviceAccount && words.has('namespace'))
    throw new UsageError(
      'Cannot use --namespace: a member has none of ours, unless --service-account asks for one',
    );
  const group = words.value('group');
  const user = words.value('user');
  const subjects = subjectsOf({ group, user, serviceAccount, namespace });
  const documents = await manifestsOf({ host, member, serviceAccount, namespace, subjects });
  context.out(words.value('output') === 'json' ? jsonList(documents) : yamlStream(documents));
  return 0;
};

/** `seamark manifests`: what a cluster must know of Seamark, and what Seamark may do there. */
export const manifestsCommand: Command = {
  name: 'manifests',
  positionals: [],
  summary: 'Print what a cluster is given before Seamark works with it: types and rights',
  flags: [
    {
      name: 'host',
      summary: 'for the host: the type Cluster, the namespace of credentials, rights (the default)',
    },
    { name: 'member', summary: 'for a member: rights alone; with --host for a host that is one' },
    { name: 'group', value: 'NAME', summary: `group that the rights go to (${seamarkName})` },
    { name: 'user', value: 'NAME', summary: `user that they go to (${seamarkName})` },
    {
      name: 'service-account',
      summary:
        'make an account with a token that stays; the rights go to it, and to whom --user and --group name',
    },
    {
      name: 'namespace',
      value: 'NAME',
      summary: `namespace of credentials, as the setting secretNamespace says (${defaultNamespace})`,
    },
    {
      name: 'output',
      value: 'FORM',
      choices: ['yaml', 'json'],
      summary: 'yaml (the default) or json',
    },
  ],
  detail: [
    'Group and user are those of the access entries that the stack makes on EKS. Elsewhere name the user',
    'of the credentials, or take --service-account. Applying it again changes nothing, and',
    '`kubectl delete --ignore-not-found -f -` takes it back.',
    '',
    '  npx seamark manifests | kubectl --context HOST apply -f -',
    '  npx seamark manifests --member | kubectl --context MEMBER apply -f -',
  ],
  run,
};
