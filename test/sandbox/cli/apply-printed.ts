import assert from 'node:assert/strict';
import type { ClusterClient, Manifest } from '../../../infra/sandbox/clusters/cluster-client.ts';
import { runCli } from '../../unit/cli/run-cli.ts';

const plurals: { readonly [kind: string]: string } = {
  CustomResourceDefinition: 'customresourcedefinitions',
  Namespace: 'namespaces',
  ServiceAccount: 'serviceaccounts',
  Secret: 'secrets',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
};

/** What `npx seamark manifests <flags>` prints, as objects. */
export const printedManifests = async (
  ...flags: readonly string[]
): Promise<readonly Manifest[]> => {
  const { code, out } = await runCli(['manifests', ...flags, '--output', 'json']);
  assert.equal(code, 0);
  return JSON.parse(out).items;
};

/** Path of an object of the kinds that the command prints. */
export const pathOf = ({ apiVersion, kind, metadata }: Manifest): string => {
  const version = String(apiVersion);
  const root = version.includes('/') ? `/apis/${version}` : `/api/${version}`;
  const namespace = metadata['namespace'];
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${root}${scope}/${plurals[String(kind)]}/${metadata.name}`;
};

/** Applies what the command prints, as `kubectl apply --server-side` does. */
export const applyPrinted = async (
  client: ClusterClient,
  ...flags: readonly string[]
): Promise<void> => {
  for (const object of await printedManifests(...flags))
    await client.apply(pathOf(object), object, 'kubectl');
};
