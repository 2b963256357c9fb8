import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allNames, federatedNames } from '../../../infra/sandbox/federated-names.ts';
import { nameState } from '../../../infra/sandbox/name-state.ts';
import { differences, expectedStates } from '../../../infra/sandbox/story/expected-states.ts';
import { defaultTopology, type Topology } from '../../../infra/sandbox/topology.ts';

const names = federatedNames(defaultTopology, 'shop/web');
const P = 'web.shop.demo.svc';

describe('names of a federated Service', () => {
  test('stand at three levels, each with the clusters that belong to it', () => {
    const table = allNames(names).map(({ name, up, clusters }) => [name, up, clusters.join()]);
    assert.deepEqual(table, [
      [`${P}.seamark.example`, undefined, 'ohio,oregon,tokyo'],
      [`${P}.ap-northeast-1.seamark.example`, `${P}.seamark.example`, 'tokyo'],
      [
        `${P}.ap-northeast-1a.ap-northeast-1.seamark.example`,
        `${P}.ap-northeast-1.seamark.example`,
        'tokyo',
      ],
      [
        `${P}.ap-northeast-1c.ap-northeast-1.seamark.example`,
        `${P}.ap-northeast-1.seamark.example`,
        'tokyo',
      ],
      [`${P}.us-east-2.seamark.example`, `${P}.seamark.example`, 'ohio'],
      [`${P}.us-east-2a.us-east-2.seamark.example`, `${P}.us-east-2.seamark.example`, 'ohio'],
      [`${P}.us-west-2.seamark.example`, `${P}.seamark.example`, 'oregon'],
      [`${P}.us-west-2a.us-west-2.seamark.example`, `${P}.us-west-2.seamark.example`, 'oregon'],
      [`${P}.us-west-2b.us-west-2.seamark.example`, `${P}.us-west-2.seamark.example`, 'oregon'],
    ]);
  });

  test('are shared by clusters of one zone, and not by equal zones of two regions', () => {
    const topology: Topology = {
      ...defaultTopology,
      members: [
        { name: 'b', region: 'r1', zones: ['z'], loadBalancers: 'ip' },
        { name: 'a', region: 'r1', zones: ['z'], loadBalancers: 'ip' },
        { name: 'c', region: 'r2', zones: ['z'], loadBalancers: 'ip' },
      ],
    };
    const zones = allNames(federatedNames(topology, 'n/s')).filter(({ level }) => level === 'zone');
    assert.deepEqual(
      zones.map(({ name, clusters }) => [name, clusters.join()]),
      [
        ['s.n.demo.svc.z.r1.seamark.example', 'a,b'],
        ['s.n.demo.svc.z.r2.seamark.example', 'c'],
      ],
    );
  });
});

describe('what must stand at the names', () => {
  const kinds = (addresses: Parameters<typeof expectedStates>[1]) =>
    Object.fromEntries(
      [...expectedStates(names, addresses)].map(([name, state]) => [
        name.replace('.seamark.example', '').replace(`${P}.`, ''),
        state.kind === 'addresses' ? state.values.join() : state.kind,
      ]),
    );

  test('addresses at every level where all clusters have endpoints', () => {
    const all = kinds(
      new Map([
        ['tokyo', ['192.0.2.7']],
        ['oregon', ['198.51.100.8']],
        ['ohio', ['203.0.113.9']],
      ]),
    );
    assert.equal(all[P], '192.0.2.7,198.51.100.8,203.0.113.9');
    assert.equal(all['ap-northeast-1c.ap-northeast-1'], '192.0.2.7');
    assert.equal(all['us-east-2'], '203.0.113.9');
  });

  test('a level without addresses falls up, and the global one is absent', () => {
    assert.deepEqual(kinds(new Map([['oregon', ['198.51.100.8']]])), {
      [P]: '198.51.100.8',
      'ap-northeast-1': 'falls-up',
      'ap-northeast-1a.ap-northeast-1': 'falls-up',
      'ap-northeast-1c.ap-northeast-1': 'falls-up',
      'us-east-2': 'falls-up',
      'us-east-2a.us-east-2': 'falls-up',
      'us-west-2': '198.51.100.8',
      'us-west-2a.us-west-2': '198.51.100.8',
      'us-west-2b.us-west-2': '198.51.100.8',
    });
    assert.equal(kinds(new Map())[P], 'absent');
  });

  test('differs from what was found in words that name both', () => {
    const up = `${P}.us-east-2.seamark.example`;
    const name = `${P}.us-east-2a.us-east-2.seamark.example`;
    const expected = new Map([[name, nameState({ addresses: ['203.0.113.9'] }, up)]]);
    assert.deepEqual(differences(expected, expected), []);
    const fallen = new Map([[name, nameState({ addresses: [], target: up }, up)]]);
    assert.deepEqual(differences(expected, fallen), [
      `${name} holds a CNAME to ${up}, not 203.0.113.9`,
    ]);
    assert.deepEqual(differences(fallen, new Map()), [
      `${name} holds no record, not a CNAME to ${up}`,
    ]);
  });
});
