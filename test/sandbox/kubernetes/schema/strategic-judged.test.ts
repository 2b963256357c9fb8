import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { strategicMergePatch } from '../../../../infra/sandbox/kubernetes/schema/strategic-merge.ts';
import { schemaOfKind } from './judged/kind-schemas.ts';
import { readCases } from './judged/read-cases.ts';

type Case = {
  readonly live: JsonObject;
  readonly patch: JsonObject;
  readonly expected?: JsonObject;
  readonly error?: string;
};

describe('strategic merge patch of a Service against the Go implementation', () => {
  for (const [index, { live, patch, expected, error }] of readCases<Case>('strategic').entries()) {
    it(`case ${index}`, () => {
      const run = () => strategicMergePatch(live, patch, schemaOfKind('Service'));
      if (expected === undefined) assert.throws(run, { message: error ?? '' });
      else assert.deepEqual(run(), expected);
    });
  }
});
