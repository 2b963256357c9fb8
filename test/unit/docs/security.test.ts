import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const folder = new URL('../../../docs/', import.meta.url);
const text = readFileSync(new URL('security.md', folder), 'utf8');

/** Links to tests: the name of the test, and its file. */
const linksIn = (part: string): readonly (readonly [name: string, path: string])[] =>
  [...part.matchAll(/\[([^\]]+)\]\((\.\.\/test\/[^)]+)\)/g)].map(
    ([, name = '', path = '']) => [name, path] as const,
  );

const words = (line: string): string => line.replace(/\s+/g, ' ');

describe('docs/security.md', () => {
  const links = linksIn(text);

  it('names tests', () => assert.ok(links.length >= 30, `${links.length} links`));

  for (const [name, path] of links) {
    it(`${path} has "${name}"`, () => {
      const file = new URL(path, folder);
      assert.ok(existsSync(file), path);
      const source = words(readFileSync(file, 'utf8')).replaceAll("\\'", "'");
      const found = ["'", '"', '`'].some((quote) => source.includes(`(${quote}${name}`));
      assert.ok(found, `${path} has no test that begins with "${name}"`);
    });
  }

  it('has a test for every claim', () => {
    const tables = text.split('| claim | held by |\n|---|---|\n').slice(1);
    const claims = tables.flatMap((rest) => rest.split('\n\n')[0]?.trim().split('\n') ?? []);
    assert.ok(claims.length >= 25, `${claims.length} claims`);
    for (const claim of claims) assert.ok(linksIn(claim).length > 0, claim);
  });
});
