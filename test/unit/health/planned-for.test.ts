import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fleetChange, plannedFor } from '../../../lib/core/health/planned-for.ts';
import { mustWrite } from '../../../lib/core/health/status-change.ts';
import type {
  Cluster,
  ClusterCondition,
  ClusterCredentials,
} from '../../../lib/core/model/cluster.ts';
import { aCluster } from '../../support/builders/cluster.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { readVectors, wanted } from '../../support/read-vectors.ts';

const topic = 'federated-informer';

type State = {
  readonly ready: boolean;
  readonly spec?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly zones?: readonly string[];
  readonly lastProbeTime?: number;
};
type Given = {
  readonly event?: string;
  readonly cluster?: State;
  readonly old?: State;
  readonly new?: State;
};
type Expect = {
  readonly targetInformerStarted?: boolean;
  readonly targetInformerStopped?: boolean;
  readonly clusterAvailable?: number;
  readonly servicesRequeued?: boolean;
};

const condition = (status: 'True' | 'False', probed: number): ClusterCondition => ({
  type: 'Ready',
  status,
  reason: '',
  message: '',
  lastProbeTime: new Date(probed * 1_000).toISOString(),
  lastTransitionTime: '2026-01-05T10:00:00Z',
});

const clusterIn = ({ ready, spec, labels, zones, lastProbeTime }: State): Cluster =>
  aCluster('a', {
    conditions: [condition(ready ? 'True' : 'False', lastProbeTime ?? 0)],
    serverAddresses: [{ clientCidr: '', serverAddress: spec ?? 'A' }],
    labels: labels ?? {},
    ...(zones ? { zones } : {}),
  });

describe('W35: what makes every Service worth a look', () => {
  const cases = readVectors<Given, Expect>(topic).filter(
    ({ name, given: { event } }) =>
      (event === 'add' || event === 'update') && isApplicable(topic, name),
  );
  for (const one of cases) {
    it(one.name, () => {
      const { cluster, old, new: next } = one.given;
      const before = old && plannedFor(clusterIn(old));
      const now = next ?? cluster;
      assert.ok(now);
      const change = fleetChange(before, plannedFor(clusterIn(now)));
      const { servicesRequeued, targetInformerStarted, targetInformerStopped } = wanted(one);
      const asked = servicesRequeued ?? Boolean(targetInformerStarted || targetInformerStopped);
      assert.equal(change !== undefined, asked);
    });
  }

  const ready = plannedFor(aCluster('a'));
  const table: readonly [string, Partial<Cluster>, ReturnType<typeof fleetChange>][] = [
    ['nothing', {}, undefined],
    ['W35: unready', { conditions: [condition('False', 0)] }, 'became-unavailable'],
    ['W35: another region', { region: 'r9' }, 'changed'],
    ['W35: leaving', { deleting: true }, 'changed'],
    ['W37: another Secret', { credentials: { kind: 'secret', name: 's2' } }, 'changed'],
    [
      'another context of its kubeconfig',
      { credentials: { kind: 'stored-kubeconfig', name: 's', context: 'c' } },
      'changed',
    ],
    [
      'a role on EKS',
      { credentials: { kind: 'eks', cluster: { clusterName: 'a', roleArn: 'arn' } } },
      'changed',
    ],
    ['two ways at once', { credentials: { kind: 'unclear', fields: ['eks'] } }, 'changed'],
    [
      'withdrawn',
      { conditions: [condition('True', 0), { ...condition('True', 0), type: 'Withdrawn' }] },
      'changed',
    ],
    ['another version of the object', { resourceVersion: '9' }, undefined],
  ];
  for (const [name, given, expected] of table) {
    it(name, () => assert.equal(fleetChange(ready, plannedFor(aCluster('a', given))), expected));
  }

  it('a cluster that is ready at the first look became available', () => {
    assert.equal(fleetChange(undefined, ready), 'became-available');
  });

  it('a cluster that turns ready became available', () => {
    const unready = plannedFor(aCluster('a', { conditions: [condition('False', 0)] }));
    assert.equal(fleetChange(unready, ready), 'became-available');
  });

  it('W37: no two ways to prove who calls are taken for the same', () => {
    const eks = (given: object) =>
      ({ kind: 'eks', cluster: { clusterName: 'c', ...given } }) as const;
    const credentials: readonly ClusterCredentials[] = [
      { kind: 'none' },
      { kind: 'secret', name: 's' },
      { kind: 'secret', name: 't' },
      { kind: 'secret', name: 's', context: 'one' },
      { kind: 'secret', name: 's', context: 'two' },
      { kind: 'stored-kubeconfig', name: 's' },
      { kind: 'stored-kubeconfig', name: 's', context: 'one' },
      eks({}),
      eks({ clusterName: 'd' }),
      eks({ region: 'r1' }),
      eks({ region: 'r2' }),
      eks({ roleArn: 'r1' }),
      eks({ roleArn: 'arn' }),
      { kind: 'unclear', fields: ['eks', 'secretRef'] },
      { kind: 'unclear', fields: ['eks', 'kubeconfig'] },
    ];
    const marks = credentials.map((one) => plannedFor(aCluster('a', { credentials: one })).mark);
    assert.equal(new Set(marks).size, credentials.length);
  });

  it('W5: a region that becomes known is a change', () => {
    const { region: _region, ...nowhere } = aCluster('a');
    assert.equal(fleetChange(plannedFor(nowhere), ready), 'changed');
  });
});

describe('when a status is written', () => {
  const start = 1_000_000;
  const offline = (seconds: number): ClusterCondition => ({
    ...condition('False', start + seconds),
    type: 'Offline',
  });
  const at = (seconds: number, given: Partial<Cluster> = {}): Cluster =>
    aCluster('a', {
      conditions: [condition('True', start + seconds), offline(seconds)],
      ...given,
    });

  const table: readonly [string, Cluster, boolean][] = [
    ['nothing new', at(59), false],
    ['a heartbeat', at(60), true],
    ['another zone', at(5, { zones: ['b'] }), true],
    ['another count', at(5, { probes: { failures: 1, silences: 0, successes: 0 } }), true],
    ['another window', at(5, { dataPlane: ['fails'] }), true],
    ['another status', at(5, { conditions: [condition('False', start + 5), offline(5)] }), true],
    ['another region', at(5, { region: 'elsewhere' }), true],
    ['a window without looks, which is none', at(5, { dataPlane: [] }), false],
    [
      'its conditions in another order',
      at(5, { conditions: at(5).conditions.toReversed() }),
      false,
    ],
    [
      'a heartbeat of one condition only',
      at(60, { conditions: [condition('True', start + 60), offline(59)] }),
      false,
    ],
    ['the first look', at(5, { conditions: [] }), true],
  ];
  for (const [name, found, expected] of table) {
    it(name, () => assert.equal(mustWrite(at(0), found), expected));
  }
});
