import type { EksCluster } from '../../core/model/eks-cluster.ts';
import { refuse } from './failures.ts';
import { isLoopback } from './server-address.ts';

/** `<id>.<two letters and a digit>.<region>.eks.<suffix of the partition>` (EKS user guide, "Cluster API server endpoint"). */
const ipv4Endpoint =
  /\.(?<region>[a-z]{2,}(?:-[a-z]+)+-\d+)\.eks\.(?:amazonaws\.(?:com|com\.cn|eu)|c2s\.ic\.gov|sc2s\.sgov\.gov|cloud\.adc-e\.uk|csp\.hci\.ic\.gov)$/i;

/** `<id>.eks-cluster.<region>.<dual-stack suffix of the partition>`, the same page. */
const dualStackEndpoint =
  /\.eks-cluster\.(?<region>[a-z]{2,}(?:-[a-z]+)+-\d+)\.api\.(?:aws|amazonwebservices\.(?:com\.cn|eu)|aws\.ic\.gov|aws\.scloud|cloud-aws\.adc-e\.uk|aws\.hci\.ic\.gov)$/i;

/** The region of an EKS endpoint, by its host name; undefined for every other host. */
export const regionOfEndpoint = (hostname: string): string | undefined => {
  const found = ipv4Endpoint.exec(hostname) ?? dualStackEndpoint.exec(hostname);
  return found?.groups?.['region']?.toLowerCase();
};

/**
 * Refuses to send a token for an EKS cluster to anybody but EKS, where only a kubeconfig vouches for the server: whoever may write one
 * could otherwise have tokens of the functions sent to a server of their own. Throws a `ControllerError` of kind `terminal`.
 */
export const checkEksServer = (
  server: URL,
  cluster: EksCluster,
  trust: { readonly what: string; readonly insecure: boolean },
): void => {
  if (trust.insecure)
    throw refuse(
      trust.what,
      `a token for EKS cluster ${cluster.clusterName} is sent only where the server's certificate is checked: take insecure-skip-tls-verify out`,
    );
  if (!isLoopback(server) && regionOfEndpoint(server.hostname) === undefined)
    throw refuse(
      trust.what,
      `a token for EKS cluster ${cluster.clusterName} is sent to endpoints of EKS only, and ${server.hostname} is none: name the cluster in spec.eks, whose certificate is then known`,
    );
};
