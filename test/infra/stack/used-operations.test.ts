import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Bundle, bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { rolesOf } from './iam-policy.ts';
import { anEksCluster, otherSettings, someSettings } from './some-settings.ts';
import { synthesise } from './synthesise.ts';

const folder = await mkdtemp(join(tmpdir(), 'seamark-operations-'));
after(() => rm(folder, { recursive: true, force: true }));

const entries = ['infra/log-slots/check-log-slots.ts'].map((file) =>
  resolve(import.meta.dirname, '../../..', file),
);
const bundles = [
  ...(await bundleFunctions({ outDir: folder })),
  ...(await bundleFunctions({ outDir: folder, entries })),
];

/** What the SDK can do beside what is asked of it, and never does in Lambda, where credentials come by the environment. */
const ofTheSdk = new Set([
  'AssumeRoleWithWebIdentity',
  'CreateToken',
  'GetRoleCredentials',
  // DynamoDB clients find their endpoint so only where endpoint discovery is turned on.
  'DescribeEndpoints',
]);

/** Operations that a bundle holds and a deployment never comes to, with the reason. */
const neverCalled: { readonly [name: string]: { readonly [operation: string]: string } } = {
  resync: { Query: 'what a Service has in the ledger comes with the scan' },
  'cluster-health': { GetItem: 'only intake asks for passes of known keys alone' },
  'reconcile-service': {
    ListHostedZones: 'the zone of a deployment is known by its id',
    CreateHostedZone: 'the stack makes the zone',
  },
};

/** Actions that are called otherwise than their operations (Service Authorization Reference). */
const actionOf: { readonly [operation: string]: string } = { SendMessageBatch: 'SendMessage' };

/** Operations that a bundle can ask AWS for: tree shaking leaves no command that nothing refers to. */
const operationsIn = async ({ dir }: Bundle): Promise<ReadonlySet<string>> => {
  const files = await readdir(dir, { recursive: true });
  const code = files
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(dir, file), 'utf8'));
  const command = /\bextends [\w$]+\([^()]*,"([A-Z][A-Za-z]+)",[\w$]+\)\{\}/g;
  return new Set(code.flatMap((text) => [...text.matchAll(command)].map(([, name = '']) => name)));
};

/** What the mapping, the log and Lambda itself do in a function's name. */
const notByCode = new Set(['WriteLogs', 'ReadWakes', 'KeepFailedEvents']);
const ofNetwork = /Network/;

/** Everything that a function's own code may do, in any of these settings. */
const grantedTo = (name: string): ReadonlySet<string> => {
  const path =
    name === 'check-log-slots' ? 'AuditLogs/SlotCheck/Function/Role' : `Functions/${name}/Role`;
  const withEverything = someSettings({
    host: { kind: 'eks', cluster: anEksCluster('control', { roleArn: 'arn:aws:iam::1:role/a' }) },
    eksClusters: [anEksCluster('oslo')],
  });
  return new Set(
    [someSettings(), otherSettings(), withEverything]
      .flatMap((settings) => rolesOf(synthesise(settings)))
      .filter((role) => role.path === path)
      .flatMap(({ statements }) => statements)
      .filter(({ sid }) => !notByCode.has(sid) && !ofNetwork.test(sid))
      .flatMap(({ actions }) => actions.map((action) => action.replace(/^\w+:/, ''))),
  );
};

describe('what the code of a function can ask AWS for', () => {
  for (const bundle of bundles) {
    it(`is what the role of ${bundle.name} allows, no more and no less`, async () => {
      const without = neverCalled[bundle.name] ?? {};
      const operations = await operationsIn(bundle);
      for (const name of Object.keys(without)) assert.ok(operations.has(name), `${name} is gone`);
      const asked = [...operations]
        .filter((name) => !ofTheSdk.has(name) && !(name in without))
        .map((name) => actionOf[name] ?? name);
      assert.deepEqual(asked.sort(), [...grantedTo(bundle.name)].sort());
    });
  }
});
