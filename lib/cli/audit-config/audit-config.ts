import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { type ApiServerFlag, apiServerFlags, flagsFile } from './api-server-flags.ts';
import { kubeadmConfig } from './kubeadm-config.ts';

/** What is the same for all clusters with files in the same place; texts are whole files. */
export type FilesForAll = {
  readonly policy: string;
  readonly flags: readonly ApiServerFlag[];
  readonly kubeadm: string;
};

/** Everything that makes the API servers of a cluster tell Seamark of changes. */
export type AuditConfig = FilesForAll & { readonly kubeconfig: string };

/** What decides the files. */
export type AuditWishes = {
  readonly host: boolean;
  /** Namespace of the members' credentials on the host. */
  readonly namespace: string;
  /** Folder on the control-plane nodes. */
  readonly directory: string;
};

/** The files that hold no secret. */
export const filesForAll = async (wishes: AuditWishes): Promise<FilesForAll> => {
  const flags = apiServerFlags(wishes.directory);
  return {
    policy: await auditPolicy(wishes),
    flags,
    kubeadm: kubeadmConfig(flags, wishes.directory),
  };
};

/** Everything as one stream of YAML documents, the flags once more as comments. */
export const yamlStream = ({ policy, kubeconfig, kubeadm, flags }: AuditConfig): string => {
  const told = flagsFile(flags)
    .replace(/^(?=.)/gm, '# ')
    .replaceAll('# # ', '#   ');
  return [policy, kubeconfig, `${kubeadm}# The same flags elsewhere:\n${told}`].join('---\n');
};

/** The policy file of a host or a member (`infra/manifests`), its comments kept. */
const auditPolicy = async ({ host, namespace }: AuditWishes): Promise<string> => {
  const file = host ? 'audit-policy.yaml' : 'audit-policy-member.yaml';
  const source = await readFile(
    new URL(`../../../infra/manifests/${file}`, import.meta.url),
    'utf8',
  );
  const document = parseDocument(source);
  // The cast trusts the project's own file.
  const { rules } = document.toJS() as { rules: readonly { namespaces?: readonly string[] }[] };
  for (const [index, { namespaces }] of rules.entries())
    if (namespaces !== undefined) document.setIn(['rules', index, 'namespaces', 0], namespace);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
};
