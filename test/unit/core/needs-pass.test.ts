import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerEntry } from '../../../lib/core/model/ledger-entry.ts';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import type { Observed, ObservedCluster } from '../../../lib/core/model/observed.ts';
import type { ServiceObject } from '../../../lib/core/model/service-object.ts';
import type { PlanSettings } from '../../../lib/core/model/settings.ts';
import { serviceWork } from '../../../lib/core/model/work-key.ts';
import type { WorkRow } from '../../../lib/core/model/work-row.ts';
import { type Listed, needsPass, passReasons } from '../../../lib/core/needs-pass.ts';
import { planService } from '../../../lib/core/plan-service.ts';
import { desiredClusterService } from '../../../lib/core/propagation/cluster-service.ts';
import { refusalMark } from '../../../lib/core/propagation/up-to-date.ts';
import { statusChange } from '../../../lib/core/status/status-change.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aCopy, aService, planSettings } from '../../support/builders/service.ts';

const now = Date.UTC(2026, 0, 5, 10);
const { key } = aService();
const doneRow: WorkRow = {
  key: serviceWork(key),
  generation: 3,
  done: 3,
  fence: 3,
  attempts: 0,
  lastOutcome: 'done',
  applied: {},
};

const serving = (name: string, ip: string, ready = 2): ObservedCluster =>
  observedCluster(name, { service: aCopy({ ingress: [{ ip }] }), readyEndpoints: ready });
const both = [serving('oregon', '198.51.100.20'), serving('tokyo', '192.0.2.10')];

/** The Service and its entry once passes have told and published everything that these clusters come to. */
const settled = (
  given: Partial<Observed> = {},
  settings: PlanSettings = planSettings,
): Omit<Observed, 'row'> => {
  const service = given.service ?? aService();
  const clusters = given.clusters ?? both;
  const first = {
    key,
    now,
    clusters,
    ledger: [],
    resolved: {},
    row: doneRow,
    ...given,
    service,
  };
  const plan = planService(first, settings);
  const ledger = plan.zones.map(
    ({ zoneId, recordSets }): LedgerEntry => ({
      zoneId,
      key,
      desired: recordSets,
      desiredVersion: 1,
      applied: recordSets,
      appliedVersion: 1,
      past: [],
      blocked: [],
      attempts: 0,
    }),
  );
  const { stage, aggregate, problems, members } = plan;
  const told = {
    stage,
    aggregate,
    problems,
    registered: clusters.length,
    clusters: clusters.filter(({ cluster }) => members.includes(cluster.name)),
    ledger,
  };
  const change = statusChange(service, told, settings, now);
  const annotations = {
    ...service.annotations,
    ...(change.annotation === undefined
      ? {}
      : { 'federation.kubernetes.io/service-ingresses': change.annotation }),
  };
  const { row: _row, ...seen } = first;
  return {
    ...seen,
    ledger,
    service: {
      ...service,
      annotations,
      conditions: change.conditions ?? service.conditions,
      ingress: change.ingress ?? service.ingress,
    },
  };
};

const listed = (observed: Omit<Observed, 'row'>, given: Partial<Listed> = {}): Listed => ({
  observed,
  row: doneRow,
  pending: [],
  isResolved: false,
  ...given,
});

const reasonFor = (
  change: (now: Omit<Observed, 'row'>) => Partial<Observed>,
): string | undefined => {
  const steady = settled();
  return needsPass(listed({ ...steady, ...change(steady) }), planSettings).reason;
};

const edited = (service: Partial<ServiceObject>) => (steady: Omit<Observed, 'row'>) => ({
  service: { ...aService(), ...steady.service, ...service },
});

const entryOf = (steady: Omit<Observed, 'row'>, given: Partial<LedgerEntry>) =>
  steady.ledger.map((entry) => ({ ...entry, ...given }));

describe('a Service that is as it should be', () => {
  it('needs nothing', () => {
    assert.deepEqual(needsPass(listed(settled()), planSettings), {});
  });

  it('needs nothing where a host name is all that a level has, and everywhere its alias stands', () => {
    const hostname = 'lb-a.eu-west-1.elb.amazonaws.com';
    const clusters = [
      observedCluster('oregon', { service: aCopy({ ingress: [{ hostname }] }), readyEndpoints: 1 }),
    ];
    assert.deepEqual(needsPass(listed(settled({ clusters })), planSettings), {});
  });

  it('needs nothing where a cluster is not ready and that was told', () => {
    const clusters = [
      ...both,
      { cluster: aCluster('zurich', { conditions: [] }), view: { kind: 'not-ready' } },
    ] as const;
    assert.deepEqual(needsPass(listed(settled({ clusters })), planSettings), {});
  });

  it('needs nothing where a member keeps less than it is sent, and a pass has found that out', () => {
    const service = aCopy({ spec: { type: 'LoadBalancer', ports: [] } });
    const clusters = [observedCluster('oregon', { service })];
    const observed = settled({ clusters });
    assert.equal(needsPass(listed(observed), planSettings).reason, 'copies');
    const mark = refusalMark(desiredClusterService(aService(), planSettings), service);
    const row = { ...doneRow, applied: { oregon: mark } };
    assert.deepEqual(needsPass(listed(observed, { row }), planSettings), {});
  });

  it('needs nothing where its selector keeps it out of a cluster and that was told', () => {
    const selector = [{ key: 'tier', operator: '=', values: ['edge'] }];
    const service = aService({
      annotations: {
        'federation.alpha.kubernetes.io/cluster-selector': JSON.stringify(selector),
      },
    });
    const clusters = [
      observedCluster('oregon'),
      observedCluster(
        'tokyo',
        { service: aCopy({ ingress: [{ ip: '192.0.2.10' }] }), readyEndpoints: 2 },
        { labels: { tier: 'edge' } },
      ),
    ];
    assert.deepEqual(needsPass(listed(settled({ service, clusters })), planSettings), {});
  });

  it('and of no federation needs nothing, whatever its row says', () => {
    const service = aService({ labels: {}, finalizers: [] });
    const observed = { ...settled(), service, ledger: [], clusters: [] };
    const row = { ...doneRow, generation: 9 };
    assert.deepEqual(needsPass(listed(observed, { row }), planSettings), {});
  });
});

describe('a Service needs a pass', () => {
  const cases: readonly (readonly [string, string, Parameters<typeof reasonFor>[0]])[] = [
    ['finalizers', 'its finalizer was taken off', edited({ finalizers: [] })],
    [
      'names',
      'a cluster went empty',
      () => ({ clusters: [serving('oregon', '198.51.100.20', 0), serving('tokyo', '192.0.2.10')] }),
    ],
    ['names', 'it is deleted and has names', edited({ deletionTimestamp: '2026-01-05T09:59:00Z' })],
    [
      'copies',
      'a port changed',
      edited({ spec: { ...aService().spec, ports: [{ port: 8080, protocol: 'TCP' }] } }),
    ],
    [
      'pending',
      'what is wanted was never published, and its marker is gone',
      (steady) => ({ ledger: entryOf(steady, { appliedVersion: 0 }) }),
    ],
    ['status', 'somebody cleared its conditions', edited({ conditions: [] })],
    ['status', 'somebody changed its annotation', edited({ annotations: {} })],
  ];
  for (const [reason, title, change] of cases) {
    it(`for its ${reason}: ${title}`, () => assert.equal(reasonFor(change), reason));
  }

  const rows: readonly (readonly [string | undefined, string, Partial<WorkRow> | undefined])[] = [
    ['unknown', 'nobody ever asked for it', undefined],
    ['owed', 'a pass was asked for, and none is ahead', { generation: 4 }],
    ['owed', 'whoever held it is dead', { leaseHolder: 'a', leaseUntil: now - 1 }],
    [undefined, 'somebody works on it', { leaseHolder: 'a', leaseUntil: now, generation: 4 }],
    [undefined, 'a pass is ahead', { dueAt: now + 60_000, generation: 4 }],
    [undefined, 'a pass is a little late', { dueAt: now - 300_000, generation: 4 }],
    ['overdue', 'the message of its pass is lost', { dueAt: now - 300_001, generation: 4 }],
    ['failed', 'its last pass failed for good', { attempts: 1, lastOutcome: 'terminal' }],
    [undefined, 'its last pass failed, and the next is ahead', { attempts: 1, dueAt: now + 5_000 }],
  ];
  for (const [reason, title, row] of rows) {
    it(`${reason ?? 'not yet'}: ${title}`, () => {
      const { row: _row, ...rest } = listed(settled());
      const whole = row === undefined ? rest : { ...rest, row: { ...doneRow, ...row } };
      assert.equal(needsPass(whole, planSettings).reason, reason);
    });
  }

  it('for a look that nobody has planned', () => {
    const service = aService({ deletionTimestamp: '2026-01-05T09:59:00Z' });
    const clusters = [
      observedCluster('tokyo', {
        service: aCopy({ deletionTimestamp: '2026-01-05T09:59:30Z', finalizers: ['example/hold'] }),
      }),
    ];
    const steady = { ...settled({ service, clusters }), ledger: [] };
    assert.equal(needsPass(listed(steady), planSettings).reason, 'look');
    const row = { ...doneRow, dueAt: now + 10_000 };
    assert.equal(needsPass(listed(steady, { row }), planSettings).reason, undefined);
  });

  it('for the first of several reasons', () => {
    const reason = reasonFor((steady) => ({
      ...edited({ conditions: [], finalizers: [] })(steady),
      clusters: [serving('oregon', '198.51.100.20', 0), serving('tokyo', '192.0.2.10')],
    }));
    assert.equal(reason, 'finalizers');
    assert.equal(passReasons[1], 'finalizers');
  });
});

describe('names ahead of the pass', () => {
  const emptied = { clusters: [serving('oregon', '198.51.100.20', 0), both[1] ?? assert.fail()] };

  it('are those that the plan wants, as the next version', () => {
    const observed = { ...settled(), ...emptied };
    const { names } = needsPass(listed(observed), planSettings);
    const plan = planService({ ...observed, row: doneRow }, planSettings);
    assert.deepEqual(
      names?.map(({ entry }) => [entry.zoneId, entry.desiredVersion, entry.desired]),
      [['Z1', 2, plan.zones[0]?.recordSets]],
    );
    assert.deepEqual(names?.[0]?.entry.past, observed.ledger[0]?.desired);
  });

  it('are none where Seamark does not hold the Service yet', () => {
    const observed = { ...settled(), ...emptied };
    const service = { ...aService(), ...observed.service, finalizers: [] };
    const need = needsPass(listed({ ...observed, service }), planSettings);
    assert.deepEqual(need, { reason: 'finalizers' });
  });

  it('are none where an address is new: should its cluster fall silent, only the annotation keeps it', () => {
    const clusters = [serving('oregon', '198.51.100.99'), both[1] ?? assert.fail()];
    const need = needsPass(listed({ ...settled(), clusters }), planSettings);
    assert.deepEqual(need, { reason: 'names' });
  });

  it('of a Service that nobody declares any more are withdrawn in every zone', () => {
    const { service: _gone, ...observed } = settled();
    const other = entryOf(observed, { zoneId: 'Z2' });
    const ledger = [...observed.ledger, ...other];
    const need = needsPass(listed({ ...observed, ledger, clusters: [] }), planSettings);
    assert.equal(need.reason, 'names');
    assert.deepEqual(
      need.names?.map(({ entry }) => [entry.zoneId, entry.desired]),
      [
        ['Z1', []],
        ['Z2', []],
      ],
    );
  });

  it('of one that is gone and has none are left alone', () => {
    const { service: _gone, ...observed } = settled();
    const ledger = entryOf(observed, { desired: [], applied: [] });
    assert.deepEqual(needsPass(listed({ ...observed, ledger, clusters: [] }), planSettings), {});
  });
});

describe('what can not be known', () => {
  it('a cluster that can not be read: copies and names elsewhere count, what is told does not', () => {
    const unread = {
      cluster: aCluster('tokyo'),
      view: { kind: 'unread', failure: 'transient', message: 'no answer' },
    } as const;
    const [oregon] = both;
    assert.ok(oregon);
    assert.equal(
      reasonFor(() => ({ clusters: [oregon, unread] })),
      undefined,
    );
    assert.equal(
      reasonFor(() => ({ clusters: [serving('oregon', '198.51.100.20', 0), unread] })),
      'names',
    );
    assert.equal(
      reasonFor(() => ({ clusters: [observedCluster('oregon'), unread] })),
      'names',
    );
  });

  it('the hosted zone: names stay as they are, and nothing is told of them', () => {
    const { zoneId: _id, ...dns } = planSettings.dns;
    const without = { ...planSettings, dns };
    const observed = {
      ...settled(),
      clusters: [serving('oregon', '198.51.100.99'), ...both.slice(1)],
    };
    assert.deepEqual(needsPass(listed(observed), without), {});
  });

  it('the hosted zone, and that was told', () => {
    const { zoneId: _id, ...dns } = planSettings.dns;
    const without = { ...planSettings, dns };
    const zoneFailure = 'Cannot find a hosted zone for seamark.example';
    const observed = settled({ zoneFailure }, without);
    assert.equal(needsPass(listed({ ...observed, ledger: [] }), without).reason, 'look');
    const row = { ...doneRow, dueAt: now + 60_000 };
    assert.deepEqual(needsPass(listed({ ...observed, ledger: [] }, { row }), without), {});
  });

  it('the hosted zone, and that was not told yet', () => {
    const { zoneId: _id, ...dns } = planSettings.dns;
    const without = { ...planSettings, dns };
    const observed = { ...settled(), zoneFailure: 'Cannot find a hosted zone for seamark.example' };
    assert.deepEqual(needsPass(listed(observed), without), { reason: 'status' });
  });

  it('host names: nothing is said before they are resolved', () => {
    const hosts = ['lb-a.example.com', 'lb-b.example.com'];
    const clusters = hosts.map((hostname, at) =>
      observedCluster(`c${at}`, { service: aCopy({ ingress: [{ hostname }] }), readyEndpoints: 1 }),
    );
    const resolved = Object.fromEntries(
      hosts.map((host, at) => [host, { addresses: [`192.0.2.${at}`], ttlSeconds: 60 }]),
    );
    const observed = settled({ clusters, resolved });
    const row = { ...doneRow, dueAt: now + 60_000 };
    const before = listed({ ...observed, resolved: {} }, { row });
    assert.deepEqual(needsPass(before, planSettings), { unresolved: hosts });
    const after = listed(observed, { row, isResolved: true });
    assert.deepEqual(needsPass(after, planSettings), {});
  });
});

describe('what waits for its publisher', () => {
  const observed = settled();
  const ledger = entryOf(observed, { desiredVersion: 2 });
  it('needs no pass while its marker stands, only its publisher', () => {
    // A pass has told it so.
    const { conditions = [] } = observed.service ?? {};
    const waiting = conditions.map((condition) =>
      condition.type === 'DNSInSync'
        ? {
            ...condition,
            status: 'False' as const,
            reason: 'Publishing',
            message: 'waiting for hosted zone Z1',
          }
        : condition,
    );
    const service = { ...aService(), ...observed.service, conditions: waiting };
    const need = (pending: Listed['pending']) =>
      needsPass(listed({ ...observed, service, ledger }, { pending }), planSettings);
    assert.deepEqual(need([{ zoneId: 'Z1', version: 2 }]), { waiting: ['Z1'] });
    const late = { reason: 'pending', waiting: ['Z1'] };
    assert.deepEqual(need([{ zoneId: 'Z1', version: 1 }]), late);
    assert.deepEqual(need([{ zoneId: 'Z2', version: 2 }]), { ...late, waiting: ['Z2'] });
    assert.deepEqual(need([]), { reason: 'pending' });
  });

  it('leads its publisher to a marker that came after its version was published', () => {
    const pending = [{ zoneId: 'Z1', version: 1 }];
    assert.deepEqual(needsPass(listed(observed, { pending }), planSettings), { waiting: ['Z1'] });
  });

  it('the finalizer of these tests is the one that holds', () => {
    assert.deepEqual(observed.service?.finalizers, [deleteFinalizer]);
  });
});
