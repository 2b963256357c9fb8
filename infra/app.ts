import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Annotations, App } from 'aws-cdk-lib';
import { bundleFunctions } from './bundle/bundle.ts';
import { FederationStack } from './federation-stack.ts';
import { checkWithNag } from './nag.ts';
import { readSettings } from './settings/read-settings.ts';
import type { FederationSettings } from './settings/settings.ts';

const projectRoot = resolve(import.meta.dirname, '..');

/** Account of the settings that come with the project: AWS uses it in examples, and nobody has it. */
const exampleAccount = '111122223333';

/** Bundles the functions of functions/ and the one that looks at log groups; returns the folder of each by its name. */
const bundleAll = async (outDir: string): Promise<ReadonlyMap<string, string>> => {
  const slots = resolve(projectRoot, 'infra/log-slots/check-log-slots.ts');
  const bundles = await Promise.all([
    bundleFunctions({ outDir }),
    bundleFunctions({ outDir, entries: [slots] }),
  ]);
  return new Map(bundles.flat().map(({ name, dir }) => [name, dir]));
};

const bundleDirIn =
  (bundles: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const dir = bundles.get(name);
    if (dir === undefined)
      throw new Error(`Cannot deploy function ${name}: functions/${name}.ts is missing`);
    return dir;
  };

const warnOfExample = (stack: FederationStack, { account }: FederationSettings): void => {
  if (account !== exampleAccount) return;
  Annotations.of(stack).addWarningV2(
    'seamark:example-settings',
    `These are the settings that come with the project: account ${account} is nobody's. Change seamark.config.json (docs/settings.md) or name another file with -c settings=PATH`,
  );
};

/** Whoever wrote the settings wants the faults, not where they were found. */
const settingsOrExit = async (path: string): Promise<FederationSettings> => {
  try {
    return await readSettings(path);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
};

const app = new App();
const path: unknown =
  app.node.tryGetContext('settings') ?? resolve(projectRoot, 'seamark.config.json');
const settings = await settingsOrExit(resolve(String(path)));
// The synthesis copies them, so that none of two at the same time takes the other's.
const bundleFolder = await mkdtemp(join(tmpdir(), 'seamark-bundles-'));
try {
  const bundles = await bundleAll(bundleFolder);
  const stack = new FederationStack(app, { settings, bundleDirOf: bundleDirIn(bundles) });
  warnOfExample(stack, settings);
  checkWithNag(app);
  app.synth();
} finally {
  await rm(bundleFolder, { recursive: true });
}
