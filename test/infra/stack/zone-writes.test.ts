import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { globalName, regionName, zoneName } from '../../../lib/core/dns/service-names.ts';
import { isAllowed } from './iam-decision.ts';
import { rolesOf, type Statement, statementsOf } from './iam-policy.ts';
import { otherSettings, someSettings } from './some-settings.ts';
import { synthesise } from './synthesise.ts';

type Change = {
  readonly names?: readonly string[];
  readonly types?: readonly string[];
  readonly actions?: readonly string[];
};

/** The request of a batch as IAM sees it; a key that is left out is absent. */
const change = (zoneId: string, { names, types, actions }: Change) => ({
  action: 'route53:ChangeResourceRecordSets',
  resource: `arn:aws:route53:::hostedzone/${zoneId}`,
  context: {
    ...(names && { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': names }),
    ...(types && { 'route53:ChangeResourceRecordSetsRecordTypes': types }),
    ...(actions && { 'route53:ChangeResourceRecordSetsActions': actions }),
  },
});

const key = { namespace: 'shop', name: 'web' };
const naming = { federation: 'prod', suffix: 'fed.example.org' };
const ours = [
  globalName(key, naming),
  regionName(key, 'eu-west-1', naming),
  zoneName(key, { zone: 'eu-west-1a', region: 'eu-west-1' }, naming),
];
const fine = { names: ours, types: ['A', 'AAAA', 'CNAME'], actions: ['CREATE', 'DELETE'] };

/** Batches that nobody may send, each beside a batch that is fine but for one thing. */
const evil: readonly (readonly [string, Change])[] = [
  ['the apex', { ...fine, names: ['example.org'] }],
  ['the suffix itself', { ...fine, names: ['fed.example.org'] }],
  ['a name beside the suffix', { ...fine, names: ['www.example.org'] }],
  ['a name below the suffix that is no service', { ...fine, names: ['www.fed.example.org'] }],
  ['the name of all services', { ...fine, names: ['prod.svc.fed.example.org'] }],
  ['a name without a namespace', { ...fine, names: ['web.prod.svc.fed.example.org'] }],
  ['another federation', { ...fine, names: ['web.shop.test.svc.fed.example.org'] }],
  ['another federation of a like name', { ...fine, names: ['web.shop.xprod.svc.fed.example.org'] }],
  ['a like suffix', { ...fine, names: ['web.shop.prod.svc.evilfed.example.org'] }],
  ['a longer suffix', { ...fine, names: ['web.shop.prod.svc.fed.example.org.evil.test'] }],
  ['a dot that is any character', { ...fine, names: ['web.shop.prod.svc.fedxexample.org'] }],
  ['a name of ours beside one that is not', { ...fine, names: [...ours, 'www.example.org'] }],
  ['a wildcard', { ...fine, names: ['\\052.fed.example.org'] }],
  ['UPSERT', { ...fine, actions: ['UPSERT'] }],
  ['CREATE beside UPSERT', { ...fine, actions: ['CREATE', 'UPSERT'] }],
  ...['NS', 'SOA', 'MX', 'TXT', 'SRV', 'CAA', 'PTR', 'DS', 'HTTPS', 'SVCB'].map(
    (type) => [`type ${type}`, { ...fine, types: ['A', type] }] as const,
  ),
  ['no names', { types: fine.types, actions: fine.actions }],
  ['no types', { names: fine.names, actions: fine.actions }],
  ['no actions', { names: fine.names, types: fine.types }],
  ['no keys at all', {}],
];

const own = synthesise(someSettings());
const statements = (path: string): readonly Statement[] =>
  rolesOf(own).find((role) => role.path === path)?.statements ?? [];

describe('writes to the hosted zone', () => {
  it('are allowed to the publisher for every form of name that Seamark publishes', () => {
    const publisher = statements('Functions/publish-zone/Role');
    assert.ok(isAllowed(publisher, change('Z0PROD', fine)));
    for (const name of ours) {
      assert.ok(isAllowed(publisher, change('Z0PROD', { ...fine, names: [name] })), name);
    }
  });

  it('are allowed to nobody else', () => {
    const writers = rolesOf(own).filter((role) =>
      isAllowed(role.statements, change('Z0PROD', fine)),
    );
    assert.deepEqual(
      writers.map(({ path }) => path),
      ['Functions/publish-zone/Role'],
    );
  });

  for (const [what, batch] of evil) {
    it(`are covered by no statement of any role: ${what}`, () => {
      for (const { path, statements: all } of rolesOf(own)) {
        for (const one of all) {
          assert.ok(!isAllowed([one], change('Z0PROD', batch)), `${path} ${one.sid}`);
        }
      }
    });
  }

  it('are covered by no statement of any role: another zone', () => {
    for (const { path, statements: all } of rolesOf(own)) {
      for (const zoneId of ['Z0OTHER', 'Z0PRODX', 'XZ0PROD', '*']) {
        assert.ok(!isAllowed(all, change(zoneId, fine)), `${path} ${zoneId}`);
      }
    }
  });

  it('go to the zone and to nothing else of Route 53', () => {
    const others = [
      'route53:CreateHostedZone',
      'route53:DeleteHostedZone',
      'route53:ListHostedZones',
      'route53:CreateResourceRecordSetProtections',
      'route53:DeleteResourceRecordSetProtections',
      'route53:ChangeTagsForResource',
      'route53:AssociateVPCWithHostedZone',
    ];
    for (const { path, statements: all } of rolesOf(own)) {
      for (const action of others) {
        const resource = 'arn:aws:route53:::hostedzone/Z0PROD';
        assert.ok(!isAllowed(all, { action, resource, context: {} }), `${path} ${action}`);
      }
    }
  });
});

describe("writes to another account's hosted zone", () => {
  const other = synthesise(otherSettings());
  const policy = statementsOf(JSON.parse(String(outputs(other, 'ZoneRolePolicy'))));

  it('are no right of any role of the stack', () => {
    for (const { path, statements: all } of rolesOf(other)) {
      const touching = all.filter(({ actions }) =>
        actions.some((one) => /^(\*|route53)/.test(one)),
      );
      assert.deepEqual(touching, [], path);
    }
  });

  it('are what the policy for the role in that account allows, and no more', () => {
    assert.ok(isAllowed(policy, change('Z0OTHER', fine)));
    assert.ok(!isAllowed(policy, change('Z0PROD', fine)));
    for (const [what, batch] of evil) {
      assert.ok(!isAllowed(policy, change('Z0OTHER', batch)), what);
    }
  });
});

function outputs(stack: ReturnType<typeof synthesise>, name: string): unknown {
  const [found] = Object.entries(stack.outputs).filter(([key]) => key.endsWith(name));
  const value = found?.[1];
  return typeof value === 'object' && value !== null && 'Value' in value
    ? value['Value']
    : undefined;
}
