import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { inZoneOrder, isPlainName } from '../../../lib/core/dns/zone-order.ts';
import {
  isWithin,
  type WalkedPage,
  walkOn,
  walkStart,
  type ZoneWalk,
} from '../../../lib/core/dns/zone-walk.ts';
import type { StoredRecordSet } from '../../../lib/core/model/record-set.ts';

const set = (name: string, type: string): StoredRecordSet => ({ name, type, values: [] });

const label = fc.stringMatching(/^[a-c_-]{1,2}$/);
const plain = fc
  .array(label, { minLength: 1, maxLength: 3 })
  .map((parts) => [...parts, 'test'].join('.'));
const odd = plain.map((name) => `*.${name}`);
const zones = fc
  .uniqueArray(fc.oneof({ weight: 5, arbitrary: plain }, odd), { maxLength: 20 })
  .chain((names) =>
    fc.tuple(
      ...inZoneOrder(names).map((name) =>
        fc
          .subarray(['A', 'AAAA', 'TXT'], { minLength: 1 })
          .map((types) => types.map((type) => set(name, type))),
      ),
    ),
  )
  .map((lists) => lists.flat());

const pagesOf = (sets: readonly StoredRecordSet[], size: number): readonly WalkedPage[] =>
  Array.from({ length: Math.max(1, Math.ceil(sets.length / size)) }, (_, page) => {
    const nextName = sets[(page + 1) * size]?.name;
    return { sets: sets.slice(page * size, (page + 1) * size), ...(nextName && { nextName }) };
  });

/** Types by name, as the parts of a walk tell them. */
const walkAll = (pages: readonly WalkedPage[], known: readonly string[]) => {
  const told = new Map<string, readonly string[]>();
  let walk = walkStart;
  let left = known;
  for (const page of pages) {
    const step = walkOn(walk, page);
    walk = step.walk;
    const part = step.told ?? { upTo: '', stored: new Map() };
    const within = left.filter((name) => isWithin(name, part));
    for (const name of within) {
      const sets: readonly StoredRecordSet[] = part.stored.get(name) ?? [];
      told.set(
        name,
        sets.map(({ type }) => type),
      );
    }
    left = left.slice(within.length);
  }
  return { told, left };
};

describe('a walk through a zone', () => {
  it('law: tells each plain name once, with all its sets, however the pages are cut', () => {
    fc.assert(
      fc.property(zones, fc.integer({ min: 1, max: 7 }), (sets, size) => {
        const known = inZoneOrder([...new Set(sets.map(({ name }) => name))].filter(isPlainName));
        const { told, left } = walkAll(pagesOf(sets, size), known);
        assert.deepEqual(left, []);
        const types = (name: string) =>
          sets.filter((one) => one.name === name).map(({ type }) => type);
        assert.deepEqual(told, new Map(known.map((name) => [name, types(name)])));
      }),
    );
  });

  const [a, b, c, wildcard] = ['a.x', 'b.x', 'c.x', '*.a.x'].map((name) => set(name, 'A'));
  assert.ok(a && b && c && wildcard);
  const part = (upTo: string | undefined, ...sets: readonly StoredRecordSet[]) => ({
    upTo,
    stored: new Map(sets.map((one) => [one.name, [one]])),
  });
  const steps: readonly [string, ZoneWalk, WalkedPage, ReturnType<typeof walkOn>][] = [
    [
      'tells what is complete, and holds the name that goes on',
      walkStart,
      { sets: [a, b, c], nextName: 'c.x' },
      { walk: { upTo: 'b.x', held: [c] }, told: part('b.x', a, b) },
    ],
    [
      'tells what was held once its name is complete',
      { upTo: 'a.x', held: [b] },
      { sets: [c], nextName: 'd.x' },
      { walk: { upTo: 'c.x', held: [] }, told: part('c.x', b, c) },
    ],
    [
      'tells nothing where one name fills the page',
      { upTo: 'a.x', held: [b] },
      { sets: [set('b.x', 'TXT')], nextName: 'b.x' },
      { walk: { upTo: 'a.x', held: [b, set('b.x', 'TXT')] } },
    ],
    [
      'tells nothing up to a name that sorts nobody knows where, and forgets it',
      walkStart,
      { sets: [a, wildcard], nextName: 'b.x' },
      { walk: { upTo: 'a.x', held: [] }, told: part('a.x', a) },
    ],
    [
      'tells no name that sorts nobody knows where, though it is listed among others',
      walkStart,
      { sets: [wildcard, b], nextName: 'c.x' },
      { walk: { upTo: 'b.x', held: [] }, told: part('b.x', b) },
    ],
    [
      'holds the name that goes on, though it is listed behind its place',
      walkStart,
      { sets: [b, a], nextName: 'a.x' },
      { walk: { upTo: 'b.x', held: [a] }, told: part('b.x', b) },
    ],
    [
      'holds a name that is listed before its place',
      walkStart,
      { sets: [b, a], nextName: 'c.x' },
      { walk: { upTo: 'a.x', held: [b] }, told: part('a.x', a) },
    ],
    [
      'ends with all that is left',
      { upTo: 'a.x', held: [b] },
      { sets: [c] },
      { walk: { held: [] }, told: part(undefined, b, c) },
    ],
  ];
  for (const [title, walk, page, expected] of steps) {
    it(title, () => assert.deepEqual(walkOn(walk, page), expected));
  }

  for (const [name, plain] of [
    ['a-b_1.x', true],
    ['*.x', false],
    ['a.x*', false],
    ['a b.x', false],
  ] as const) {
    it(`"${name}" is ${plain ? '' : 'not '}listed as it is written`, () =>
      assert.equal(isPlainName(name), plain));
  }

  it('sorts as Route 53 does: labels from right to left with a final dot, so that a-b comes before a', () =>
    assert.deepEqual(inZoneOrder(['b.x', 'a.x', 'x', 'z.a.x', 'a-b.x', 'a_b.x']), [
      'x',
      'a-b.x',
      'a.x',
      'z.a.x',
      'a_b.x',
      'b.x',
    ]));
});
