import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { parseTopology } from '../../../infra/sandbox/topology-file.ts';

const faultsOf = (value: unknown): readonly string[] => {
  try {
    parseTopology(typeof value === 'string' ? value : JSON.stringify(value), 'clusters.json');
  } catch (error) {
    assert.ok(error instanceof Error);
    const [first, ...faults] = error.message.split('\n  - ');
    assert.equal(first, 'Cannot use the clusters in clusters.json:');
    return faults;
  }
  return [];
};

const berlin = { name: 'berlin', region: 'eu-central-1', zones: ['eu-central-1a'] };

describe('a file of member clusters', () => {
  test('needs nothing but names and places', () => {
    assert.deepEqual(parseTopology(JSON.stringify({ members: [berlin] }), 'clusters.json'), {
      federation: 'demo',
      zone: 'seamark.example',
      members: [{ ...berlin, loadBalancers: 'ip' }],
    });
  });

  test('can say all that the default says', () => {
    assert.deepEqual(parseTopology(JSON.stringify(defaultTopology), 'x.json'), defaultTopology);
  });

  const label = 'must be a lower-case label: a letter, then letters, digits or hyphens, at most 63';
  const cases: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['no JSON object', '7', ['the file must be a JSON object']],
    ['no members', {}, ['members is missing']],
    ['an empty list', { members: [] }, ['members must describe at least one cluster']],
    [
      'a field that does not exist',
      { members: [berlin], clusters: [] },
      ['clusters is not a field that exists here'],
    ],
    [
      'a missing field of a member',
      { members: [{ name: 'berlin', zones: ['a'] }] },
      ['members.0.region is missing'],
    ],
    [
      'the name of the host',
      { members: [{ ...berlin, name: 'host' }] },
      ['members.0.name must not be "host", the host cluster has that name'],
    ],
    [
      'every fault at once',
      {
        zone: 'Example.',
        members: [
          { ...berlin, name: 'Berlin' },
          { ...berlin, zones: [] },
          { ...berlin, zones: ['a', 'a'] },
          { ...berlin, loadBalancers: 'anycast' },
        ],
      },
      [
        'zone must be a lower-case domain name of two labels or more, without a trailing dot',
        `members.0.name ${label}`,
        'members.1.zones must name at least one zone',
        'members.2.zones must not name a zone twice',
        'members.3.loadBalancers must be "ip" or "hostname"',
        'members must not name a cluster twice',
      ],
    ],
    ['a name twice', { members: [berlin, berlin] }, ['members must not name a cluster twice']],
    [
      'a name twice, and what is wrong with its bearers',
      { members: [berlin, { name: 'berlin', zones: ['a', 'a', 5] }, 5] },
      [
        'members.1.region is missing',
        'members.1.zones.2 must be text',
        'members.1.zones must not name a zone twice',
        'members.2 must be a JSON object',
        'members must not name a cluster twice',
      ],
    ],
  ];
  for (const [what, value, faults] of cases)
    test(`is refused for ${what}`, () => assert.deepEqual(faultsOf(value), faults));

  test('is refused if it is no JSON, with the reason', () => {
    assert.match(faultsOf('{').join(), /^it is not JSON: /);
  });
});
