import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import {
  clusterChanges,
  isUpToDate,
  refusalMark,
} from '../../../lib/core/propagation/cluster-changes.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
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
});

describe('what is written where', () => {
  const changesIn = (
    view: Parameters<typeof observedCluster>[1],
    applied: { readonly [cluster: string]: string } = {},
    settings = planSettings,
  ) => clusterChanges(manifest, [observedCluster('tokyo', view)], applied, settings);

  it('an absent copy is applied', () => {
    assert.deepEqual(changesIn({}).changes, [{ kind: 'apply', cluster: 'tokyo', manifest }]);
  });

  it('a copy that holds everything is left alone', () => {
    assert.deepEqual(changesIn({ service: aCopy() }), { changes: [], problems: [] });
  });

  it('a cluster that could not be read gets nothing', () => {
    const unread = {
      ...observedCluster('tokyo'),
      view: { kind: 'unread', failure: 'transient', message: 'no answer' },
    } as const;
    assert.deepEqual(clusterChanges(manifest, [unread], {}, planSettings).changes, []);
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
    assert.equal(changesIn({ service }).problems[0]?.reason, 'NamesakeRefused');
    const adopting = changesIn({ service }, {}, { ...planSettings, namesakes: 'adopt' });
    assert.equal(adopting.changes.length, 1);
  });

  it('the host’s own Service is never written as a copy', () => {
    const settings = { ...planSettings, hostCluster: 'tokyo' };
    assert.deepEqual(changesIn({ service: aService() }, {}, settings).changes, []);
  });
});
