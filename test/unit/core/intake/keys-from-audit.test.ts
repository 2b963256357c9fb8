import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keysFromAudit } from '../../../../lib/core/intake/keys-from-audit.ts';
import type { AuditEvent } from '../../../../lib/core/model/audit-event.ts';
import { formatWorkKey } from '../../../../lib/core/model/work-key.ts';

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
};
const endpoints = { resource: 'endpoints' };
const slices = { apiGroup: 'discovery.k8s.io', resource: 'endpointslices', name: 'web-x7k2p' };
const collection = {
  verb: 'deletecollection',
  items: [{ namespace: 'shop', name: 'a' }, { name: 'b' }],
};
const { name: _name, ...nameless } = base;
const { name: _slice, ...namelessSlice } = slices;
const { statusCode: _code, ...codeless } = base;
const { namespace: _namespace, ...clusterWide } = base;
const cluster = { ...clusterWide, apiGroup: 'federation.seamark.dev', resource: 'clusters' };
const secret = { resource: 'secrets', namespace: 'seamark-system', name: 'tokyo' };

type Case = {
  readonly title: string;
  readonly event: AuditEvent;
  readonly host: readonly string[];
  readonly member: readonly string[];
};

const on = (over: Partial<AuditEvent>): AuditEvent => ({ ...base, ...over });
const both = (title: string, event: AuditEvent, keys: readonly string[]): Case => ({
  title,
  event,
  host: keys,
  member: keys,
});
const host = (title: string, event: AuditEvent, keys: readonly string[]): Case => ({
  title,
  event,
  host: keys,
  member: [],
});
const member = (title: string, event: AuditEvent, keys: readonly string[]): Case => ({
  title,
  event,
  host: [],
  member: keys,
});

const web = ['service/shop/web'];
const shop = ['namespace/shop'];
const fleet = ['fleet'];

const cases: readonly Case[] = [
  both('a write of a Service', base, web),
  both('a name as long as names may be', on({ name: 'w'.repeat(63) }), [
    `service/shop/${'w'.repeat(63)}`,
  ]),
  both('a longer one', on({ name: 'w'.repeat(64) }), []),
  both('a name that no Service has', on({ name: 'Web' }), []),
  both('a name with a slash', on({ name: 'web/more' }), []),
  both('a name on two lines', on({ name: 'web\n' }), []),
  both('a namespace that none has', on({ namespace: 'a/b' }), []),
  both('a Service without a name in such a one', { ...nameless, namespace: '*' }, []),
  both('its status', on({ subresource: 'status' }), web),
  both('a request through its proxy', on({ subresource: 'proxy' }), []),
  both('a create', on({ verb: 'create', statusCode: 201 }), web),
  both('a delete that goes on', on({ verb: 'delete', statusCode: 202 }), web),
  both('a read', on({ verb: 'get' }), []),
  both('a dry run', on({ dryRun: true }), []),
  both('a refusal', on({ statusCode: 409 }), []),
  both('a redirection', on({ statusCode: 300 }), []),
  both('an answer before the answer', on({ statusCode: 101 }), []),
  both('a write that timed out, which may have been stored', on({ statusCode: 504 }), web),
  both('a write whose outcome nobody knows', codeless, web),
  both('a panic, after which nobody knows', on({ stage: 'Panic', statusCode: 500 }), web),
  both('an early stage', on({ stage: 'ResponseStarted' }), []),
  both('a request that only came in', { ...codeless, stage: 'RequestReceived' }, []),
  both('our own write', on({ username: 'seamark' }), []),
  both('other objects', on({ resource: 'pods' }), []),
  both('a collection', on(collection), ['service/shop/a', 'service/shop/b']),
  both('a collection in which nothing was', on({ verb: 'deletecollection', items: [] }), []),
  both('a collection that nobody lists', { ...nameless, verb: 'deletecollection' }, shop),
  both('a made-up name that nobody tells', { ...nameless, verb: 'create' }, shop),
  both(
    'a nameless thing without a namespace',
    { ...cluster, resource: 'services', apiGroup: '' },
    [],
  ),
  member('Endpoints', on(endpoints), web),
  member(
    'Endpoints in kube-system',
    on({ ...endpoints, namespace: 'kube-system', username: 'system:kube-controller-manager' }),
    ['service/kube-system/web'],
  ),
  member(
    'Endpoints that a leader holds',
    on({ ...endpoints, namespace: 'kube-system', name: 'lock', username: 'system:lock' }),
    [],
  ),
  member(
    'Endpoints elsewhere that are called as their writer is',
    on({ ...endpoints, name: 'lock', username: 'system:lock' }),
    ['service/shop/lock'],
  ),
  member('Endpoints without a name', { ...nameless, ...endpoints, verb: 'create' }, []),
  member(
    'a slice whose name nobody tells, but its owner',
    { ...nameless, ...namelessSlice, serviceName: 'api', verb: 'create' },
    ['service/shop/api'],
  ),
  member('a slice with a name on two lines', on({ ...slices, name: 'x\nweb-x7k2p' }), []),
  member('a slice with a longer end', on({ ...slices, name: 'web-x7k2pq' }), []),
  member(
    'Endpoints that went together',
    { ...nameless, ...endpoints, verb: 'deletecollection' },
    shop,
  ),
  member('a slice by its name', on(slices), web),
  member('a slice by its label or owner', on({ ...slices, serviceName: 'api' }), [
    'service/shop/api',
  ]),
  member('a slice of no Service', on({ ...slices, name: 'custom' }), []),
  member('a slice of a Service whose name has dashes', on({ ...slices, name: 'web-api-x7k2p' }), [
    'service/shop/web-api',
  ]),
  member(
    'a slice whose name nobody tells',
    { ...nameless, ...namelessSlice, verb: 'create', statusCode: 201 },
    [],
  ),
  member(
    'slices that went together',
    { ...nameless, ...namelessSlice, verb: 'deletecollection' },
    shop,
  ),
  member('a slice of another group', on({ ...slices, apiGroup: 'example.test' }), []),
  host(
    'a Cluster that joins',
    { ...cluster, name: 'tokyo', verb: 'create', statusCode: 201 },
    fleet,
  ),
  host('a Cluster that is changed', { ...cluster, name: 'tokyo', verb: 'patch' }, fleet),
  host('a Cluster that leaves', { ...cluster, name: 'tokyo', verb: 'delete' }, fleet),
  host('all Clusters that leave', { ...cluster, verb: 'deletecollection' }, fleet),
  host('a status of a Cluster', { ...cluster, name: 'tokyo', subresource: 'status' }, []),
  host('a Cluster of another group', { ...cluster, apiGroup: 'cluster.x-k8s.io' }, []),
  host('credentials that are made', on({ ...secret, verb: 'create', statusCode: 201 }), fleet),
  host('credentials that are rotated', on({ ...secret, verb: 'patch' }), fleet),
  host('credentials that go', on({ ...secret, verb: 'delete' }), fleet),
  host('a Secret elsewhere', on({ ...secret, namespace: 'shop' }), []),
  host('credentials that could not be written', on({ ...secret, statusCode: 403 }), []),
];

const settings = { ownUsernames: ['seamark'], secretNamespace: 'seamark-system' };
const keysOf = (events: readonly AuditEvent[], kind: 'host' | 'member') =>
  keysFromAudit(events, { kind }, settings).map(formatWorkKey);

describe('keysFromAudit', () => {
  for (const { title, event, host: onHost, member: inMember } of cases) {
    it(`of ${title}`, () => {
      assert.deepEqual(keysOf([event], 'host'), onHost);
      assert.deepEqual(keysOf([event], 'member'), inMember);
    });
  }

  it('names each Service once, sorted', () => {
    const events = ['web', 'api', 'web'].map((name) => on({ name }));
    assert.deepEqual(keysOf(events, 'host'), ['service/shop/api', 'service/shop/web']);
  });

  it('drops our own writes and keeps what others wrote to the same object', () => {
    const own = on({ username: 'seamark' });
    assert.deepEqual(keysOf([own, own], 'host'), []);
    assert.deepEqual(keysOf([own, base, own], 'host'), web);
    assert.deepEqual(keysOf([on({ username: 'seamark-other' })], 'host'), web);
  });

  it('never asks for a look because of what a look writes', () => {
    const status = { ...cluster, name: 'tokyo', subresource: 'status' };
    const finalizer = { ...cluster, name: 'tokyo', verb: 'patch' };
    const written = [status, finalizer].map((event) => ({ ...event, username: 'seamark' }));
    assert.deepEqual(keysOf(written, 'host'), []);
    // Even where nobody said which user is ours.
    const unknown = keysFromAudit([status], { kind: 'host' }, { ...settings, ownUsernames: [] });
    assert.deepEqual(unknown, []);
  });
});
