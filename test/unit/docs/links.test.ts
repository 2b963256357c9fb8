import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '../../..');
const files = globSync(['README.md', 'docs/**/*.md'], { cwd: root });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Text without code, in which brackets are no links. */
const prose = (text: string): string =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The address that a heading gets on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string): ReadonlySet<string> =>
  new Set(
    [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')),
  );

describe('links of the documents lead somewhere', () => {
  for (const file of files) {
    it(file, () => {
      for (const [, target = ''] of prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const wanted = path === '' ? file : relative(root, resolve(root, dirname(file), path));
        assert.ok(existsSync(join(root, wanted)), `${file}: ${target}`);
        if (anchor === undefined) continue;
        assert.ok(anchorsOf(wanted).has(anchor), `${file}: ${target}`);
      }
    });
  }
});
