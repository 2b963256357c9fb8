import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fleetChange, plannedFor } from '../../../lib/core/health/planned-for.ts';
import { mustWrite } from '../../../lib/core/health/status-change.ts';
import type { Cluster, ClusterCondition } from '../../../lib/core/model/cluster.ts';
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
});

describe('when a status is written', () => {
  const at = (seconds: number, given: Partial<Cluster> = {}): Cluster =>
    aCluster('a', { conditions: [condition('True', seconds)], ...given });

  const table: readonly [string, Cluster, boolean][] = [
    ['nothing new', at(59), false],
    ['a heartbeat', at(60), true],
    ['another zone', at(5, { zones: ['b'] }), true],
    ['another count', at(5, { probes: { failures: 1, silences: 0, successes: 0 } }), true],
    ['another window', at(5, { dataPlane: ['fails'] }), true],
    ['another status', at(5, { conditions: [condition('False', 5)] }), true],
    ['the first look', at(5, { conditions: [] }), true],
  ];
  for (const [name, found, expected] of table) {
    it(name, () => assert.equal(mustWrite(at(0), found), expected));
  }
});
