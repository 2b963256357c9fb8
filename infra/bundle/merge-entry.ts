import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/** A built file: where it goes, and its code. */
export type CodeFile = Pick<OutputFile, 'path' | 'contents'>;

/** The output of a split build, and where its entry and its names begin. */
export type SplitBuild = {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
  /** Folder that the paths of the metafile are relative to. */
  readonly root: string;
  /** Path of the entry's code. */
  readonly entry: string;
};

type Output = Metafile['outputs'][string];
type Outputs = ReadonlyMap<string, Output>;

/**
 * Puts everything that the entry imports statically into the entry itself, as each file costs a cold start a look-up and a read. What
 * code that is imported lazily shares with the entry is exported from there, through small files in the old places.
 */
export const mergeEntry = async (split: SplitBuild): Promise<readonly CodeFile[]> => {
  const { outputFiles, metafile, root, entry } = split;
  const outputs: Outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output]),
  );
  const merged = reachedFrom(entry, outputs, root);
  if (merged.size === 1) return outputFiles;
  const lazy = outputFiles.filter(({ path }) => !merged.has(path));
  const shared = [...merged].filter(
    (path) => path !== entry && lazy.some((file) => importsOf(file.path, outputs, root).has(path)),
  );
  const facades = shared.map((path, index) => facadeOf(path, index, outputs));
  const sources = new Map(outputFiles.map(({ path, text }) => [path, text]));
  const code = await bundleInto(
    entry,
    facades.map(({ reExport }) => reExport(dirname(entry))),
    sources,
  );
  const stubs = facades.map(({ path, stub }) => ({ path, contents: Buffer.from(stub(entry)) }));
  return [{ path: entry, contents: code }, ...stubs, ...lazy];
};

const importsOf = (path: string, outputs: Outputs, root: string): ReadonlySet<string> => {
  const imports = outputs.get(path)?.imports ?? [];
  const statics = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
  return new Set(statics.map((each) => join(root, each.path)));
};

const reachedFrom = (entry: string, outputs: Outputs, root: string): ReadonlySet<string> => {
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const next of importsOf(path, outputs, root)) reached.add(next);
  }
  return reached;
};

/** A file whose code moves into the entry while its names stay where they are looked for. */
type Facade = {
  readonly path: string;
  /** Line of the entry that exports the names, under others so that they meet no names of other files. */
  readonly reExport: (folder: string) => string;
  /** What is left in the old place. */
  readonly stub: (entry: string) => string;
};

const facadeOf = (path: string, index: number, outputs: Outputs): Facade => {
  const names = (outputs.get(path)?.exports ?? []).map((name) => ({
    name,
    as: `s${index}_${name}`,
  }));
  const list = (pairs: readonly string[]): string => `{ ${pairs.join(', ')} }`;
  const out = list(names.map(({ name, as }) => `${name} as ${as}`));
  const back = list(names.map(({ name, as }) => `${as} as ${name}`));
  return {
    path,
    reExport: (folder) => `export ${out} from '${specifier(folder, path)}';`,
    stub: (entry) => `export ${back} from '${specifier(dirname(path), entry)}';\n`,
  };
};

const specifier = (folder: string, path: string): string => {
  const way = relative(folder, path);
  return way.startsWith('.') ? way : `./${way}`;
};

const bundleInto = async (
  entry: string,
  reExports: readonly string[],
  sources: ReadonlyMap<string, string>,
): Promise<Uint8Array> => {
  const folder = dirname(entry);
  const contents = [`export * from '${specifier(folder, entry)}';`, ...reExports].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    plugins: [fromMemory(folder, sources)],
    write: false,
    logLevel: 'silent',
  });
  const [only] = outputFiles;
  if (only === undefined) throw new Error(`Cannot merge ${entry}: nothing came out`);
  return only.contents;
};

/** Reads files that are not written yet; what is imported lazily stays where it is. */
const fromMemory = (folder: string, sources: ReadonlyMap<string, string>): Plugin => ({
  name: 'from-memory',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path, kind, importer, namespace, resolveDir }) => {
      const from = namespace === 'memory' ? dirname(importer) : resolveDir;
      const target = join(from, path);
      if (kind === 'dynamic-import') return { path: specifier(folder, target), external: true };
      return { path: target, namespace: 'memory' };
    });
    build.onLoad({ filter: /.*/, namespace: 'memory' }, ({ path }) => {
      const contents = sources.get(path);
      if (contents === undefined) throw new Error(`Cannot merge ${path}: it was not built`);
      return { contents, loader: 'js' };
    });
  },
});
