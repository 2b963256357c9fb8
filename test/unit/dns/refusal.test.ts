import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Batch, BatchPart } from '../../../lib/core/dns/batches.ts';
import { refusalStep } from '../../../lib/core/dns/refusal.ts';
import { aLedgerEntry } from '../../support/builders/ledger-entry.ts';

const part = (...names: readonly string[]): BatchPart => ({
  entry: aLedgerEntry(),
  names: names.map((name) => ({ name, changes: [], after: [] })),
});

const told = (batch: Batch): string =>
  batch.map(({ names }) => names.map(({ name }) => name).join('+')).join(' ');

/** The step in words: parts stand side by side, names of one part are joined. */
const stepOf = (batch: Batch, names: readonly string[] = []): string => {
  const step = refusalStep(batch, names);
  switch (step.kind) {
    case 'isolate':
      return `isolate ${told(step.suspects)}, send ${told(step.others)}`;
    case 'bisect':
      return `bisect ${step.halves.map(told).join(' | ')}`;
    case 'found':
      return `found ${step.name.name} of ${told([step.part])}`;
  }
};

describe('what follows on a refused batch', () => {
  const table: readonly [string, Batch, readonly string[], string][] = [
    ['one is named', [part('a'), part('b'), part('c')], ['b'], 'isolate b, send a c'],
    ['several are named', [part('a'), part('b'), part('c')], ['c', 'a'], 'isolate a c, send b'],
    [
      'one of the names of an entry is named',
      [part('a', 'b'), part('c')],
      ['b'],
      'isolate a+b, send c',
    ],
    ['all are named', [part('a'), part('b')], ['a', 'b'], 'isolate a b, send '],
    ['a stranger’s name', [part('a'), part('b')], ['z'], 'bisect a | b'],
    ['nobody is named', [part('a'), part('b'), part('c')], [], 'bisect a b | c'],
    ['one entry of several names', [part('a', 'b', 'c')], [], 'bisect a+b | c'],
    ['one name is left', [part('a')], [], 'found a of a'],
    ['nothing at all', [], [], 'bisect  | '],
  ];
  for (const [title, batch, names, expected] of table) {
    it(title, () => assert.equal(stepOf(batch, names), expected));
  }

  it('an entry without a change leaves nothing to send', () => {
    assert.deepEqual(refusalStep([part()], []), { kind: 'bisect', halves: [[], []] });
  });

  it('halves keep whose names they are', () => {
    const whole = part('a', 'b');
    const step = refusalStep([whole], []);
    assert.ok(step.kind === 'bisect');
    for (const half of step.halves) assert.equal(half[0]?.entry, whole.entry);
  });
});
