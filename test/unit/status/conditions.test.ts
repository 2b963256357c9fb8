import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Condition } from '../../../lib/core/model/condition.ts';
import {
  conditionStates,
  mergeConditions,
  type StatusInput,
} from '../../../lib/core/status/conditions.ts';
import { differingNodePorts } from '../../../lib/core/status/node-ports.ts';
import { aCluster, observedCluster } from '../../support/builders/cluster.ts';
import { aCopy } from '../../support/builders/service.ts';

const serving = (name: string) => observedCluster(name, { readyEndpoints: 2 });
const silent = (name: string) =>
  ({ cluster: aCluster(name), view: { kind: 'not-ready' } }) as const;

const input = (given: Partial<StatusInput> = {}): StatusInput => ({
  stage: 'propagating',
  registered: 2,
  clusters: [serving('oregon'), serving('tokyo')],
  ledger: [],
  problems: [],
  wantsNames: true,
  takesEndpoints: true,
  ...given,
});

const refused = {
  condition: 'Propagated',
  reason: 'RefusedByCluster',
  cluster: 'tokyo',
  message: 'tokyo: no',
} as const;

describe('condition Propagated', () => {
  const table: readonly [string, Partial<StatusInput>, string][] = [
    ['every chosen cluster holds its copy', {}, 'True AllClusters oregon, tokyo'],
    [
      'no cluster has joined',
      { registered: 0, clusters: [] },
      'False NoClusters no cluster has joined',
    ],
    [
      'the selector chooses none',
      { clusters: [] },
      'False NoClusterSelected the cluster selector chooses none of 2 clusters',
    ],
    [
      'W29, W51: what a cluster refused is told in its words, and silent ones are named beside it',
      { clusters: [serving('tokyo'), silent('oregon')], problems: [refused] },
      'False RefusedByCluster tokyo: no; not ready: oregon',
    ],
    [
      'a chosen cluster is not ready',
      { clusters: [serving('tokyo'), silent('oregon')] },
      'False ClusterNotReady not ready: oregon',
    ],
    [
      'W50: withdrawing is progress',
      { stage: 'withdrawing' },
      'False Removing records go first, copies and finalizer after them',
    ],
    [
      'W50: removing is progress',
      { stage: 'removing-copies' },
      'False Removing removing copies from oregon, tokyo',
    ],
    [
      'W47: a removal that waits says for whom',
      {
        stage: 'removing-copies',
        clusters: [silent('tokyo')],
        problems: [{ ...refused, reason: 'WaitingForCluster', message: 'tokyo is not ready' }],
      },
      'False WaitingForCluster tokyo is not ready',
    ],
  ];
  for (const [name, given, expected] of table) {
    it(name, () => {
      const [propagated] = conditionStates(input(given));
      assert.equal(propagated?.type, 'Propagated');
      assert.equal(`${propagated?.status} ${propagated?.reason} ${propagated?.message}`, expected);
    });
  }

  it('W29: node ports that differ are told beside what holds, but not while copies are removed', () => {
    const withPort = (name: string, nodePort: number) =>
      observedCluster(name, {
        service: aCopy({ spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] } }),
      });
    const clusters = [withPort('oregon', 31_000), withPort('tokyo', 31_999)];
    const messageIn = (stage: StatusInput['stage']) =>
      conditionStates(input({ clusters, stage }))[0]?.message;
    assert.equal(messageIn('propagating'), `oregon, tokyo; ${differingNodePorts(clusters)}`);
    assert.equal(messageIn('removing-copies'), 'removing copies from oregon, tokyo');
  });

  it('is cut where the words of a server go on for ever', () => {
    const [propagated] = conditionStates(
      input({ problems: [{ ...refused, message: 'x'.repeat(40_000) }] }),
    );
    assert.equal(propagated?.message.length, 1_024);
  });
});

describe('condition EndpointsReady', () => {
  const table: readonly [string, StatusInput['clusters'], string][] = [
    ['one serves', [serving('a'), observedCluster('b')], 'True ReadyEndpoints a: 2, b: 0'],
    ['none serves', [observedCluster('b')], 'False NoReadyEndpoints b: 0'],
    ['unknown is not ready', [silent('c')], 'False NoReadyEndpoints c: unknown'],
    ['nobody is chosen', [], 'False NoReadyEndpoints no cluster holds a copy'],
  ];
  it('endpoints behind a namesake that was refused serve somebody else', () => {
    const namesake = { ...refused, reason: 'NamesakeRefused' };
    const [, ready] = conditionStates(input({ problems: [namesake] }));
    assert.equal(ready?.message, 'oregon: 2, tokyo: not ours');
    const [, failed] = conditionStates(input({ problems: [refused] }));
    assert.equal(failed?.message, 'oregon: 2, tokyo: 2');
  });

  for (const [name, clusters, expected] of table) {
    it(name, () => {
      const [, ready] = conditionStates(input({ clusters }));
      assert.equal(ready?.type, 'EndpointsReady');
      assert.equal(`${ready?.status} ${ready?.reason} ${ready?.message}`, expected);
    });
  }
});

describe('a Service that can have no endpoints', () => {
  it('has no complaint of them, wherever it is', () => {
    for (const clusters of [[], [serving('a')], [silent('b')]]) {
      const [, ready] = conditionStates(input({ takesEndpoints: false, clusters }));
      assert.equal(ready?.type, 'EndpointsReady');
      assert.equal(
        `${ready?.status} ${ready?.reason} ${ready?.message}`,
        'True ExternalName a Service of type ExternalName has no endpoints',
      );
    }
  });
});

describe('every condition', () => {
  it('says something, also where no cluster is concerned', () => {
    for (const stage of ['propagating', 'withdrawing', 'removing-copies'] as const)
      for (const registered of [0, 2]) {
        const states = conditionStates(input({ stage, registered, clusters: [] }));
        for (const { type, message } of states)
          assert.match(
            message,
            /\S$/,
            `${type} of ${stage} with ${registered} clusters: ${message}`,
          );
      }
  });
});

describe('conditions are written only where they differ', () => {
  const at = '2026-01-05T10:00:00Z';
  const later = '2026-01-05T11:00:00Z';
  const others: Condition = { ...entry('Other', 'True'), reason: 'Theirs' };
  const states = [
    { type: 'Propagated', status: 'True', reason: 'AllClusters', message: '' },
  ] as const;

  function entry(type: string, status: Condition['status']): Condition {
    return { type, status, reason: 'AllClusters', message: '', lastTransitionTime: at };
  }

  it('the same says nothing', () => {
    assert.equal(mergeConditions([others, entry('Propagated', 'True')], states, later), undefined);
  });

  it('a new message keeps the time, a new status takes a new one; those of others stay', () => {
    const told = mergeConditions(
      [others, { ...entry('Propagated', 'True'), message: 'old' }],
      states,
      later,
    );
    assert.deepEqual(told, [others, entry('Propagated', 'True')]);
    const turned = mergeConditions([others, entry('Propagated', 'False')], states, later);
    assert.deepEqual(turned?.[1]?.lastTransitionTime, later);
  });

  it('a new reason is written too', () => {
    const told = mergeConditions(
      [{ ...entry('Propagated', 'True'), reason: 'Old' }],
      states,
      later,
    );
    assert.deepEqual(told, [entry('Propagated', 'True')]);
  });

  it('one that was never written is, even if another says the same words', () => {
    const told = mergeConditions([entry('EndpointsReady', 'True')], states, later);
    assert.deepEqual(told, [
      entry('EndpointsReady', 'True'),
      { ...entry('Propagated', 'True'), lastTransitionTime: later },
    ]);
  });

  it('one new among several is enough, and all of ours are renewed in their place', () => {
    const both = [...states, { ...states[0], type: 'DNSInSync' }] as const;
    const told = mergeConditions(
      [entry('DNSInSync', 'False'), others, entry('Propagated', 'True')],
      both,
      later,
    );
    assert.deepEqual(told, [
      others,
      entry('Propagated', 'True'),
      { ...entry('DNSInSync', 'True'), lastTransitionTime: later },
    ]);
  });
});
