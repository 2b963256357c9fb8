import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';
import { kubectl, withLastApplied } from '../clusters/apply-manifests.ts';
import type { ClusterClient, Manifest } from '../clusters/cluster-client.ts';

/** The Service that the story is about. */
export const example = { namespace: 'shop', name: 'web', key: 'shop/web' } as const;

/** Its file, as a user would name it from the project's folder. */
export const exampleFile = 'infra/sandbox/example-service.yaml';

/** Path of the Service in the API of any cluster. */
export const examplePath = `/api/v1/namespaces/${example.namespace}/services/${example.name}`;

const collectionOf = ({ kind, metadata }: Manifest): string => {
  if (kind === 'Namespace') return '/api/v1/namespaces';
  if (kind === 'Service') return `/api/v1/namespaces/${String(metadata['namespace'])}/services`;
  throw new Error(`Cannot apply ${exampleFile}: it holds a ${String(kind)}`);
};

/** Applies the example's objects to the host, as `kubectl apply` would. */
export const applyExample = async (host: ClusterClient): Promise<void> => {
  const text = await readFile(new URL('../example-service.yaml', import.meta.url), 'utf8');
  for (const document of parseAllDocuments(text)) {
    // The cast trusts the project's own manifest.
    const manifest = document.toJS() as Manifest;
    const path = `${collectionOf(manifest)}/${manifest.metadata.name}`;
    await host.apply(path, withLastApplied(manifest), kubectl);
  }
};
