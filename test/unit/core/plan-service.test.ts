import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import type { Observed } from '../../../lib/core/model/observed.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import { hostNamesOf, planService } from '../../../lib/core/plan-service.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aLedgerEntry, anAddressSet } from '../../support/builders/ledger-entry.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

const key = { namespace: 'shop', name: 'web' };
const deletionTimestamp = '2026-01-05T10:00:00Z';

const observed = (given: Partial<Observed> = {}): Observed => ({
  key,
  now: Date.parse(deletionTimestamp) + 5_000,
  service: aService(),
  clusters: [],
  ledger: [],
  resolved: {},
  row: { key: serviceWork(key), generation: 1, done: 0, fence: 1, attempts: 0, applied: {} },
  ...given,
});

const serving = (name: string, ip: string, given: Parameters<typeof observedCluster>[2] = {}) =>
  observedCluster(
    name,
    { service: aCopy({ uid: `uid-${name}`, ingress: [{ ip }] }), readyEndpoints: 1 },
    given,
  );

const withdrawn = {
  conditions: [
    ...aCluster('any').conditions,
    {
      type: 'Withdrawn',
      status: 'True',
      reason: 'DataPlaneFails',
      message: '',
      lastProbeTime: deletionTimestamp,
      lastTransitionTime: deletionTimestamp,
    },
  ],
} as const;

const globalAddresses = (clusters: Observed['clusters']) =>
  planService(observed({ clusters }), planSettings)
    .zones.flatMap(({ recordSets }) => recordSets)
    .filter(({ name, type }) => name === 'web.shop.demo.svc.seamark.example' && type === 'A')
    .flatMap((set) => ('values' in set ? set.values : []));

describe('the plan of a declared Service', () => {
  it('names the clusters that it belongs in, and takes hold of it first', () => {
    const clusters = [observedCluster('oregon'), observedCluster('tokyo')];
    const service = aService({ finalizers: ['x'] });
    const plan = planService(observed({ clusters, service }), planSettings);
    assert.deepEqual(plan.members, ['oregon', 'tokyo']);
    assert.deepEqual(plan.finalizers, { finalizers: [deleteFinalizer, 'x'].sort() });
    assert.deepEqual(
      plan.clusterChanges.map(({ kind, cluster }) => `${kind} ${cluster}`),
      ['apply oregon', 'apply tokyo'],
    );
  });

  it('leaves finalizers alone that are there', () => {
    assert.ok(!('finalizers' in planService(observed(), planSettings)));
  });

  it('W4: a cluster that leaves takes no part, and loses its copy where the settings say so', () => {
    const clusters = [serving('tokyo', '192.0.2.1', { deleting: true })];
    const plan = planService(observed({ clusters }), { ...planSettings, leaving: 'remove' });
    assert.deepEqual(plan.members, []);
    assert.deepEqual(plan.clusterChanges, [{ kind: 'delete', cluster: 'tokyo', uid: 'uid-tokyo' }]);
  });

  it('W7: addresses of a withdrawn cluster leave the names, unless nobody else serves', () => {
    const dark = serving('oregon', '192.0.2.1', withdrawn);
    assert.deepEqual(globalAddresses([dark, serving('tokyo', '192.0.2.2')]), ['192.0.2.2']);
    assert.deepEqual(globalAddresses([dark]), ['192.0.2.1']);
    const silent = { cluster: aCluster('tokyo'), view: { kind: 'not-ready' } } as const;
    assert.deepEqual(globalAddresses([dark, silent]), ['192.0.2.1']);
  });
});

describe('the plan of a Service that is let go of', () => {
  const sets = [anAddressSet('a', '192.0.2.1')];
  const entry = aLedgerEntry({ desired: sets, applied: sets });
  const withdrawal = [{ zoneId: 'Z1', recordSets: [] }];

  it('that is gone: nothing but its records go', () => {
    const clusters = [serving('tokyo', '192.0.2.1')];
    const { service: _service, ...vanished } = observed({ ledger: [entry], clusters });
    assert.deepEqual(planService(vanished, planSettings), {
      key,
      stage: 'unfederated',
      members: [],
      clusterChanges: [],
      problems: [],
      aggregate: { ingresses: [], status: [] },
      zones: withdrawal,
    });
  });

  it('W3: that is deleted: records first, and a look in ten seconds', () => {
    const service = aService({ deletionTimestamp });
    assert.deepEqual(planService(observed({ service, ledger: [entry] }), planSettings), {
      key,
      stage: 'withdrawing',
      members: [],
      clusterChanges: [],
      zones: withdrawal,
      problems: [],
      aggregate: { ingresses: [], status: [] },
      lookAgainAfterMs: 10_000,
    });
  });

  it('whose last copy is gone: the finalizer goes, and nobody needs to look again', () => {
    const service = aService({ deletionTimestamp, finalizers: ['x', deleteFinalizer] });
    const clusters = [observedCluster('tokyo')];
    const plan = planService(observed({ service, clusters }), planSettings);
    assert.deepEqual([plan.stage, plan.members], ['releasing', ['tokyo']]);
    assert.deepEqual(plan.finalizers, { finalizers: ['x'] });
    assert.ok(!('lookAgainAfterMs' in plan));
  });

  it('W4: a cluster that leaves with its copies is not asked for them, unless they go with it', () => {
    const service = aService({ deletionTimestamp });
    const clusters = [
      serving('oregon', '192.0.2.1', { deleting: true }),
      serving('tokyo', '192.0.2.2'),
    ];
    const where = (leaving: 'keep' | 'remove') =>
      planService(observed({ service, clusters }), { ...planSettings, leaving });
    assert.deepEqual(where('keep').members, ['tokyo']);
    assert.deepEqual(where('keep').clusterChanges, [
      { kind: 'delete', cluster: 'tokyo', uid: 'uid-tokyo' },
    ]);
    assert.deepEqual(where('remove').members, ['oregon', 'tokyo']);
    assert.equal(where('remove').clusterChanges.length, 2);
  });
});

describe('the host names that names may rest on', () => {
  it('are those that were told before and those seen now, each once, in order', () => {
    const items = [
      { cluster: 'a', items: [{ hostname: 'c.test' }, { hostname: 'b.test' }] },
      { cluster: 'b', items: null },
    ];
    const annotation = { 'federation.kubernetes.io/service-ingresses': JSON.stringify({ items }) };
    const clusters = [
      observedCluster('a', { service: aCopy({ ingress: [{ hostname: 'a.test' }] }) }),
      observedCluster('b', { service: aCopy({ ingress: [{ hostname: 'b.test' }] }) }),
      observedCluster('c'),
      { cluster: aCluster('d'), view: { kind: 'not-ready' } } as const,
    ];
    const service = aService({ annotations: annotation });
    assert.deepEqual(hostNamesOf(service, clusters), ['a.test', 'b.test', 'c.test']);
    assert.deepEqual(hostNamesOf(undefined, []), []);
  });
});

describe('which Services are federated', () => {
  it('none selected means all, but the API server’s own', () => {
    const all = { ...planSettings, selector: [] };
    const stageOf = (namespace: string, name: string) => {
      const service = aService({ key: { namespace, name }, labels: {}, finalizers: [] });
      return planService(observed({ service }), all).stage;
    };
    assert.equal(stageOf('default', 'kubernetes'), 'unfederated');
    assert.equal(stageOf('default', 'web'), 'propagating');
    assert.equal(stageOf('shop', 'kubernetes'), 'propagating');
  });
});
