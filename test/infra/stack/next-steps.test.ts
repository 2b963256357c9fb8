import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { statementsOf } from './iam-policy.ts';
import { otherSettings, someSettings } from './some-settings.ts';
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
        ['Step03Join', 'npx seamark join --help'],
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
        ...['Step07Host', 'Step08Members', 'Step09LetIn', 'Step10LetIn', 'Step11LetIn'],
        ...['Step12Join', 'Step13WebhookName', 'Step14Webhook'],
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
    const callers = `${role('reconcile-service')} ${role('cluster-health')}`;
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
      ['Step09LetIn', 'Step10LetIn', 'Step11LetIn'].map((name) => steps.get(name)),
      [
        command('lima', 'us-east-1', 'arn:aws:iam::777788889999:role/lima-access'),
        command('quito', 'sa-east-1', role('reconcile-service')),
        command('quito', 'sa-east-1', role('cluster-health')),
      ],
    );
  });

  it('give a host that is a member the rights of both', () => {
    assert.match(steps.get('Step07Host') ?? '', /^npx seamark manifests --host --member /);
  });

  it('tell of the certificate where the webhook asks for one', () => {
    assert.equal(
      steps.get('Step14Webhook'),
      'npx seamark audit-config --cluster NAME --url https://audit.example.org/ --mtls --namespace seamark-system',
    );
    assert.equal(steps.get('Step13WebhookName'), '<AuditWebhook/Front/Domain.RegionalDomainName>');
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
