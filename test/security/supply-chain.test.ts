import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const read = (path: string): { readonly [key: string]: object } =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

describe('packages', () => {
  it('are named by one exact version each', () => {
    const manifest = read('package.json');
    const wanted = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(Object(manifest[kind])),
    );
    assert.ok(wanted.length > 10);
    for (const [name, version] of wanted) assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
  });

  it('are locked with the hash of what was published', () => {
    const { packages } = read('package-lock.json');
    const locked = Object.entries(Object(packages)).filter(([path]) => path !== '');
    assert.ok(locked.length > 100);
    for (const [path, one] of locked) {
      const { integrity, inBundle } = Object(one);
      // What a package carries inside itself is covered by the hash of that package.
      assert.ok(inBundle === true || /^sha(256|384|512)-/.test(integrity), path);
    }
  });
});
