import type { EksCluster } from '../../core/model/eks-cluster.ts';
import type { Ms } from '../../core/model/time.ts';
import type { Words } from '../command.ts';
import { type HostWish, hostWish } from '../host/open-host.ts';
import { defaultNamespace } from '../manifests/command.ts';
import { checkLabel } from '../words/dns-label.ts';
import { timeLimitOf } from '../words/time-limit.ts';
import { UsageError } from '../words/usage-error.ts';
import { type Labels, readLabels } from './labels.ts';

/** How the functions are to reach the new member. */
export type MemberWay =
  | { readonly kind: 'kubeconfig'; readonly file: string; readonly context?: string }
  | { readonly kind: 'eks'; readonly cluster: EksCluster }
  /** A kubeconfig in Secrets Manager. */
  | { readonly kind: 'stored'; readonly name: string; readonly context?: string };

/** What a command line of `join` asks for. */
export type JoinWishes = {
  readonly name: string;
  readonly way: MemberWay;
  readonly labels: Labels;
  /** Namespace of the members' credentials on the host. */
  readonly namespace: string;
  readonly host: HostWish;
  /** It is the host itself, which the setting `hostCluster` names. */
  readonly isHost: boolean;
  readonly dryRun: boolean;
  /** Registers it although a check failed. */
  readonly force: boolean;
  /** Takes fields over that others own. */
  readonly forceConflicts: boolean;
  readonly wait: boolean;
  readonly timeLimitMs: Ms;
  readonly json: boolean;
};

/** Reads the words of a command line. Throws `UsageError` for what can't be meant. */
export const wishesOf = (words: Words): JoinWishes => ({
  name: checkLabel(words.positionals[0] ?? '', 'the name of a cluster'),
  way: wayOf(words),
  labels: readLabels(words.value('labels') ?? ''),
  namespace: checkLabel(words.value('namespace') ?? defaultNamespace, 'a namespace'),
  host: hostWish(words),
  isHost: words.has('is-host'),
  dryRun: words.has('dry-run'),
  force: words.has('force'),
  forceConflicts: words.has('force-conflicts'),
  wait: !words.has('no-wait'),
  timeLimitMs: timeLimitOf(words),
  json: words.value('output') === 'json',
});

const ways = ['kubeconfig', 'eks', 'secret'] as const;

/** Flags that mean something with one way only. */
const belongs: readonly (readonly [flag: string, ways: readonly (typeof ways)[number][]])[] = [
  ['context', ['kubeconfig', 'secret']],
  ['region', ['eks']],
  ['role-arn', ['eks']],
];

const wayOf = (words: Words): MemberWay => {
  const given = ways.filter((way) => words.has(way));
  const [way] = given;
  if (way === undefined)
    throw new UsageError('Cannot tell how to reach it: give --kubeconfig, --eks or --secret');
  if (given.length > 1)
    throw new UsageError(
      `Cannot tell how to reach it: --${given.join(' and --')} are given, and one is meant`,
    );
  const stray = belongs.find(([flag, of]) => words.has(flag) && !of.includes(way));
  if (stray !== undefined)
    throw new UsageError(`Cannot use --${stray[0]}: it says nothing about --${way}`);
  const value = words.value(way) ?? '';
  const context = optional('context', words.value('context'));
  switch (way) {
    case 'kubeconfig':
      return { kind: 'kubeconfig', file: value, ...context };
    case 'secret':
      return { kind: 'stored', name: matching(value, secretName, '--secret'), ...context };
    case 'eks':
      return { kind: 'eks', cluster: eksOf(value, words) };
  }
};

const eksOf = (clusterName: string, words: Words): EksCluster => {
  const region = words.value('region');
  const roleArn = words.value('role-arn');
  return {
    clusterName: matching(clusterName, eksName, '--eks'),
    ...optional('region', region && matching(region, regionName, '--region')),
    ...optional('roleArn', roleArn && matching(roleArn, roleName, '--role-arn')),
  };
};

// The patterns of infra/manifests/cluster-crd.yaml, so that a slip is told of before anything is asked.
const eksName = /^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$/;
const regionName = /^[a-z]{2,}(-[a-z]+)+-[0-9]{1,2}$/;
const roleName = /^arn:aws[a-z-]*:iam::[0-9]{12}:role\/[A-Za-z0-9_+=,.@/-]{1,512}$/;
const secretName =
  /^(arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:)?[A-Za-z0-9/_+=.@-]{1,512}$/;

const matching = (text: string, pattern: RegExp, flag: string): string => {
  if (pattern.test(text)) return text;
  throw new UsageError(
    `Cannot use ${JSON.stringify(text.slice(0, 200))} as ${flag}: it is not of the form ${pattern.source}`,
  );
};

const optional = <const Key extends string>(key: Key, value: string | undefined) =>
  // A computed key widens to string, which the cast takes back.
  (value === undefined ? {} : { [key]: value }) as { readonly [name in Key]?: string };
