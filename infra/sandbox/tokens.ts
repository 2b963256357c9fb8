import { createHash, randomBytes } from 'node:crypto';
import { hostName, type Topology } from './topology.ts';

/** The bearer tokens of one cluster. */
export type ClusterTokens = {
  /** For the person at the kubeconfig. */
  readonly admin: string;
  /** For Seamark's functions. */
  readonly seamark: string;
  /** For the simulated cloud and for the sandbox itself. */
  readonly cloud: string;
  /** With which the cluster's API server speaks to the audit webhook. */
  readonly webhook: string;
};

/** Fresh tokens for the host and each member, by cluster name. */
export const createTokens = (topology: Topology): { readonly [cluster: string]: ClusterTokens } => {
  const token = (): string => randomBytes(20).toString('hex');
  return Object.fromEntries(
    [hostName, ...topology.members.map(({ name }) => name)].map((name) => [
      name,
      { admin: token(), seamark: token(), cloud: token(), webhook: token() },
    ]),
  );
};

/** SHA-256 in base64url without padding, the form in which the audit webhook knows its tokens. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
