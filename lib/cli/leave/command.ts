import type { CliContext, Command, Words } from '../command.ts';
import { awsSources } from '../host/aws-sources.ts';
import { hostFlags, hostWish, openHost } from '../host/open-host.ts';
import { defaultNamespace } from '../manifests/command.ts';
import { checkLabel } from '../words/dns-label.ts';
import { timeLimitOf, timeoutFlag } from '../words/time-limit.ts';
import { leave } from './leave.ts';

const run = async (words: Words, context: CliContext): Promise<number> => {
  const name = checkLabel(words.positionals[0] ?? '', 'the name of a cluster');
  const namespace = checkLabel(words.value('namespace') ?? defaultNamespace, 'a namespace');
  const wait = !words.has('no-wait');
  const timeLimitMs = timeLimitOf(words);
  const host = await openHost(hostWish(words), context, awsSources(context.now).eks);
  try {
    const was = await leave(host, { name, namespace, wait, timeLimitMs }, context);
    context.out(was ? `${name} ${wait ? 'has left' : 'is leaving'}\n` : `${name} is no member\n`);
    return 0;
  } finally {
    host.close();
  }
};

/** `seamark leave`: takes a member out of the federation. */
export const leaveCommand: Command = {
  name: 'leave',
  positionals: ['NAME'],
  summary: 'Take a member cluster out of the federation',
  flags: [
    ...hostFlags,
    {
      name: 'namespace',
      value: 'NAME',
      summary: `namespace of credentials on the host (${defaultNamespace})`,
    },
    { name: 'no-wait', summary: 'do not wait until its names are gone' },
    timeoutFlag,
  ],
  detail: [
    'Deletes its Cluster, waits until no name leads to it any more, and deletes the credentials that join',
    'stored. Its copies of Services stay, unless the setting leavePolicy is "remove".',
    '',
    '  npx seamark leave lyon',
  ],
  run,
};
