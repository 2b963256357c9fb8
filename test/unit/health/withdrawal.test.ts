import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addLook,
  type FleetMember,
  leftOut,
  withdrawalStates,
} from '../../../lib/core/health/withdrawal.ts';
import { aCluster } from '../../support/builders/cluster.ts';

const settings = { policy: 'withdraw', failures: 3, looks: 5, share: 0.5 } as const;
const threeFailed = ['fails', 'fails', 'fails'] as const;

const withdrawnCondition = {
  type: 'Withdrawn',
  status: 'True',
  reason: 'DataPlaneFails',
  message: '',
  lastProbeTime: '',
  lastTransitionTime: '',
} as const;

const aMember = (name: string, given: Partial<FleetMember> = {}): FleetMember => ({
  cluster: aCluster(name),
  api: 'heard',
  dataPlane: [],
  addresses: 1,
  ...given,
});
const dark = (name: string, given: Partial<FleetMember> = {}): FleetMember =>
  aMember(name, { api: 'silent', dataPlane: threeFailed, evidence: 'fails', ...given });
const gone = (name: string): FleetMember['cluster'] => {
  const cluster = aCluster(name);
  return { ...cluster, conditions: [...cluster.conditions, withdrawnCondition] };
};

const judge = (fleet: readonly FleetMember[], rules: object = {}): readonly string[] =>
  [...withdrawalStates(fleet, { ...settings, ...rules })].map(
    ([name, { status, reason }]) => `${name} ${status} ${reason}`,
  );
const others = [aMember('b'), aMember('c')];

describe('W7: which dark clusters are withdrawn', () => {
  const table: readonly [string, FleetMember, string][] = [
    ['both signals', dark('a'), 'a True DataPlaneFails'],
    [
      'three of five failed, the newest among them',
      dark('a', { dataPlane: ['fails', 'answers', 'fails', 'answers', 'fails'] }),
      'a True DataPlaneFails',
    ],
    ['too few failed', dark('a', { dataPlane: ['fails', 'fails'] }), 'a False NotProven'],
    ['the API answers', dark('a', { api: 'heard' }), 'a False ClusterReachable'],
    ['the addresses answer', dark('a', { evidence: 'answers' }), 'a False DataPlaneAnswers'],
    [
      'nothing could be tried',
      aMember('a', { api: 'silent', dataPlane: threeFailed }),
      'a False NoEvidence',
    ],
    ['it was not asked', dark('a', { api: 'unknown' }), 'a False NoEvidence'],
    [
      'it was not asked, and its addresses answer',
      dark('a', { cluster: gone('a'), api: 'unknown', evidence: 'answers' }),
      'a False DataPlaneAnswers',
    ],
    [
      'a look that proves nothing brings nothing back',
      aMember('a', { cluster: gone('a'), api: 'silent', dataPlane: threeFailed }),
      'a True DataPlaneFails',
    ],
    [
      'an answer brings it back at once',
      dark('a', { cluster: gone('a'), evidence: 'answers' }),
      'a False DataPlaneAnswers',
    ],
  ];
  for (const [name, member, expected] of table) {
    it(name, () => assert.equal(judge([member, ...others])[0], expected));
  }

  const words: readonly [string, FleetMember, string][] = [
    ['both signals', dark('a'), '3 of the last 3 looks at its published addresses failed'],
    [
      'failures among answers',
      dark('a', { dataPlane: ['fails', 'answers', 'fails', 'answers', 'fails'] }),
      '3 of the last 5 looks at its published addresses failed',
    ],
    [
      'too few failed',
      dark('a', { dataPlane: ['answers', 'fails'] }),
      '1 of the last 2 looks at its published addresses failed, which takes 3',
    ],
    ['the API answers', dark('a', { api: 'heard' }), 'its API answers'],
    ['the addresses answer', dark('a', { evidence: 'answers' }), 'its published addresses answer'],
    [
      'nothing could be tried',
      aMember('a', { api: 'silent' }),
      'its published addresses could not be tried',
    ],
    [
      'nothing could be tried of one that is out',
      aMember('a', { cluster: gone('a'), api: 'silent' }),
      'nothing new is known',
    ],
  ];
  for (const [name, member, message] of words) {
    it(`says why: ${name}`, () => {
      const state = withdrawalStates([member, ...others], settings).get('a');
      assert.deepEqual([state?.type, state?.message], ['Withdrawn', message]);
    });
  }

  it('the policy preserve says nothing and withdraws nothing', () => {
    assert.deepEqual(judge([dark('a'), ...others], { policy: 'preserve' }), []);
  });
});

describe('W7: the breaker', () => {
  it('two of three dark: neither goes', () => {
    const [a, b] = judge([dark('a'), dark('b'), aMember('c')]);
    assert.deepEqual([a, b], ['a False BreakerHolds', 'b False BreakerHolds']);
  });

  it('all dark: none goes', () => {
    const fleet = [dark('a'), dark('b'), dark('c')];
    assert.ok(judge(fleet).every((line) => line.endsWith('False BreakerHolds')));
  });

  it('one of two is a half, and goes', () => {
    assert.equal(judge([dark('a'), aMember('b')])[0], 'a True DataPlaneFails');
  });

  it('the only cluster stays', () => {
    assert.deepEqual(judge([dark('a')]), ['a False BreakerHolds']);
  });

  it('most of the addresses are too many, however few clusters hold them', () => {
    assert.equal(judge([dark('a', { addresses: 3 }), ...others])[0], 'a False BreakerHolds');
    assert.equal(judge([dark('a', { addresses: 2 }), ...others])[0], 'a True DataPlaneFails');
  });

  it('what went before stays out while no more may go', () => {
    const fleet = [dark('a', { cluster: gone('a') }), dark('b'), aMember('c')];
    assert.deepEqual(judge(fleet).slice(0, 2), ['a True DataPlaneFails', 'b False BreakerHolds']);
  });

  it('tells how many would go', () => {
    const state = withdrawalStates([dark('a'), dark('b'), aMember('c')], settings).get('a');
    assert.equal(state?.message, '2 of 3 clusters would be withdrawn, more than 50 %');
    const addresses = withdrawalStates([dark('a', { addresses: 3 }), ...others], settings).get('a');
    assert.equal(addresses?.message, '3 of 5 addresses would be withdrawn, more than 50 %');
  });
});

describe('the window of looks', () => {
  const add = (
    before: Parameters<typeof addLook>[0],
    evidence: Parameters<typeof addLook>[1],
    withdrawn = false,
  ) => addLook(before, evidence, { looks: 3, withdrawn });

  it('holds the newest', () => {
    assert.deepEqual(add(['answers', 'fails', 'fails'], 'fails'), ['fails', 'fails', 'fails']);
  });

  it('is not moved by a look that proves nothing', () => {
    assert.deepEqual(add(['fails'], undefined), ['fails']);
  });

  it('starts anew once a withdrawn cluster answers', () => {
    assert.deepEqual(add(['fails', 'fails', 'fails'], 'answers', true), ['answers']);
    assert.deepEqual(add(['fails', 'fails'], 'answers'), ['fails', 'fails', 'answers']);
    assert.deepEqual(add(['answers', 'fails'], 'fails', true), ['answers', 'fails', 'fails']);
  });
});

describe('W7: the names of a Service without withdrawn clusters', () => {
  const part = (name: string, withdrawn: boolean, count: number) => ({
    cluster: { name, conditions: withdrawn ? [withdrawnCondition] : [] },
    addresses: Array.from({ length: count }, (_, at) => at),
  });
  const table: readonly [string, Parameters<typeof leftOut>[0], readonly string[]][] = [
    ['another cluster serves', [part('a', true, 1), part('b', false, 1)], ['a']],
    ['nobody else serves', [part('a', true, 1), part('b', false, 0)], []],
    ['it is the only cluster', [part('a', true, 1)], []],
    ['all are withdrawn', [part('a', true, 1), part('b', true, 1)], []],
    ['none is withdrawn', [part('a', false, 1), part('b', false, 1)], []],
  ];
  for (const [name, parts, expected] of table) {
    it(name, () => assert.deepEqual([...leftOut(parts)], expected));
  }
});
