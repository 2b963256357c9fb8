import type { AuthFault, Caller } from './authenticate.ts';
import { accountOf, type Iam, partitionOf, sessionArn } from './iam.ts';
import {
  type Answer,
  type RunningService,
  type ServiceOptions,
  type SignedService,
  startSignedService,
} from './signed-service.ts';

/** A cluster as EKS knows it. */
export type EksClusterRecord = {
  readonly name: string;
  readonly region: string;
  /** 12 digits. */
  readonly account: string;
  readonly status: 'CREATING' | 'ACTIVE' | 'UPDATING' | 'DELETING' | 'FAILED' | 'PENDING';
  /** Absent while it is being created. */
  readonly endpoint?: string;
  /** PEM. */
  readonly ca?: string;
};

/** What EKS is started with. */
export type EksOptions = ServiceOptions & {
  /** Read at each request. */
  readonly clusters: () => readonly EksClusterRecord[];
};

/** Starts an EKS that knows one action, DescribeCluster, for every region: the signature says which one was meant. */
export const startEks = (options: EksOptions): Promise<RunningService> =>
  startSignedService(createEks(options.iam, options.clusters), options);

const createEks = (iam: Iam, clusters: EksOptions['clusters']): SignedService => ({
  service: 'eks',
  answer: ({ method, url }, caller) => {
    const name = /^\/clusters\/([^/?]+)$/.exec(url)?.[1];
    if (method !== 'GET' || name === undefined)
      return refusal(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    return describe(iam, clusters(), { name: decodeURIComponent(name), caller });
  },
  refuse: (fault) => refusal(403, codes[fault.kind], fault.message),
  trouble: (kind) =>
    kind === 'throttled'
      ? refusal(400, 'ThrottlingException', 'Rate exceeded')
      : refusal(503, 'ServiceUnavailableException', 'Service is unavailable'),
});

const codes: { readonly [kind in AuthFault['kind']]: string } = {
  missing: 'MissingAuthenticationTokenException',
  incomplete: 'IncompleteSignatureException',
  'unknown-key': 'UnrecognizedClientException',
  expired: 'ExpiredTokenException',
  signature: 'InvalidSignatureException',
};

const describe = (
  iam: Iam,
  clusters: readonly EksClusterRecord[],
  { name, caller }: { readonly name: string; readonly caller: Caller },
): Answer => {
  const { session, region } = caller;
  const account = accountOf(session.roleArn);
  const arn = `arn:${partitionOf(session.roleArn)}:eks:${region}:${account}:cluster/${name}`;
  if (!/^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name))
    return refusal(
      400,
      'InvalidParameterException',
      `The parameter cluster name contains invalid characters: ${name}`,
    );
  if (!iam.isAllowed(session.roleArn, 'eks:DescribeCluster', arn))
    return refusal(
      403,
      'AccessDeniedException',
      `User: ${sessionArn(session)} is not authorized to perform: eks:DescribeCluster on resource: ${arn}`,
    );
  const found = clusters.find(
    (one) => one.name === name && one.region === region && one.account === account,
  );
  if (!found)
    return refusal(404, 'ResourceNotFoundException', `No cluster found for name: ${name}.`);
  const { status, endpoint, ca } = found;
  const data = ca === undefined ? null : Buffer.from(ca).toString('base64');
  const cluster = {
    name,
    arn,
    status,
    version: '1.34',
    endpoint: endpoint ?? null,
    certificateAuthority: { data },
  };
  return { status: 200, headers: json, body: JSON.stringify({ cluster }) };
};

const json = { 'content-type': 'application/json' };

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { ...json, 'x-amzn-errortype': code },
  body: JSON.stringify({ message }),
});
