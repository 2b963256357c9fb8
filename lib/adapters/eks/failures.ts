import type { EksCluster } from '../../core/model/eks-cluster.ts';
import { ControllerError, type FailureKind } from '../../core/model/failure.ts';

/** A cluster with the region that it is looked for in. */
export type PlacedCluster = EksCluster & { readonly region: string };

/** Codes that ask for patience (EKS API reference, "Common errors"; DescribeCluster, errors). */
const throttling: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** Codes by which AWS says that the caller may not ask. */
const denied: ReadonlySet<string> = new Set(['AccessDenied', 'AccessDeniedException']);

/** Codes by which AWS does not know who asks; their texts may quote the signed request, session token included. */
const unknownCaller: ReadonlySet<string> = new Set([
  'IncompleteSignatureException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

/** What a failed DescribeCluster means, with the way out. */
export const classify = (error: unknown, cluster: PlacedCluster): ControllerError => {
  if (error instanceof ControllerError) return error;
  const code = error instanceof Error ? error.name : 'unknown';
  return new ControllerError(
    kindOf(error, code),
    `Cannot look up EKS cluster ${cluster.clusterName} in ${cluster.region}: ${reasonOf(error, code, cluster)}`,
    { cause: unknownCaller.has(code) ? undefined : error, fields: { service: 'eks', code } },
  );
};

const reasonOf = (error: unknown, code: string, cluster: PlacedCluster): string => {
  const said = error instanceof Error ? error.message : String(error);
  if (code === 'ResourceNotFoundException')
    return `there is none of that name and region in the account ${accountOf(cluster)}; check clusterName, region and roleArn`;
  if (denied.has(code))
    return `${said}. Allow eks:DescribeCluster on that cluster to ${callerOf(cluster)}: the settings of the deployment must list the cluster`;
  if (unknownCaller.has(code))
    return `EKS does not know who asks (${code}); the region may be switched off in the account ${accountOf(cluster)}, or of another partition`;
  if (isUnresolved(error))
    return `eks.${cluster.region} has no address; check the region, and the way to EKS if the function is attached to a VPC`;
  return statusOf(error) === undefined
    ? `EKS did not answer: ${said}`
    : `EKS says ${code}: ${said}`;
};

const callerOf = ({ roleArn }: EksCluster): string => roleArn ?? "the function's own role";

const accountOf = ({ roleArn }: EksCluster): string =>
  roleArn === undefined ? 'of the function' : `of ${roleArn}`;

const isUnresolved = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';

const kindOf = (error: unknown, code: string): FailureKind => {
  if (!(error instanceof Error) || error instanceof TypeError) return 'defect';
  if (throttling.has(code)) return 'throttled';
  if (denied.has(code) || unknownCaller.has(code)) return 'terminal';
  // The next try signs with newer credentials.
  if (code === 'ExpiredTokenException') return 'transient';
  const status = statusOf(error);
  return status === undefined || status >= 500 || status < 300 ? 'transient' : 'terminal';
};

/** Without one nothing came back at all: a refused connection, a time-out or an abort. */
const statusOf = (error: unknown): number | undefined => {
  // What the clients of AWS add to the errors that they throw.
  const { $metadata } = Object(error) as { $metadata?: { readonly httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
};

/** A cluster that is there and can't be used: one that is coming up will be usable, the others won't by themselves. */
export const unusable = (cluster: PlacedCluster, status: string): ControllerError => {
  const coming = status === 'CREATING' || status === 'PENDING';
  return new ControllerError(
    coming ? 'transient' : 'terminal',
    `Cannot use EKS cluster ${cluster.clusterName} in ${cluster.region}: its status is ${status}${coming ? ', and it has no endpoint yet' : ''}`,
    { fields: { service: 'eks', clusterStatus: status } },
  );
};
