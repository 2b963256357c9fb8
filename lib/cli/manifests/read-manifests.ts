import { readFile } from 'node:fs/promises';
import { type Document, parseAllDocuments } from 'yaml';

/** The files of infra/manifests that a cluster is given. */
export type ManifestFile =
  | 'cluster-crd.yaml'
  | 'host-rbac.yaml'
  | 'member-rbac.yaml'
  | 'service-account.yaml';

/** The documents of one file, with their comments. */
export const readManifests = async (file: ManifestFile): Promise<readonly Document[]> => {
  const source = await readFile(
    new URL(`../../../infra/manifests/${file}`, import.meta.url),
    'utf8',
  );
  // The cast drops the type of an empty stream, which no file of ours is.
  return parseAllDocuments(source) as Document[];
};
