import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readLcov } from './core-coverage.ts';
import { readMutantsThatStay, stayFaults } from './mutants-that-stay.ts';
import { nearestFirst } from './nearest-first.ts';
import { scoreOf } from './score.ts';
import { type ToldMutant, toldMutant } from './told-mutant.ts';

const source = `const limit = 3;

export const fits = (count: number): boolean => {
  return count <= limit;
};
`;

const mutant = (
  replacement: string,
  from: readonly [number, number],
  to: readonly [number, number],
) =>
  toldMutant(
    {
      id: '1',
      fileName: 'lib/core/fits.ts',
      mutatorName: 'EqualityOperator',
      replacement,
      status: 'Survived',
      location: {
        start: { line: from[0], column: from[1] },
        end: { line: to[0], column: to[1] },
      },
    },
    'lib/core/fits.ts',
    source,
  );

describe('how a mutant is told', () => {
  it('by its line and its change, wherever that line stands', () => {
    assert.deepEqual(mutant('count < limit', [4, 10], [4, 24]), {
      file: 'lib/core/fits.ts',
      line: 'return count <= limit;',
      change: 'count <= limit => count < limit',
    });
  });

  it('over several lines as one', () => {
    const { line, change } = mutant('{}', [3, 49], [5, 2]);
    assert.equal(line, 'export const fits = (count: number): boolean => {');
    assert.equal(change, '{ return count <= limit; } => {}');
  });

  it('a long text without its middle', () => {
    const { change } = mutant('x'.repeat(61), [1, 15], [1, 16]);
    assert.equal(change, `3 => ${'x'.repeat(30)} … ${'x'.repeat(30)}`);
  });
});

describe('the list of mutants that stay', () => {
  const survivor = mutant('count < limit', [4, 10], [4, 24]);
  const other = { ...survivor, change: 'count <= limit => true' };

  const faultsOf = (
    survivors: readonly ToldMutant[],
    listed: readonly ToldMutant[],
    files: readonly string[] = [survivor.file],
  ) => stayFaults({ survivors, timedOut: [] }, listed, files);

  it('may name one that ran out of time', () => {
    const found = { survivors: [], timedOut: [other] };
    assert.deepEqual(stayFaults(found, [other], [other.file]).outdated, []);
  });

  it('has to name every survivor, and nothing else', () => {
    assert.deepEqual(faultsOf([survivor], [survivor]), {
      unlisted: [],
      outdated: [],
    });
    assert.deepEqual(faultsOf([survivor], [other]), {
      unlisted: [survivor],
      outdated: [other],
    });
  });

  it('says nothing about files that were not mutated', () => {
    assert.deepEqual(faultsOf([], [other], ['lib/core/plan-service.ts']).outdated, []);
  });

  it('of this project is readable, and its files are there', () => {
    for (const { file } of readMutantsThatStay('.config/mutants-that-stay.json')) {
      assert.ok(existsSync(file), `${file} is not there`);
    }
  });
});

describe('figures', () => {
  it('score: killed and timed out, of all but those that make no program', () => {
    const statuses = [
      'Killed',
      'Killed',
      'Timeout',
      'Survived',
      'NoCoverage',
      'RuntimeError',
    ] as const;
    assert.deepEqual(scoreOf(statuses.map((status) => ({ status }))), {
      mutants: 6,
      killed: 2,
      timedOut: 1,
      survived: 1,
      unreached: 1,
      invalid: 1,
      percent: 60,
    });
  });

  it('coverage: the files that were asked for, summed', () => {
    const of = (file: string, lines: number) =>
      `SF:${file}\nFNF:2\nFNH:1\nBRF:4\nBRH:3\nLF:${lines}\nLH:${lines - 1}\nend_of_record\n`;
    assert.deepEqual(readLcov(of('a.ts', 10) + of('b.ts', 20) + of('c.ts', 30), ['a.ts', 'c.ts']), {
      lines: { reached: 38, all: 40 },
      branches: { reached: 6, all: 8 },
      functions: { reached: 2, all: 4 },
    });
  });
});

describe('the order of test files', () => {
  it('own name, own room, other rooms, laws', () => {
    const files = ['property/laws', 'unit/status/x', 'unit/dns/names', 'unit/dns/batches'];
    const sorted = nearestFirst(
      files.map((file) => `test/${file}.test.ts`),
      'sandbox/lib/core/dns/batches.ts',
    );
    assert.deepEqual(
      sorted.map((file) => file.slice('test/'.length, -'.test.ts'.length)),
      files.toReversed(),
    );
  });
});
