import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { type Bundle, bundleFunctions } from '../../../infra/bundle/bundle.ts';

const projectRoot = resolve(import.meta.dirname, '../../..');
const fixture = (name: string): string => join(projectRoot, `test/fixtures/bundle/${name}.mts`);
const entries = ['aws-clients', 'lazy-kubernetes', 'plain-http', 'shared-state'].map(fixture);

async function filesOf(dir: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(dir.length + 1), await readFile(path, 'utf8')] as const;
  });
  return new Map((await Promise.all(read)).sort(([a], [b]) => a.localeCompare(b)));
}

describe('bundleFunctions', () => {
  let scratch: string;
  let bundles: ReadonlyMap<string, Bundle>;
  const bundle = (name: string): Bundle => {
    const found = bundles.get(name);
    assert.ok(found, `no bundle ${name}`);
    return found;
  };

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'seamark-bundle-'));
    const made = await bundleFunctions({ outDir: join(scratch, 'first'), entries });
    bundles = new Map(made.map((one) => [one.name, one]));
  });
  after(() => rm(scratch, { recursive: true }));

  const results = [
    { name: 'aws-clients', result: { dynamodb: 'function', sqs: 'function' } },
    { name: 'lazy-kubernetes', result: 'https://cluster.example' },
    { name: 'plain-http', result: ["I'm a Teapot", true] },
    { name: 'shared-state', result: { count: 2, known: true, stream: 'function' } },
  ];
  for (const { name, result } of results) {
    it(`makes a bundle of ${name} that runs by itself`, async () => {
      const { handler } = await import(bundle(name).handlerFile);
      assert.deepEqual(await handler({}), result);
    });
  }

  it('leaves nothing to be found outside the bundle but built-in modules', async () => {
    for (const { name, handlerFile } of bundles.values()) {
      const { metafile } = await build({
        entryPoints: [handlerFile],
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        metafile: true,
        write: false,
      });
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
      for (const { path, external } of imports) {
        assert.ok(external !== true || isBuiltin(path), `${name} imports ${path}`);
      }
    }
  });

  it('imports no built-in module, whose facade would evaluate every export of it', async () => {
    for (const { dir } of bundles.values()) {
      for (const [file, code] of await filesOf(dir)) {
        const imported = [...code.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)];
        assert.deepEqual(imported.filter(([, path = '']) => isBuiltin(path)).map(String), [], file);
      }
    }
    const { dir } = bundle('plain-http');
    assert.match((await filesOf(dir)).get('index.mjs') ?? '', /getBuiltinModule\("node:http"\)/);
  });

  it('puts into the entry what it imports statically', async () => {
    for (const { dir } of bundles.values()) {
      const entry = (await filesOf(dir)).get('index.mjs') ?? '';
      assert.doesNotMatch(entry, /(^|[;}])import\s*[{*"'\w]|\bfrom\s*["']\./);
    }
  });

  it('leaves names that lazy code shares with the entry where it looks for them', async () => {
    const files = await filesOf(bundle('shared-state').dir);
    const facade = /^export \{ .+ \} from '\.\.\/index\.mjs';\n$/;
    assert.equal([...files.values()].filter((code) => facade.test(code)).length, 1);
  });

  it('takes credentials from the environment, as Lambda gives them, and from nowhere else', async () => {
    const files = await filesOf(bundle('aws-clients').dir);
    const code = [...files.values()].join('\n');
    assert.ok(code.includes('Unable to find environment variable credentials'));
    for (const other of ['credential_process', 'AssumeRoleWithWebIdentity']) {
      assert.ok(!code.includes(other), other);
    }
  });

  it('keeps what is imported lazily out of the entry', async () => {
    const files = await filesOf(bundle('lazy-kubernetes').dir);
    assert.ok((files.get('index.mjs')?.length ?? 0) < 2000);
    assert.ok([...files.keys()].some((name) => /^chunks\/.+-[0-9A-Z]+\.mjs$/.test(name)));
  });

  it('gives all code a require function, which CommonJS dependencies call', async () => {
    for (const { dir } of bundles.values()) {
      for (const [file, code] of await filesOf(dir)) {
        assert.match(code, /createRequire\(|^export \{.+\} from '\.\.\/index\.mjs';\n$/, file);
      }
    }
  });

  it('counts the bytes of all code files', async () => {
    for (const { dir, bytes } of bundles.values()) {
      const files = [...(await filesOf(dir)).values()];
      assert.equal(
        files.reduce((sum, code) => sum + Buffer.byteLength(code), 0),
        bytes,
      );
    }
  });

  it('gives the same bytes again, in another folder, and names no folder of this machine', async () => {
    const outDir = join(scratch, 'another', 'place');
    const again = await bundleFunctions({ outDir, entries });
    for (const { name, dir } of again) {
      const files = await filesOf(dir);
      assert.deepEqual(files, await filesOf(bundle(name).dir));
      for (const [file, code] of files) {
        assert.ok(!code.includes(projectRoot) && !code.includes(scratch), `${name}/${file}`);
      }
    }
  });

  it('writes source maps when asked, and does not count them', async () => {
    const [made] = await bundleFunctions({
      outDir: join(scratch, 'maps'),
      entries: [fixture('plain-http')],
      sourceMap: true,
    });
    assert.ok(made);
    const files = await filesOf(made.dir);
    assert.ok(files.has('index.mjs.map'));
    assert.match(files.get('index.mjs') ?? '', /sourceMappingURL=index\.mjs\.map/);
    assert.equal(made.bytes, Buffer.byteLength(files.get('index.mjs') ?? ''));
  });

  it('clears what an earlier bundle of the same function left, and nothing else', async () => {
    const outDir = join(scratch, 'stale');
    await mkdir(join(outDir, 'plain-http'), { recursive: true });
    await writeFile(join(outDir, 'plain-http', 'old.mjs'), '');
    await writeFile(join(outDir, 'other.txt'), '');
    await bundleFunctions({ outDir, entries: [fixture('plain-http')] });
    assert.deepEqual((await readdir(outDir)).sort(), ['other.txt', 'plain-http']);
    assert.deepEqual(await readdir(join(outDir, 'plain-http')), ['index.mjs']);
  });

  it('refuses two entries that would go to one folder', async () => {
    await assert.rejects(
      bundleFunctions({ outDir: scratch, entries: ['a/same.ts', 'b/same.ts'] }),
      /^Error: Cannot bundle b\/same\.ts: a\/same\.ts has the same name/,
    );
  });

  it('names the entry and the reason when a source does not build', async () => {
    const broken = join(scratch, 'broken.ts');
    await writeFile(broken, `import { nothing } from './not-there.ts';\nexport { nothing };\n`);
    await assert.rejects(bundleFunctions({ outDir: scratch, entries: [broken] }), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^Cannot bundle .*broken\.ts: /);
      assert.match(error.message, /Could not resolve "\.\/not-there\.ts"/);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });
});
