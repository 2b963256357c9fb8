import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { functionVariables } from '../../../lib/config/settings.ts';

const text = readFileSync(new URL('../../../docs/behaviour.md', import.meta.url), 'utf8');
const settings = text.slice(text.indexOf('\n## Settings'));

describe('docs/behaviour.md', () => {
  it('lists every variable of the functions once, and no other', () => {
    const listed = [...settings.matchAll(/^\| `(SEAMARK_\w+)` \|/gm)].map(([, name]) => name);
    const read = new Set(Object.values(functionVariables).flat());
    assert.deepEqual(listed.toSorted(), [...read].sort());
  });

  it('speaks of no variable that is not there', () => {
    const read = new Set(Object.values(functionVariables).flat());
    const named = new Set(text.match(/SEAMARK_\w+/g));
    assert.deepEqual(
      [...named].filter((name) => !read.has(name)),
      [],
    );
  });
});
