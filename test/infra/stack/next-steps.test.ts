import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { auditConfigCommand } from '../../../lib/cli/audit-config/command.ts';
import { joinCommand } from '../../../lib/cli/join/command.ts';
import { manifestsCommand } from '../../../lib/cli/manifests/command.ts';
import { parseWords } from '../../../lib/cli/words/parse-words.ts';
import { statementsOf } from './iam-policy.ts';
import { anEksCluster, otherSettings, someSettings } from './some-settings.ts';
import { synthesise } from './synthesise.ts';

/** The outputs in the order in which they are listed: by name. */
const stepsOf = (settings: FederationSettings): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(synthesise(settings).outputs)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, output]) => [name, textOf(output)]),
  );

const textOf = (output: unknown): string => {
  assert.ok(typeof output === 'object' && output !== null && 'Value' in output);
  return String(output.Value);
};

const cliCommands = [manifestsCommand, joinCommand, auditConfigCommand];

const role = (name: string): string => `<Functions/${name}/Role.Arn>`;

describe('the outputs', () => {
  it('lead from a new stack of self-managed clusters to the first event', () => {
    assert.deepEqual(
      [...stepsOf(someSettings())],
      [
        [
          'Step01Host',
          'npx seamark manifests --host --namespace seamark-system | kubectl --context HOST apply -f -',
        ],
        ['Step02Members', 'npx seamark manifests --member | kubectl --context MEMBER apply -f -'],
        ['Step03Join', 'npx seamark join NAME --kubeconfig FILE --namespace seamark-system'],
        [
          'Step04Webhook',
          'npx seamark audit-config --cluster NAME --url <AuditWebhook/Front.FunctionUrl> --namespace seamark-system',
        ],
      ],
    );
  });

  it('begin with the delegation of a zone that the stack made', () => {
    const steps = stepsOf(someSettings({ zone: { kind: 'created', name: 'fed.example.org' } }));
    assert.deepEqual([...steps][0], ['Step01Delegate', '<join of <Zone.NameServers>>']);
  });

  const steps = stepsOf(otherSettings());

  it('are numbered in the order of the work', () => {
    assert.deepEqual(
      [...steps.keys()],
      [
        ...['Step01ZoneRoleTrust', 'Step02ZoneRolePolicy'],
        ...['Step03ClusterRoleTrust', 'Step04ClusterRolePolicy'],
        ...['Step05ClusterRoleTrust', 'Step06ClusterRolePolicy'],
        ...['Step07Host', 'Step08Members', 'Step09LetIn', 'Step10LetIn'],
        ...['Step11LetIn', 'Step12LetIn'],
        ...Array.from({ length: 7 }, (_none, at) => `Step${13 + at}Join`),
        ...['Step20WebhookName', 'Step21Webhook'],
      ],
    );
  });

  it('say whom the role of the zone must trust', () => {
    assert.equal(
      steps.get('Step01ZoneRoleTrust'),
      `${role('reconcile-service')} ${role('publish-zone')}`,
    );
  });

  it('say whom the role of a cluster must trust, and what it must allow', () => {
    const users = ['reconcile-service', 'resync', 'cluster-health'];
    const callers = users.map(role).join(' ');
    assert.equal(steps.get('Step03ClusterRoleTrust'), callers);
    assert.deepEqual(statementsOf(JSON.parse(steps.get('Step06ClusterRolePolicy') ?? '')), [
      {
        sid: 'DescribeClusters',
        effect: 'Allow',
        actions: ['eks:DescribeCluster'],
        resources: ['arn:aws:eks:us-east-1:777788889999:cluster/lima'],
        conditions: {},
      },
    ]);
  });

  it('hold a command for each access entry that the stack can not make', () => {
    const command = (cluster: string, region: string, principal: string): string =>
      `aws eks create-access-entry --cluster-name ${cluster} --region ${region} --principal-arn ${principal} --type STANDARD --username seamark --kubernetes-groups seamark`;
    assert.deepEqual(
      ['Step09LetIn', 'Step10LetIn', 'Step11LetIn', 'Step12LetIn'].map((name) => steps.get(name)),
      [
        command('lima', 'us-east-1', 'arn:aws:iam::777788889999:role/lima-access'),
        command('quito', 'sa-east-1', role('reconcile-service')),
        command('quito', 'sa-east-1', role('resync')),
        command('quito', 'sa-east-1', role('cluster-health')),
      ],
    );
  });

  it('give a host that is a member the rights of both', () => {
    assert.match(steps.get('Step07Host') ?? '', /^npx seamark manifests --host --member /);
  });

  it('tell of the certificate where the webhook asks for one', () => {
    assert.equal(
      steps.get('Step21Webhook'),
      'npx seamark audit-config --cluster NAME --url https://audit.example.org/ --mtls --namespace seamark-system',
    );
    assert.equal(steps.get('Step20WebhookName'), '<AuditWebhook/Front/Domain.RegionalDomainName>');
  });

  it('hold a command for each member of the settings, the host first if it is one', () => {
    assert.deepEqual(
      [...steps].filter(([name]) => name.endsWith('Join')).map(([, how]) => how),
      [
        'control --eks control --region eu-west-1',
        'north --eks oslo --region eu-west-1',
        'bergen --eks bergen --region eu-west-1 --role-arn arn:aws:iam::444455556666:role/bergen-access',
        'lima --eks lima --region us-east-1 --role-arn arn:aws:iam::777788889999:role/lima-access',
        'quito --eks quito --region sa-east-1',
        'NAME --secret seamark/members/kyiv',
        'NAME --kubeconfig FILE',
      ].map((words) => `npx seamark join ${words} --namespace seamark-system`),
    );
  });

  it('are no more than a stack may have, however many clusters there are', () => {
    const account = '777788889999';
    const eksClusters = Array.from({ length: 60 }, (_none, at) =>
      anEksCluster(`c${at}`, { account, roleArn: `arn:aws:iam::${account}:role/c${at}` }),
    );
    const many = stepsOf(someSettings({ eksClusters }));
    assert.ok(many.size <= 200, String(many.size));
    assert.deepEqual(
      [...many.keys()],
      [
        ...['Step01ClusterRoleTrust', 'Step02ClusterRolePolicy', 'Step03Host', 'Step04Members'],
        ...['Step05LetIn', 'Step06Join', 'Step07Join', 'Step08Webhook'],
      ],
    );
  });

  it('hold commands that the command line takes', () => {
    const all = [...steps.values(), ...stepsOf(someSettings()).values()];
    const commands = all.filter((how) => how.startsWith('npx seamark '));
    assert.ok(commands.length > 8);
    for (const text of commands) {
      const [, , verb, ...words] = text.replace(/ \|.*/, '').split(' ');
      const command = cliCommands.find(({ name }) => name === verb);
      assert.ok(command, text);
      parseWords(words, command);
    }
  });

  it('are all explained where the deployment is, and nothing else is', () => {
    const page = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
    const explained = new Set([...page.matchAll(/`Step…(\w+)`/g)].map(([, name]) => name));
    const created = stepsOf(someSettings({ zone: { kind: 'created', name: 'fed.example.org' } }));
    const made = new Set(
      [...steps.keys(), ...created.keys()].map((name) => name.replace(/^Step\d\d/, '')),
    );
    assert.deepEqual([...explained].sort(), [...made].sort());
  });

  it('are sentences', () => {
    for (const [name, output] of Object.entries(synthesise(otherSettings()).outputs)) {
      assert.match(JSON.stringify(output), /"Description":"[A-Z][^"]{20,}"/, name);
    }
  });
});
