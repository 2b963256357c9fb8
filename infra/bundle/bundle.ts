import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { environmentCredentials } from './environment-credentials.ts';
import { lightBuiltins } from './light-builtins.ts';
import { type CodeFile, mergeEntry } from './merge-entry.ts';

/** What to bundle and where the result goes. */
export interface BundleOptions {
  /** Folder that receives one folder a function; folders of other functions in it are left alone. */
  readonly outDir: string;
  /** Source files, one function each. Without it: every `functions/*.ts` of this project. */
  readonly entries?: readonly string[];
  /** Write a source map beside every file, each as it was before the entry took in what it imports statically. Default: no. */
  readonly sourceMap?: boolean;
}

/** One function as it is deployed: `dir` is the root of the Lambda code, `handlerFile` its entry. */
export interface Bundle {
  readonly name: string;
  readonly dir: string;
  readonly handlerFile: string;
  /** Size of all code files in bytes, source maps not counted. */
  readonly bytes: number;
}

type Built = BuildResult<{ write: false; metafile: true }>;

const projectRoot = resolve(import.meta.dirname, '../..');

/** CommonJS dependencies that call `require` for a built-in find this one; ESM has none of its own. */
const requireBanner =
  'const require=process.getBuiltinModule("node:module").createRequire(import.meta.url);';

/**
 * Bundles each entry into `<outDir>/<name>/index.mjs` plus chunks for what it imports lazily, everything but
 * Node's built-ins included. The same sources give the same bytes, wherever the project stands.
 * Throws when there is nothing to bundle, when two entries have the same name, or when a source does not build.
 */
export async function bundleFunctions(options: BundleOptions): Promise<readonly Bundle[]> {
  const entries = options.entries ?? (await functionSources());
  refuseNamesakes(entries);
  return Promise.all(
    entries.map((entry) => bundleOne(entry, resolve(options.outDir), options.sourceMap ?? false)),
  );
}

async function functionSources(): Promise<readonly string[]> {
  const folder = join(projectRoot, 'functions');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  if (files.length === 0) {
    throw new Error(`Cannot bundle functions: ${folder} holds no .ts file. Name the entries.`);
  }
  return files.map((file) => join(folder, file));
}

function refuseNamesakes(entries: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const entry of entries) {
    const earlier = seen.get(functionName(entry));
    if (earlier !== undefined) {
      throw new Error(
        `Cannot bundle ${entry}: ${earlier} has the same name and would go to the same folder. Rename one.`,
      );
    }
    seen.set(functionName(entry), entry);
  }
}

async function bundleOne(entry: string, outDir: string, sourceMap: boolean): Promise<Bundle> {
  const name = functionName(entry);
  const dir = join(outDir, name);
  const handlerFile = join(dir, 'index.mjs');
  const built = await buildEntry(entry, dir, sourceMap);
  const split = { ...built, root: projectRoot, entry: handlerFile };
  const files = sourceMap ? built.outputFiles : await mergeEntry(split);
  await rm(dir, { recursive: true, force: true });
  await Promise.all(files.map(writeOutput));
  const code = files.filter((file) => !file.path.endsWith('.map'));
  return {
    name,
    dir,
    handlerFile,
    bytes: code.reduce((sum, file) => sum + file.contents.byteLength, 0),
  };
}

async function buildEntry(entry: string, dir: string, sourceMap: boolean): Promise<Built> {
  try {
    return await build(esbuildOptions(entry, dir, sourceMap));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot bundle ${entry}: ${reason}`, { cause });
  }
}

function esbuildOptions(entry: string, dir: string, sourceMap: boolean) {
  return {
    absWorkingDir: projectRoot,
    entryPoints: { index: resolve(entry) },
    outdir: dir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: sourceMap ? 'linked' : false,
    plugins: [lightBuiltins, environmentCredentials],
    banner: { js: requireBanner },
    metafile: true,
    write: false,
    logLevel: 'silent',
  } satisfies BuildOptions;
}

async function writeOutput(file: CodeFile): Promise<void> {
  await mkdir(dirname(file.path), { recursive: true });
  await writeFile(file.path, file.contents);
}

function functionName(entry: string): string {
  return basename(entry).replace(/\.[cm]?[jt]s$/, '');
}
