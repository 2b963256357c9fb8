import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Attributes } from '../../../../infra/sandbox/kubernetes/access/attributes.ts';
import { userOf } from '../../../../infra/sandbox/kubernetes/access/user.ts';
import { auditConfigOf, parsePolicy } from '../../../../infra/sandbox/kubernetes/audit/policy.ts';

const read = (file: string): string => readFileSync(`infra/manifests/${file}`, 'utf8');
const member = parsePolicy(read('audit-policy-member.yaml'));
const host = parsePolicy(read('audit-policy.yaml'));
const anyone = userOf('anyone');

const on = (verb: string, target: string, namespace = 'shop', name = ''): Attributes => {
  const [group = '', plural = ''] = target.includes(':') ? target.split(':') : ['', target];
  const [resource = '', subresource = ''] = plural.split('/');
  return { kind: 'resource', verb, group, resource, subresource, namespace, name };
};

const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'];
const slices = 'discovery.k8s.io:endpointslices';
const clusters = 'federation.seamark.dev:clusters';

type Wanted = readonly [target: string, namespace: string, member: string, host: string];

const wanted: readonly Wanted[] = [
  ['services', 'shop', 'Metadata', 'Metadata'],
  ['services/status', 'shop', 'Metadata', 'Metadata'],
  ['services/proxy', 'shop', 'None', 'None'],
  ['endpoints', 'shop', 'Metadata', 'Metadata'],
  [slices, 'shop', 'RequestResponse', 'RequestResponse'],
  [clusters, '', 'None', 'Metadata'],
  [`${clusters}/status`, '', 'None', 'None'],
  ['secrets', 'seamark-system', 'None', 'Metadata'],
  ['secrets', 'shop', 'None', 'None'],
  ['pods', 'shop', 'None', 'None'],
  ['serving.knative.dev:services', 'shop', 'None', 'None'],
];

for (const [target, namespace, ofMember, ofHost] of wanted) {
  test(`writes to ${target} in ${namespace || 'no namespace'} are told at ${ofMember}, by the host at ${ofHost}`, () => {
    for (const verb of writes) {
      const request = on(verb, target, namespace);
      assert.equal(auditConfigOf(member, anyone, request).level, ofMember, verb);
      assert.equal(auditConfigOf(host, anyone, request).level, ofHost, verb);
    }
    for (const verb of ['get', 'list', 'watch'])
      assert.equal(auditConfigOf(host, anyone, on(verb, target, namespace)).level, 'None', verb);
  });
}

test('every rule leaves out the stage that tells of nothing, whatever file it is merged into', () => {
  for (const { omitStages } of host.rules) assert.deepEqual(omitStages, ['RequestReceived']);
});

test('the first rules of a host are those of a member', () => {
  assert.deepEqual(host.rules.slice(0, member.rules.length), member.rules);
});

test('the first rule that matches wins', () => {
  const source = `apiVersion: audit.k8s.io/v1
kind: Policy
rules: [{ level: Metadata, resources: [{ group: "", resources: [services] }] }, { level: Request }]`;
  const policy = parsePolicy(source);
  assert.equal(auditConfigOf(policy, anyone, on('get', 'services')).level, 'Metadata');
  assert.equal(auditConfigOf(policy, anyone, on('get', 'pods')).level, 'Request');
});

const policyOf = (rule: string) =>
  parsePolicy(`apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: Request, ${rule} }]\n`);

type Match = readonly [rule: string, request: Attributes, matches: boolean];
const healthz: Attributes = { kind: 'path', verb: 'get', path: '/healthz/ping' };

// `ruleMatches` of the apiserver's pkg/audit/policy.
const matching: readonly Match[] = [
  ['users: [anyone]', on('get', 'pods'), true],
  ['users: [other]', on('get', 'pods'), false],
  ['userGroups: ["system:authenticated"]', on('get', 'pods'), true],
  ['userGroups: ["system:masters"]', on('get', 'pods'), false],
  ['verbs: [get]', on('get', 'pods'), true],
  ['verbs: [get]', on('list', 'pods'), false],
  ['namespaces: [shop]', on('get', 'pods'), true],
  ['namespaces: [""]', on('get', 'pods'), false],
  ['namespaces: [shop]', healthz, false],
  ['resources: [{ group: "" }]', on('get', 'pods/log'), true],
  ['resources: [{ group: apps }]', on('get', 'pods'), false],
  ['resources: [{ group: "", resources: [pods] }]', on('get', 'pods/log'), false],
  ['resources: [{ group: "", resources: ["pods/*"] }]', on('get', 'pods/log'), true],
  ['resources: [{ group: "", resources: ["*/log"] }]', on('get', 'pods/log'), true],
  ['resources: [{ group: "", resources: ["*/log"] }]', on('get', 'pods'), false],
  ['resources: [{ group: "", resources: ["*"] }]', on('get', 'pods/log'), true],
  [
    'resources: [{ group: "", resources: [pods], resourceNames: [a] }]',
    on('get', 'pods', 'shop', 'a'),
    true,
  ],
  [
    'resources: [{ group: "", resources: [pods], resourceNames: [a] }]',
    on('get', 'pods', 'shop', 'b'),
    false,
  ],
  ['nonResourceURLs: ["/healthz*"]', healthz, true],
  ['nonResourceURLs: ["/healthz"]', healthz, false],
  ['nonResourceURLs: ["/healthz*"]', on('get', 'pods'), false],
];

for (const [rule, request, matches] of matching) {
  test(`a rule with ${rule} ${matches ? 'matches' : 'leaves'} ${JSON.stringify(request)}`, () => {
    const { level } = auditConfigOf(policyOf(rule), anyone, request);
    assert.equal(level, matches ? 'Request' : 'None');
  });
}

const refused: readonly (readonly [source: string, reason: RegExp])[] = [
  ['kind: Policy\nrules: [{ level: None }]', /it is no Policy of audit\.k8s\.io\/v1/],
  ['apiVersion: audit.k8s.io/v1\nkind: Policy', /it has no rules/],
  [
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: All }]',
    /rules\[0\]\.level: "All" is none of None, Metadata, Request, RequestResponse/,
  ],
  [
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: None, omitStages: [Never] }]',
    /rules\[0\]\.omitStages: "Never" is none of/,
  ],
  [
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: None, namespaces: [a], nonResourceURLs: [/x] }]',
    /rules\[0\]: it applies to both/,
  ],
];

for (const [source, reason] of refused) {
  test(`a policy is refused: ${reason.source}`, () => {
    assert.throws(() => parsePolicy(source), reason);
  });
}
