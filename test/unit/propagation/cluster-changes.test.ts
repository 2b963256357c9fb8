import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure } from '../../../lib/core/model/failure.ts';
import type { JsonObject } from '../../../lib/core/model/json.ts';
import type { ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import { clusterChanges } from '../../../lib/core/propagation/cluster-changes.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
import { isUpToDate, refusalMark } from '../../../lib/core/propagation/up-to-date.ts';
import { observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

const manifest = desiredClusterService(aService(), planSettings);

const port = { name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 };

describe('whether a copy must be written', () => {
  const table: readonly [string, Partial<ServiceObject>, boolean][] = [
    ['what the cluster allocated is no difference', {}, true],
    [
      'S16: metadata of the cluster is no difference',
      { annotations: { cloud: 'x' }, finalizers: ['service.kubernetes.io/load-balancer-cleanup'] },
      true,
    ],
    [
      'S14, S25: fields that the server filled in are no difference',
      { spec: { ...aCopy().spec, internalTrafficPolicy: 'Cluster', sessionAffinity: 'None' } },
      true,
    ],
    [
      'a port that somebody else added is no difference',
      { spec: { ...aCopy().spec, ports: [port, { name: 'x', port: 9, protocol: 'TCP' }] } },
      true,
    ],
    [
      'an absent protocol is TCP',
      {
        spec: {
          ...aCopy().spec,
          ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }],
        },
      },
      true,
    ],
    ['a changed label is one', { labels: { ...aCopy().labels, app: 'other' } }, false],
    [
      'a changed target port is one',
      { spec: { ...aCopy().spec, ports: [{ ...port, targetPort: 9090 }] } },
      false,
    ],
    [
      'a selector is replaced whole: one more key is one',
      { spec: { ...aCopy().spec, selector: { app: 'web', extra: 'x' } } },
      false,
    ],
    [
      'a field that we own and no longer want is one',
      { appliedFields: { 'f:spec': { 'f:externalTrafficPolicy': {} } } },
      false,
    ],
    [
      'a port that we own and no longer want is one',
      {
        appliedFields: {
          'f:spec': { 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
        },
      },
      false,
    ],
    [
      'owning what we want is no difference',
      {
        appliedFields: {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
        },
      },
      true,
    ],
  ];
  for (const [name, given, upToDate] of table) {
    it(name, () => assert.equal(isUpToDate(manifest, aCopy(given)), upToDate));
  }

  it('W6: ports in another order are a difference, ports of others between them are none', () => {
    const ports = [port, { name: 'b', port: 81, protocol: 'UDP' }];
    const two = { ...manifest, spec: { ...manifest.spec, ports } };
    const other = { name: 'x', port: 9, protocol: 'TCP' };
    const holding = (stored: readonly JsonObject[]) =>
      isUpToDate(two, aCopy({ spec: { ...aCopy().spec, ports: stored } }));
    assert.equal(holding(ports), true);
    assert.equal(holding(ports.toReversed()), false);
    assert.equal(holding([...ports.slice(0, 1), other, ...ports.slice(1)]), true);
    assert.equal(holding([other, ...ports]), true);
  });

  it('an empty map that was declared is none where the API stores none', () => {
    const empty = { ...manifest, spec: { ...manifest.spec, sessionAffinityConfig: {} } };
    assert.equal(isUpToDate(empty, aCopy()), true);
  });
});

describe('what is written where', () => {
  const chosen = (...clusters: readonly ObservedCluster[]) => ({ chosen: clusters, others: [] });
  const changesIn = (
    view: Parameters<typeof observedCluster>[1],
    applied: { readonly [cluster: string]: string } = {},
    settings = planSettings,
  ) => clusterChanges(aService(), chosen(observedCluster('tokyo', view)), applied, settings);

  it('an absent copy is applied, its namespace made where that is wished', () => {
    const apply = { kind: 'apply', cluster: 'tokyo', manifest } as const;
    assert.deepEqual(changesIn({}).changes, [{ ...apply, createNamespace: true }]);
    const settings = { ...planSettings, createNamespaces: false };
    assert.deepEqual(changesIn({}, {}, settings).changes, [{ ...apply, createNamespace: false }]);
  });

  it('a copy that holds everything is left alone', () => {
    assert.deepEqual(changesIn({ service: aCopy() }), { changes: [], problems: [] });
  });

  const failures: readonly [Failure, string][] = [
    [{ failure: 'transient', message: 'no answer' }, 'ClusterFailed'],
    [{ failure: 'throttled', message: 'no answer' }, 'ClusterFailed'],
    [{ failure: 'terminal', message: 'no answer' }, 'RefusedByCluster'],
    [
      { failure: 'transient', message: 'no answer', reason: 'NamespaceTerminating' },
      'NamespaceTerminating',
    ],
    [{ failure: 'terminal', message: 'no answer', reason: 'NamespaceMissing' }, 'NamespaceMissing'],
    [{ failure: 'terminal', message: 'no answer', reason: 'Forbidden' }, 'RefusedByCluster'],
  ];
  for (const [failure, reason] of failures) {
    it(`F03: a cluster that could not be read gets nothing: ${reason}`, () => {
      const view = { kind: 'unread', ...failure } as const;
      const unread = { ...observedCluster('tokyo'), view };
      assert.deepEqual(clusterChanges(aService(), chosen(unread), {}, planSettings), {
        changes: [],
        problems: [
          { condition: 'Propagated', reason, cluster: 'tokyo', message: 'tokyo: no answer' },
        ],
      });
    });
  }

  it('a cluster that is not ready gets nothing', () => {
    const silent = { ...observedCluster('tokyo'), view: { kind: 'not-ready' } } as const;
    const nothing = { changes: [], problems: [] };
    assert.deepEqual(clusterChanges(aService(), chosen(silent), {}, planSettings), nothing);
  });

  it('a copy that is going away is waited for, then made anew', () => {
    const service = aCopy({ deletionTimestamp: '2026-01-05T10:00:00Z', finalizers: ['x'] });
    const { changes, problems } = changesIn({ service });
    assert.deepEqual(changes, []);
    assert.deepEqual(
      problems.map(({ reason, message }) => [reason, message]),
      [['WaitingForCluster', 'tokyo is deleting its copy (finalizers: x)']],
    );
  });

  it('S10: a dual-stack member keeps the family that it added', () => {
    const asked = aService({
      spec: { ...aService().spec, ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv6'] },
      claimedSpec: { 'f:ipFamilyPolicy': {}, 'f:ipFamilies': {} },
    });
    const families = (ipFamilies: readonly string[]) => ({
      service: aCopy({
        spec: { ...aCopy().spec, ipFamilyPolicy: 'PreferDualStack', ipFamilies, selector: {} },
      }),
    });
    const sent = (ipFamilies: readonly string[]) => {
      const member = observedCluster('tokyo', families(ipFamilies));
      const [change] = clusterChanges(asked, chosen(member), {}, planSettings).changes;
      return change?.kind === 'apply' ? change.manifest.spec['ipFamilies'] : undefined;
    };
    assert.deepEqual(sent(['IPv6', 'IPv4']), ['IPv6', 'IPv4']);
    assert.deepEqual(sent(['IPv6']), ['IPv6']);
    assert.deepEqual(sent(['IPv4']), ['IPv6']);
  });

  const elsewhere = (...clusters: readonly ObservedCluster[]) =>
    clusterChanges(aService(), { chosen: [], others: clusters }, {}, planSettings);

  it('W28: a cluster that is not chosen loses our own copy, and nothing else', () => {
    const del = { kind: 'delete', cluster: 'tokyo', uid: 'uid-copy' };
    assert.deepEqual(elsewhere(observedCluster('tokyo', { service: aCopy() })).changes, [del]);
    const foreign = aCopy({ labels: { app: 'web', 'federation.seamark.dev/federation': 'other' } });
    const none = { changes: [], problems: [] };
    assert.deepEqual(elsewhere(observedCluster('tokyo', { service: foreign })), none);
    assert.deepEqual(elsewhere(observedCluster('tokyo')), none);
    const view = { kind: 'not-ready' } as const;
    assert.deepEqual(elsewhere({ ...observedCluster('tokyo'), view }), none);
  });

  it('while the selector can’t be read nothing is placed or removed', () => {
    const problem = { condition: 'Propagated', reason: 'InvalidSelector', message: 'odd' } as const;
    const placement = { ...chosen(observedCluster('tokyo')), problem };
    const found = clusterChanges(aService(), placement, {}, planSettings);
    assert.deepEqual(found, { changes: [], problems: [problem] });
  });

  it('a member that silently drops a field causes one write, until something changes', () => {
    const kept = aCopy({ labels: { 'federation.seamark.dev/federation': 'demo' } });
    const applied = { tokyo: refusalMark(manifest, kept) };
    assert.equal(changesIn({ service: kept }).changes.length, 1);
    assert.equal(changesIn({ service: kept }, applied).changes.length, 0);
    const edited = { ...kept, annotations: { by: 'hand' } };
    assert.equal(changesIn({ service: edited }, applied).changes.length, 1);
  });

  it('W28: a namesake is refused, or adopted where that is set', () => {
    const service = aCopy({ labels: { app: 'web' } });
    assert.deepEqual(changesIn({ service }).problems, [
      {
        condition: 'Propagated',
        reason: 'NamesakeRefused',
        cluster: 'tokyo',
        message: 'tokyo already has a Service shop/web that Seamark did not make',
      },
    ]);
    const adopting = changesIn({ service }, {}, { ...planSettings, namesakes: 'adopt' });
    assert.deepEqual(adopting.changes, [
      {
        kind: 'apply',
        cluster: 'tokyo',
        manifest,
        createNamespace: true,
        adopts: service.resourceVersion,
      },
    ]);
    const going = { ...service, deletionTimestamp: '2026-01-05T10:00:00Z' };
    const waiting = changesIn({ service: going }, {}, { ...planSettings, namesakes: 'adopt' });
    assert.deepEqual([waiting.changes.length, waiting.problems.length], [0, 1]);
  });

  it('a cluster that is no longer chosen and still holds its copy is waited for', () => {
    const service = aCopy({ deletionTimestamp: '2026-01-05T10:00:00Z', finalizers: ['cloud/x'] });
    const elsewhere = { chosen: [], others: [observedCluster('tokyo', { service })] };
    const { changes, problems } = clusterChanges(aService(), elsewhere, {}, planSettings);
    assert.deepEqual(changes, []);
    assert.deepEqual(
      problems.map(({ reason, message }) => `${reason} ${message}`),
      ['WaitingForCluster tokyo is deleting its copy (finalizers: cloud/x)'],
    );
  });

  it('the host’s own Service is never written as a copy', () => {
    const settings = { ...planSettings, hostCluster: 'tokyo' };
    assert.deepEqual(changesIn({ service: aService() }, {}, settings).changes, []);
    const elsewhere = { chosen: [], others: [observedCluster('tokyo', { service: aCopy() })] };
    assert.deepEqual(clusterChanges(aService(), elsewhere, {}, settings).changes, []);
    const view = { kind: 'unread', failure: 'transient', message: 'no answer' } as const;
    const unread = chosen({ ...observedCluster('tokyo'), view });
    assert.equal(clusterChanges(aService(), unread, {}, settings).problems.length, 1);
  });
});
