import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { functionVariables } from '../../../lib/config/settings.ts';
import * as names from '../../../lib/core/model/names.ts';
import { propagatedReasons } from '../../../lib/core/model/propagated-reasons.ts';
import { eventReasons } from '../../../lib/core/status/event-reasons.ts';
import { dnsReasons, endpointsReasons } from '../../../lib/core/status/reasons.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/behaviour.md'), 'utf8');
const variables = new Set(Object.values(functionVariables).flat());

/** Where the planners write a reason as a literal: a field, a constant, or the argument of the small helpers of the health looks. */
const literal = /(?:reason: |Reason = |stays\(|said\([^()]*?, )'([A-Z]\w+)'/g;

const literalReasons = globSync('lib/{core,controller}/**/*.ts', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .flatMap((source) => [...source.matchAll(literal)].map(([, reason]) => reason ?? ''))
  .filter((word) => !['True', 'False', 'Unknown'].includes(word));

const missing = (words: Iterable<string>): readonly string[] =>
  [...new Set(words)].filter((word) => !text.includes(`\`${word}\``));

describe('docs/behaviour.md', () => {
  it('lists every variable of the functions once, and no other', () => {
    const settings = text.slice(text.indexOf('\n## Settings'));
    const listed = [...settings.matchAll(/^\| `(SEAMARK_\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(listed.toSorted(), [...variables].sort());
  });

  it('speaks of no variable that is not there', () => {
    const named = new Set(text.match(/SEAMARK_\w+/g));
    assert.deepEqual(
      [...named].filter((name) => !variables.has(name)),
      [],
    );
  });

  it('tells the meaning of every reason of a condition', () => {
    const reasons = [propagatedReasons, endpointsReasons, dnsReasons].flatMap(
      (all): readonly string[] => Object.values(all),
    );
    assert.ok(literalReasons.length > 10, String(literalReasons));
    assert.deepEqual(missing([...reasons, ...literalReasons]), []);
  });

  it('tells the meaning of every reason of an Event', () => {
    assert.deepEqual(missing(Object.values(eventReasons)), []);
  });

  it('names every label, annotation and finalizer', () => {
    const unsaid = Object.values(names).filter(
      (name) => !text.includes(name) && name !== names.clusterFinalizer,
    );
    assert.deepEqual(unsaid, []);
  });
});
