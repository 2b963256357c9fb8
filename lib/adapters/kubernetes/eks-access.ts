import type { EksCluster } from '../../core/model/eks-cluster.ts';
import type { EksClusters } from '../../ports/eks-clusters.ts';
import type { CurrentAccess } from './access.ts';
import { checkServer, readServer } from './server-address.ts';

/** What messages call the target, and its address where it is not the one that EKS tells. */
export type EksTarget = { readonly label: string; readonly server?: URL };

/**
 * The access to an EKS cluster by nothing but its name. Whatever the address, the server must show the certificate of that cluster, so
 * that a token never reaches anybody else. Throws `ControllerError`.
 */
export const readEksAccess = async (
  cluster: EksCluster,
  target: EksTarget,
  eks: EksClusters,
): Promise<CurrentAccess> => {
  const what = `connect to ${target.label}`;
  const { server, ca } = await eks.endpoint(cluster);
  const endpoint = readServer(server, what);
  const address = target.server ?? endpoint;
  const elsewhere = address.hostname !== endpoint.hostname;
  const access = {
    label: target.label,
    server: address,
    tls: { ca, ...(elsewhere ? { serverName: endpoint.hostname } : {}) },
    token: () => eks.token(cluster),
  };
  checkServer(access, what);
  return {
    access,
    version: JSON.stringify([server, ca]),
    doubt: (token) => eks.doubt(cluster, token),
  };
};
