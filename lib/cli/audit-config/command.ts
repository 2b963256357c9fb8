import type { CliContext, Command, Words } from '../command.ts';
import { defaultNamespace } from '../manifests/command.ts';
import { checkLabel } from '../words/dns-label.ts';
import { UsageError } from '../words/usage-error.ts';
import { flagsFile } from './api-server-flags.ts';
import { type AuditConfig, type FilesForAll, filesForAll, yamlStream } from './audit-config.ts';
import { nextSteps } from './explain.ts';
import { checkDirectory, checkWebhookUrl, defaultDirectory } from './places.ts';
import { webhookKubeconfig } from './webhook-kubeconfig.ts';
import { freshToken, givenToken } from './webhook-token.ts';
import { writeConfig } from './write-files.ts';

/** Name under which the host's events come, whatever its `Cluster` is called. */
const hostSource = 'host';

const run = async (words: Words, context: CliContext): Promise<number> => {
  const host = words.has('host');
  const namespace = checkLabel(words.value('namespace') ?? defaultNamespace, 'a namespace');
  const directory = checkDirectory(words.value('path') ?? defaultDirectory);
  const files = await filesForAll({ host, namespace, directory });
  const only = words.value('only');
  if (only !== undefined && only !== 'kubeconfig') {
    context.out(partOf(files, only));
    return 0;
  }
  const cluster = sourceOf(words, host);
  const url = urlOf(words);
  const { token, hash } = words.has('token-stdin')
    ? givenToken(await context.readInput())
    : freshToken(context.randomBytes);
  const target = { cluster, url, token, directory, mtls: words.has('mtls') };
  const config = { ...files, kubeconfig: webhookKubeconfig(target) };
  if (only === 'kubeconfig') context.out(config.kubeconfig);
  else await deliver(config, { words, context, told: { cluster, tokenHash: hash } });
  for (const line of nextSteps(target, hash)) context.say(line);
  return 0;
};

const sourceOf = (words: Words, host: boolean): string => {
  const cluster = words.value('cluster');
  if (host) return hostSource;
  if (cluster === undefined)
    throw new UsageError(
      'Cannot tell whose events come: --cluster is missing, the name of its Cluster object; --host for the host',
    );
  if (cluster === hostSource)
    throw new UsageError(
      'Cannot tell whose events come: "host" is the host, which --host asks for',
    );
  return checkLabel(cluster, 'the name of a cluster');
};

const urlOf = (words: Words): string => {
  const url = words.value('url');
  if (url !== undefined) return checkWebhookUrl(url);
  throw new UsageError(
    'Cannot tell where events go: --url is missing; the stack names it in its output Step…Webhook (aws cloudformation describe-stacks --stack-name seamark-FEDERATION)',
  );
};

const partOf = (files: FilesForAll, only: string): string => {
  if (only === 'policy') return files.policy;
  return only === 'flags' ? flagsFile(files.flags) : files.kubeadm;
};

type Delivery = {
  readonly words: Words;
  readonly context: CliContext;
  readonly told: { readonly cluster: string; readonly tokenHash: string };
};

const deliver = async (config: AuditConfig, { words, context, told }: Delivery): Promise<void> => {
  const folder = words.value('out');
  if (folder !== undefined) {
    const files = await writeConfig(config, folder, words.has('force'));
    context.out(files.map((file) => `${file}\n`).join(''));
  } else if (words.value('output') === 'json') {
    const flags = config.flags.map(({ name, value }) => `--${name}=${value}`);
    context.out(`${JSON.stringify({ ...told, ...config, flags }, undefined, 2)}\n`);
  } else {
    context.out(yamlStream(config));
  }
};

/** `seamark audit-config`: what makes the API servers of a self-managed cluster tell Seamark of changes. */
export const auditConfigCommand: Command = {
  name: 'audit-config',
  positionals: [],
  summary: 'Print what makes the API servers of a self-managed cluster tell Seamark of changes',
  flags: [
    { name: 'cluster', value: 'NAME', summary: 'name of its Cluster object' },
    { name: 'host', summary: 'it is the host, whose events come as "host"' },
    { name: 'url', value: 'URL', summary: "the webhook, from the stack's output Step…Webhook" },
    { name: 'mtls', summary: 'the front asks for a client certificate (webhook.front "http-api")' },
    { name: 'out', value: 'DIR', summary: 'write files of mode 0600 into this folder instead' },
    { name: 'force', summary: 'replace files that are there' },
    { name: 'path', value: 'DIR', summary: `folder on control-plane nodes (${defaultDirectory})` },
    {
      name: 'namespace',
      value: 'NAME',
      summary: `namespace of credentials on the host (${defaultNamespace})`,
    },
    { name: 'token-stdin', summary: 'take the token from standard input instead of a fresh one' },
    {
      name: 'only',
      value: 'PART',
      choices: ['policy', 'kubeconfig', 'flags', 'kubeadm'],
      summary: 'print this part alone: policy, kubeconfig, flags or kubeadm',
    },
    {
      name: 'output',
      value: 'FORM',
      choices: ['yaml', 'json'],
      summary: 'yaml (the default) or json',
    },
  ],
  detail: [
    'Audit policy, kubeconfig of the webhook with a fresh token, and flags of kube-apiserver. Every call makes',
    'another token. A cluster on EKS needs none of this: its audit log is subscribed to (auditLogs).',
    '',
    '  npx seamark audit-config --cluster lyon --url https://… --out lyon-audit',
  ],
  run,
};
