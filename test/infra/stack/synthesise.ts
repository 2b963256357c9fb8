import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { App } from 'aws-cdk-lib';
import { FederationStack } from '../../../infra/federation-stack.ts';
import type { FederationSettings } from '../../../infra/settings/settings.ts';
import { type PlainObject, plainly } from './plain-values.ts';

/** A resource of a template. */
export type Resource = {
  /** Path of its construct below the stack, without `/Resource`. */
  readonly path: string;
  readonly type: string;
  readonly properties: PlainObject;
  /** What stands beside the properties, such as `DeletionPolicy`. */
  readonly attributes: PlainObject;
};

/** A stack as CloudFormation gets it, with references in plain words. */
export type Synthesised = {
  readonly resources: readonly Resource[];
  readonly outputs: PlainObject;
};

const folder = mkdtempSync(join(tmpdir(), 'seamark-stack-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A folder that stands for a function's bundle: what is in it is no concern of these tests. */
const bundleDirOf = (name: string): string => {
  const dir = join(folder, name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'index.mjs'), `export const handler = '${name}';\n`);
  return dir;
};

/** The feature flags that `cdk synth` runs with. */
const { context } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../cdk.json'), 'utf8'),
);

/** An app with the stack of these settings, not yet synthesised. */
export const construct = (
  settings: FederationSettings,
  validation: { readonly builtinCloudFormationValidation: boolean },
): { readonly app: App; readonly stack: FederationStack } => {
  const outdir = mkdtempSync(join(folder, 'out-'));
  const app = new App({ context, analyticsReporting: false, outdir, ...validation });
  return { app, stack: new FederationStack(app, { settings, bundleDirOf }) };
};

/** The template of these settings. Whether CloudFormation would take it is asked once, in nag.test.ts: the answer takes seconds. */
export const synthesise = (settings: FederationSettings): Synthesised => {
  const { app, stack } = construct(settings, { builtinCloudFormationValidation: false });
  const { template } = app.synth().getStackByName(stack.stackName);
  const plain = plainly(stack);
  return {
    resources: Object.entries<{ Type: string; Properties?: object }>(template.Resources).map(
      ([id, { Type, Properties = {}, ...attributes }]) => ({
        path: plain.pathOf(id),
        type: Type,
        properties: plain.object(Properties),
        attributes: plain.object(attributes),
      }),
    ),
    outputs: plain.object(template.Outputs ?? {}),
  };
};

/** The one resource at a path. */
export const at = ({ resources }: Synthesised, path: string): Resource => {
  const [found, ...others] = resources.filter((resource) => resource.path === path);
  if (found === undefined || others.length > 0) {
    const paths = resources.map((resource) => resource.path).join('\n');
    throw new Error(`Cannot find one resource at ${path} among\n${paths}`);
  }
  return found;
};

/** All resources of a type, in the order of their paths. */
export const ofType = ({ resources }: Synthesised, type: string): readonly Resource[] =>
  resources
    .filter((resource) => resource.type === type)
    .sort((left, right) => (left.path < right.path ? -1 : 1));
