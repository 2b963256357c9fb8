import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keysFromAudit } from '../../../../lib/core/intake/keys-from-audit.ts';
import type { AuditEvent } from '../../../../lib/core/model/audit-event.ts';
import { formatServiceKey } from '../../../../lib/core/model/service-key.ts';

const base: AuditEvent = {
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'alice@example.test',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource: 'services',
  namespace: 'shop',
  name: 'web',
  items: [],
};
const endpoints = { resource: 'endpoints' };
const slices = { apiGroup: 'discovery.k8s.io', resource: 'endpointslices', name: 'web-x7k2p' };
const collection = {
  verb: 'deletecollection',
  items: [{ namespace: 'shop', name: 'a' }, { name: 'b' }],
};
const { name: _name, ...nameless } = base;

type Case = {
  readonly title: string;
  readonly event: Partial<AuditEvent>;
  readonly host: readonly string[];
  readonly member: readonly string[];
};

const web = ['shop/web'];
const cases: readonly Case[] = [
  { title: 'a write of a Service', event: {}, host: web, member: web },
  { title: 'its status', event: { subresource: 'status' }, host: web, member: web },
  { title: 'a request through its proxy', event: { subresource: 'proxy' }, host: [], member: [] },
  { title: 'a create', event: { verb: 'create', statusCode: 201 }, host: web, member: web },
  {
    title: 'a delete that goes on',
    event: { verb: 'delete', statusCode: 202 },
    host: web,
    member: web,
  },
  { title: 'a read', event: { verb: 'get' }, host: [], member: [] },
  { title: 'a dry run', event: { dryRun: true }, host: [], member: [] },
  { title: 'a refusal', event: { statusCode: 409 }, host: [], member: [] },
  { title: 'a redirection', event: { statusCode: 302 }, host: [], member: [] },
  { title: 'a panic', event: { stage: 'Panic', statusCode: 500 }, host: [], member: [] },
  { title: 'an early stage', event: { stage: 'ResponseStarted' }, host: [], member: [] },
  { title: 'our own write', event: { username: 'seamark' }, host: [], member: [] },
  { title: 'Endpoints', event: endpoints, host: [], member: web },
  {
    title: 'Endpoints in kube-system',
    event: { ...endpoints, namespace: 'kube-system', username: 'system:kube-controller-manager' },
    host: [],
    member: ['kube-system/web'],
  },
  { title: 'a slice by its name', event: slices, host: [], member: web },
  {
    title: 'a slice by its label',
    event: { ...slices, serviceName: 'api' },
    host: [],
    member: ['shop/api'],
  },
  { title: 'a slice of no Service', event: { ...slices, name: 'custom' }, host: [], member: [] },
  {
    title: 'a slice of a Service whose own name has dashes',
    event: { ...slices, name: 'web-api-x7k2p' },
    host: [],
    member: ['shop/web-api'],
  },
  {
    title: 'a slice of another group',
    event: { ...slices, apiGroup: 'example.test' },
    host: [],
    member: [],
  },
  {
    title: 'a collection',
    event: collection,
    host: ['shop/a', 'shop/b'],
    member: ['shop/a', 'shop/b'],
  },
  { title: 'other objects', event: { resource: 'pods' }, host: [], member: [] },
];

const keysOf = (event: AuditEvent, kind: 'host' | 'member') =>
  keysFromAudit([event], { kind }, { ownUsernames: ['seamark'] }).map(formatServiceKey);

describe('keysFromAudit', () => {
  for (const { title, event, host, member } of cases) {
    it(`of ${title}`, () => {
      assert.deepEqual(keysOf({ ...base, ...event }, 'host'), host);
      assert.deepEqual(keysOf({ ...base, ...event }, 'member'), member);
    });
  }

  it('has no key for an object without a name', () => {
    assert.deepEqual(keysOf({ ...nameless, verb: 'create' }, 'host'), []);
  });

  it('names each Service once, sorted', () => {
    const events = ['web', 'api', 'web'].map((name) => ({ ...base, name }));
    const keys = keysFromAudit(events, { kind: 'host' }, { ownUsernames: [] });
    assert.deepEqual(keys.map(formatServiceKey), ['shop/api', 'shop/web']);
  });
});
