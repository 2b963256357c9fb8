import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Bundle, bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { functionLimits } from '../../../infra/function-limits.ts';

/** Design limit of a bundle; Lambda itself takes 250 MB. */
const mostBytes = 1_536 * 1024;

/** What is needed in few passes, if at all, by something that only it holds. */
const lazy: { readonly [name: string]: readonly string[] } = {
  'reading a kubeconfig': ['YAMLParseError'],
  'a cluster on EKS': ['DescribeCluster'],
  'a kubeconfig in Secrets Manager': ['GetSecretValue'],
};

describe('the functions as they are shipped', () => {
  let outDir: string;
  let bundles: readonly Bundle[];
  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'seamark-shipped-'));
    bundles = await bundleFunctions({ outDir });
  });
  after(() => rm(outDir, { recursive: true }));

  const entryOf = ({ handlerFile }: Bundle): Promise<string> => readFile(handlerFile, 'utf8');

  it('are those that have limits', () => {
    const names = bundles.map(({ name }) => name).sort();
    assert.deepEqual(names, Object.keys(functionLimits).sort());
  });

  it('are at most 1.5 MB each', () => {
    for (const { name, bytes } of bundles) assert.ok(bytes <= mostBytes, `${name}: ${bytes} bytes`);
  });

  it('load one file, and import no built-in module', async () => {
    for (const bundle of bundles) {
      const entry = await entryOf(bundle);
      const imports = [
        ...entry.matchAll(/\bimport\s*(\(?)\s*["']([^"']+)["']|\bfrom\s*["']([^"']+)["']/g),
      ];
      for (const [text, call, lazily] of imports) {
        assert.equal(call, '(', `${bundle.name}: ${text}`);
        assert.match(lazily ?? '', /^\.\/chunks\//, `${bundle.name}: ${text}`);
      }
    }
  });

  for (const [what, marks] of Object.entries(lazy)) {
    it(`load the code of ${what} only when it is needed`, async () => {
      let chunks = 0;
      for (const bundle of bundles) {
        const entry = await entryOf(bundle);
        for (const mark of marks) assert.ok(!entry.includes(mark), `${bundle.name}: ${mark}`);
        const folder = join(bundle.dir, 'chunks');
        const files = await readdir(folder).catch((): string[] => []);
        const codes = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
        chunks += codes.filter((code) => marks.every((mark) => code.includes(mark))).length;
      }
      assert.equal(chunks, 3, 'in each function that reaches clusters');
    });
  }
});
