import {
  awaitCluster,
  clustersPath,
  eventually,
  type Federation,
  labelCluster,
} from './federation.ts';

const nodesPath = '/api/v1/nodes';

/** Unregisters a member, takes its nodes away and registers it anew, so that nobody knows where it is. */
export const registerWithoutNodes = async (federation: Federation, name: string): Promise<void> => {
  const { host, member } = federation.sandbox;
  const path = `${clustersPath}/${name}`;
  const before = await host.read(path);
  if (!before) throw new Error(`Cannot register ${name} anew: it is not registered`);
  await host.remove(path);
  await eventually(`the end of Cluster ${name}`, async () =>
    (await host.read(path)) === undefined ? true : undefined,
  );
  const { items } = await member(name).list(nodesPath);
  for (const { metadata } of items) await member(name).remove(`${nodesPath}/${metadata.name}`);
  const { apiVersion, kind } = before;
  // The cast trusts the schema of the Cluster resource.
  const spec = before['spec'] as { readonly secretRef: { readonly name: string } };
  await host.create(clustersPath, { apiVersion, kind, metadata: { name }, spec });
  await labelCluster(federation.sandbox, name);
  await awaitCluster(federation, name, { type: 'Ready', status: 'True' });
};
