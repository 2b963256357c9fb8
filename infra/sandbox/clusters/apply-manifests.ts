import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';
import type { ClusterClient, Manifest } from './cluster-client.ts';

const collections: { readonly [kind: string]: string } = {
  Namespace: '/api/v1/namespaces',
  CustomResourceDefinition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  Role: '/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles',
  RoleBinding: '/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/rolebindings',
};

/** Applies the objects of one of the project's own manifests (`infra/manifests`) in their order, as an operator does. */
export const applyManifests = async (client: ClusterClient, file: string): Promise<void> => {
  const source = await readFile(new URL(`../../manifests/${file}`, import.meta.url), 'utf8');
  for (const document of parseAllDocuments(source)) {
    // The cast trusts the project's own manifest.
    const object = document.toJS() as Manifest;
    await client.apply(pathOf(object, file), withLastApplied(object), kubectl);
  }
};

/** Field manager of what `kubectl apply --server-side` writes. */
export const kubectl = 'kubectl';

/** An object with the annotation by which `kubectl apply` knows it again, so that it takes it over without a warning. */
export const withLastApplied = (object: Manifest): Manifest => {
  const annotations = object.metadata['annotations'];
  const last = { ...object, metadata: { ...object.metadata, annotations: annotations ?? {} } };
  return {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: {
        ...(annotations as object | undefined),
        'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(last)}\n`,
      },
    },
  };
};

const pathOf = ({ kind, metadata }: Manifest, file: string): string => {
  const collection = collections[String(kind)];
  if (collection === undefined)
    throw new Error(`Cannot apply ${file}: nobody knows where objects of kind ${kind} go`);
  const namespace = String(metadata['namespace'] ?? '');
  return `${collection.replace('{namespace}', namespace)}/${metadata.name}`;
};
