/**
 * Stands in for `node:test` where tests are run again and again in one process: files are imported once, and their tests
 * are kept to be run by name. It knows what the tests of the core use; a file that asks for more can't be imported.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A test that was found in a file. */
export type CollectedTest = {
  /** File, suites and name, unique among all tests. */
  readonly id: string;
  readonly file: string;
  readonly run: () => Promise<void>;
};

type Body = () => unknown;

let found: CollectedTest[] = [];
let file = '';
let suites: readonly string[] = [];

const idOf = (name: string): string => {
  const id = [file, ...suites, name].join(' > ');
  const twins = found.filter((one) => one.id === id || one.id.startsWith(`${id} #`)).length;
  return twins === 0 ? id : `${id} #${twins + 1}`;
};

/** The file of a test. */
export const fileOf = (id: string): string => id.split(' > ')[0] ?? '';

/** Keeps a test for later. */
export const it = (name: string, body: Body): void => {
  found.push({
    id: idOf(name),
    file,
    run: async () => {
      await body();
    },
  });
};

/** Finds the tests of a suite. */
export const describe = (name: string, body: () => void): void => {
  const outer = suites;
  suites = [...outer, name];
  body();
  suites = outer;
};

export { it as test };

/**
 * Imports a test file and returns its tests.
 *
 * @param path Of the file, relative to the working directory.
 * @param round Files of another round are other modules, made anew.
 */
export const collectTests = async (
  path: string,
  round: number,
): Promise<readonly CollectedTest[]> => {
  found = [];
  suites = [];
  file = path;
  await import(`${pathToFileURL(path).href}?${roundKey}=${round}`);
  return found;
};

const roundKey = 'round';

/** What the modules of a round have in their URLs. */
const roundOf = (url: string | undefined): string =>
  url !== undefined && URL.parse(url)?.searchParams.has(roundKey) ? new URL(url).search : '';

/** Puts this module in the place of `node:test`, and gives every file that a test imports to the round of the test. */
export const takeTheTests = (): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'node:test') return { url: import.meta.url, shortCircuit: true };
      const found = next(specifier, context);
      const isOwn = found.url.startsWith('file:') && !found.url.includes('/node_modules/');
      return isOwn && !found.url.includes('?')
        ? { ...found, url: found.url + roundOf(context.parentURL) }
        : found;
    },
  });
};
