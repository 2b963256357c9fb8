import type { EksClusters } from '../../ports/eks-clusters.ts';
import type { SecretStore } from '../../ports/secret-store.ts';

/** Where access to clusters comes from, besides files and the host itself. */
export type CredentialSources = { readonly eks: EksClusters; readonly secrets: SecretStore };
