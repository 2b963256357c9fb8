import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { levelAddresses, readAddresses } from '../../../lib/core/dns/addresses.ts';
import type { Contribution } from '../../../lib/core/dns/contribution.ts';
import { desiredRecordSets } from '../../../lib/core/dns/desired-record-sets.ts';
import { takeTurns } from '../../../lib/core/dns/take-turns.ts';
import { isAlias } from '../../../lib/core/model/record-set.ts';
import many from '../../fixtures/cases/route53/R32-too-many-values-in-one-set.json' with {
  type: 'json',
};
import { aCluster } from '../../support/builders/cluster.ts';
import { planSettings } from '../../support/builders/service.ts';

/** What stands at the global name, and what is told of it. */
const globalSets = (contributions: readonly Contribution[]) => {
  const key = { namespace: 'shop', name: 'web' };
  const plan = desiredRecordSets({ key, contributions, resolved: {}, previous: [] }, planSettings);
  const name = 'web.shop.demo.svc.seamark.example';
  const sets = plan.recordSets.filter((set) => set.name === name);
  return {
    A: sets.flatMap((set) => (set.type === 'A' && !isAlias(set) ? set.values : [])),
    told: plan.problems.find(({ message }) => message.startsWith(name))?.message ?? '',
  };
};

describe('values where a set has no room for all', () => {
  const table: readonly [string, readonly (readonly string[])[], number, string, number][] = [
    ['all fit', [['b'], ['a', 'b']], 2, 'a b', 0],
    ['each list has its turn', [['a', 'b', 'c'], ['z']], 2, 'a z', 2],
    ['what two lists have counts once', [['a', 'b'], ['a', 'c'], ['d']], 3, 'a b d', 1],
    ['the first lists, where there are more lists than room', [['c'], ['b'], ['a']], 2, 'b c', 1],
    ['no room', [['a']], 0, '', 1],
    ['one value alone', [[], ['a'], []], 2, 'a', 0],
    ['one list in any order', [['b', 'a', 'b']], 2, 'a b', 0],
    ['no list', [], 2, '', 0],
  ];
  for (const [title, lists, limit, taken, left] of table) {
    it(title, () =>
      assert.deepEqual(takeTurns(lists, limit), { taken: taken.split(' ').filter(Boolean), left }),
    );
  }

  it('law: never over the limit, never a list left out while another has two that only it has', () => {
    const lists = fc.array(fc.array(fc.stringMatching(/^[a-f]$/), { maxLength: 6 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(lists, fc.nat(8), (given, limit) => {
        const { taken, left } = takeTurns(given, limit);
        const all = new Set(given.flat());
        assert.ok(taken.length <= limit);
        assert.equal(taken.length + left, all.size);
        assert.ok(taken.every((value) => all.has(value)));
        assert.deepEqual(
          takeTurns(
            given.map((list) => [...list].reverse()),
            limit,
          ).taken,
          taken,
        );
        const someone = given.filter((list) => list.length > 0);
        if (someone.length <= limit) {
          for (const list of someone) assert.ok(list.some((value) => taken.includes(value)));
        }
      }),
    );
  });

  it('R32: at most 400 addresses, some of each cluster, the same in each run', () => {
    const { clusters, addresses_per_cluster: each } = many.input;
    const contributions = Array.from({ length: clusters }, (_, index) => ({
      cluster: aCluster(`c${String(index).padStart(3, '0')}`),
      addresses: Array.from({ length: each }, (_one, part) => ({
        ip: `10.${part}.${index >> 8}.${index & 255}`,
      })),
    }));
    const found = globalSets(contributions);
    assert.equal(found.A.length, many.expect.values_sent_at_most);
    const left = clusters * each - many.expect.values_sent_at_most;
    assert.match(found.told, new RegExp(` so ${left} are left out$`));
    for (const { addresses } of contributions) {
      assert.ok(addresses.some(({ ip }) => found.A.includes(ip)));
    }
    assert.deepEqual(globalSets([...contributions].reverse()), found);
  });

  it('clusters have their turns in the order of their names', () => {
    const share = (name: string, second: number) => ({
      cluster: aCluster(name),
      addresses: Array.from({ length: 200 }, (_, index) => ({ ip: `10.${second}.0.${index}` })),
    });
    const { A } = globalSets([share('c', 3), share('a', 1), share('b', 2)]);
    const taken = [1, 2, 3].map(
      (second) => A.filter((ip) => ip.startsWith(`10.${second}.`)).length,
    );
    assert.deepEqual(taken, [134, 133, 133]);
  });

  it('one family may have more, as long as both have room together', () => {
    const addresses = [
      ...Array.from({ length: 300 }, (_, index) => ({ ip: `10.0.${index >> 8}.${index & 255}` })),
      ...Array.from({ length: 200 }, (_, index) => ({ ip: `2001:db8::${index.toString(16)}` })),
    ];
    const { A, AAAA, left } = levelAddresses([readAddresses(addresses, new Map())]);
    assert.deepEqual([A.length, AAAA.length, left], [300, 200, 0]);
  });

  it('both families of a name are cut so that old and new ones fit into one request', () => {
    const dual = (count: number) =>
      readAddresses(
        Array.from({ length: count }, (_, index) => [
          { ip: `10.0.${index >> 8}.${index & 255}` },
          { ip: `2001:db8::${(index + 1).toString(16)}` },
        ]).flat(),
        new Map(),
      );
    const sizes = (count: number) => {
      const { A, AAAA, left } = levelAddresses([dual(count)]);
      return [A.length, AAAA.length, left];
    };
    assert.deepEqual(sizes(250), [250, 250, 0]);
    assert.deepEqual(sizes(300), [250, 250, 100]);
    assert.deepEqual(sizes(450), [250, 250, 400]);
  });
});
