import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, DefaultStackSynthesizer, type IReusableStackSynthesizer } from 'aws-cdk-lib';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { FederationStack } from '../../../infra/federation-stack.ts';
import { readSettings } from '../../../infra/settings/read-settings.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import type { JsonObject, Template } from './template.ts';

/** A file that a template refers to. */
export type Asset = {
  readonly path: string;
  readonly packaging: 'zip' | 'file';
  /** Where the template looks for it, in the bucket for assets. */
  readonly key: string;
};

/** A stack as `cdk synth` writes it, but for the bucket of its assets. */
export type SynthesisedStack = {
  readonly name: string;
  readonly settings: FederationSettings;
  readonly template: Template;
  readonly assets: readonly Asset[];
  /** Removes the folder that it was written to. */
  readonly remove: () => Promise<void>;
};

const projectRoot = resolve(import.meta.dirname, '../../..');

/** Synthesises the federation of a settings file with the bundles of its functions; assets are looked for in `bucket`. */
export const synthStack = async (
  settingsFile: JsonObject,
  bucket: string,
): Promise<SynthesisedStack> => {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-deployed-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'settings.json');
    await writeFile(path, JSON.stringify(settingsFile));
    const settings = await readSettings(path);
    const bundles = await bundleAll(join(folder, 'bundles'));
    return { ...(await synth({ settings, bundles, folder, bucket })), settings, remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** The functions, and the one of the stack's own that looks at log groups. */
const bundleAll = async (outDir: string): Promise<ReadonlyMap<string, string>> => {
  const slots = resolve(projectRoot, 'infra/log-slots/check-log-slots.ts');
  const bundles = await Promise.all([
    bundleFunctions({ outDir }),
    bundleFunctions({ outDir, entries: [slots] }),
  ]);
  return new Map(bundles.flat().map(({ name, dir }) => [name, dir]));
};

type Synth = {
  readonly settings: FederationSettings;
  readonly bundles: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly bucket: string;
};

/** A stand-in has no bootstrap stack, and the bucket is the test's own. */
const synthesizerFor = (fileAssetsBucketName: string): IReusableStackSynthesizer => {
  const given = { fileAssetsBucketName, generateBootstrapVersionRule: false };
  // Its optional properties may be undefined, which the interface does not say.
  return new DefaultStackSynthesizer(given) as IReusableStackSynthesizer;
};

const synth = async ({ settings, bundles, folder, bucket }: Synth) => {
  const { context } = JSON.parse(await readFile(resolve(projectRoot, 'cdk.json'), 'utf8'));
  const outdir = join(folder, 'cdk.out');
  const app = new App({
    // Paths tell the resources of a template apart, as the command line has it.
    context: { ...context, 'aws:cdk:enable-path-metadata': true },
    analyticsReporting: false,
    outdir,
    builtinCloudFormationValidation: false,
    defaultStackSynthesizer: synthesizerFor(bucket),
  });
  const stack = new FederationStack(app, {
    settings,
    bundleDirOf: (name) => bundles.get(name) ?? '',
  });
  const { template } = app.synth().getStackByName(stack.stackName);
  return { name: stack.stackName, template, assets: await readAssets(outdir, stack.stackName) };
};

/** What cloud-assembly-schema calls an asset manifest. */
type Manifest = {
  readonly files: {
    readonly [id: string]: {
      readonly source: { readonly path: string; readonly packaging: 'zip' | 'file' };
      readonly destinations: { readonly [id: string]: { readonly objectKey: string } };
    };
  };
};

const readAssets = async (outdir: string, stackName: string): Promise<readonly Asset[]> => {
  const text = await readFile(join(outdir, `${stackName}.assets.json`), 'utf8');
  // The synthesis has just written it.
  const { files } = JSON.parse(text) as Manifest;
  return Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }) => ({
      path: join(outdir, source.path),
      packaging: source.packaging,
      key: objectKey,
    })),
  );
};
