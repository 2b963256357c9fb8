import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteFinalizer } from '../../../lib/core/model/names.ts';
import {
  addFinalizers,
  releaseFinalizers,
  removeFinalizers,
} from '../../../lib/core/propagation/finalizers.ts';
import { aService } from '../../support/builders/service.ts';
import { readVectors, type VectorCase, wanted } from '../../support/read-vectors.ts';

type Given = {
  readonly finalizers: readonly string[];
  readonly finalizer?: string;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
};

type Expect = {
  readonly result?: boolean;
  readonly updated?: boolean;
  readonly finalizers?: readonly string[];
};

const cases = readVectors<Given, Expect>('finalizers') as readonly (VectorCase<Given, Expect> & {
  // The cases of this file are told apart by `op`.
  readonly op: 'has' | 'add' | 'remove';
})[];

describe('finalizers: vectors', () => {
  for (const one of cases) {
    const { finalizers, finalizer = '', add = [], remove = [] } = one.given;
    const expected = wanted(one);
    it(one.name, () => {
      if (one.op === 'has') {
        // Nothing is added where it is there, so that is how presence shows.
        assert.equal(addFinalizers(finalizers, [finalizer]) === undefined, expected.result);
        return;
      }
      const after =
        one.op === 'add' ? addFinalizers(finalizers, add) : removeFinalizers(finalizers, remove);
      assert.equal(after !== undefined, expected.updated);
      assert.deepEqual(after ?? finalizers, expected.finalizers);
    });
  }
});

describe('what becomes of the finalizers of a Service that is let go of', () => {
  const asked = '2026-01-05T10:00:00Z';
  const after = (seconds: number) => Date.parse(asked) + seconds * 1_000;
  const table: readonly [string, readonly string[], boolean, number, unknown][] = [
    [
      'a living one loses ours alone',
      ['orphan', 'their/own', deleteFinalizer],
      false,
      0,
      ['orphan', 'their/own'],
    ],
    [
      'a deleted one loses orphan too, which Seamark has heeded',
      ['orphan', 'their/own', deleteFinalizer],
      true,
      0,
      ['their/own'],
    ],
    ['none of ours is left', ['their/own'], true, 0, undefined],
    [
      'W49: the foreground is the garbage collector’s for a minute',
      ['foregroundDeletion', deleteFinalizer],
      true,
      59,
      'wait',
    ],
    ['W49: and nobody’s after it', ['foregroundDeletion', deleteFinalizer], true, 60, []],
  ];
  for (const [name, finalizers, deleted, seconds, expected] of table) {
    it(name, () => {
      const deletion = deleted ? { deletionTimestamp: asked } : {};
      const release = releaseFinalizers(aService({ finalizers, ...deletion }), after(seconds));
      assert.deepEqual(
        release,
        expected === 'wait'
          ? { kind: 'wait' }
          : { kind: 'release', ...(expected === undefined ? {} : { finalizers: expected }) },
      );
    });
  }
});
