import { type Document, isMap } from 'yaml';
import { type ManifestFile, readManifests } from './read-manifests.ts';
import type { Subject } from './subjects.ts';

/** What is printed for which cluster. */
export type ManifestWishes = {
  readonly host: boolean;
  readonly member: boolean;
  readonly serviceAccount: boolean;
  readonly namespace: string;
  readonly subjects: readonly Subject[];
};

/** The objects of a cluster in the order in which they can be applied, their comments kept. */
export const manifestsOf = async (wishes: ManifestWishes): Promise<readonly Document[]> => {
  const files = await Promise.all(filesOf(wishes).map(readManifests));
  const documents = files.flat();
  for (const document of documents) adapt(document, wishes);
  return wishes.serviceAccount && !wishes.host
    ? [...(await namespaceAlone(wishes)), ...documents]
    : documents;
};

const filesOf = ({ host, member, serviceAccount }: ManifestWishes): readonly ManifestFile[] => [
  ...(host ? (['cluster-crd.yaml', 'host-rbac.yaml'] as const) : []),
  ...(serviceAccount ? (['service-account.yaml'] as const) : []),
  ...(member ? (['member-rbac.yaml'] as const) : []),
];

/** A member has no namespace of ours but for the account. */
const namespaceAlone = async (wishes: ManifestWishes): Promise<readonly Document[]> => {
  const host = await readManifests('host-rbac.yaml');
  const found = host.filter((document) => document.get('kind') === 'Namespace');
  for (const document of found) {
    // What the file says of itself is not about this one.
    document.commentBefore = null;
    if (isMap(document.contents)) document.contents.commentBefore = null;
    adapt(document, wishes);
  }
  return found;
};

const adapt = (document: Document, { namespace, subjects }: ManifestWishes): void => {
  if (document.get('kind') === 'Namespace') document.setIn(['metadata', 'name'], namespace);
  if (document.hasIn(['metadata', 'namespace']))
    document.setIn(['metadata', 'namespace'], namespace);
  if (document.has('subjects')) document.set('subjects', document.createNode(subjects));
};

/** As the files are written. */
const style = { lineWidth: 0, flowCollectionPadding: false } as const;

/** A stream of YAML documents, as `kubectl apply -f -` reads it. */
export const yamlStream = (documents: readonly Document[]): string =>
  documents.map((document) => document.toString(style).replace(/^---\n/, '')).join('---\n');

/** A `List`, which `kubectl apply -f -` reads too. */
export const jsonList = (documents: readonly Document[]): string => {
  const items: unknown[] = documents.map((document) => document.toJS());
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2)}\n`;
};
