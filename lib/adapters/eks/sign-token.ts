import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { ControllerError } from '../../core/model/failure.ts';
import type { EpochMs } from '../../core/model/time.ts';
import type { AwsCredentials } from '../../ports/aws-credentials.ts';
import { stsHost } from './partitions.ts';

/** The most that the authenticator of EKS reads (aws-iam-authenticator `maxTokenLenBytes`). */
const maxTokenBytes = 4_096;

const prefix = 'k8s-aws-v1.';

/** Header by which a token is for one cluster only. */
const clusterHeader = 'x-k8s-aws-id';

/** As `aws eks get-token` has it; the token itself is good for 15 minutes whatever stands here. */
const expiresSeconds = 60;

/** In this order `aws eks get-token` writes them, and so does botocore. */
const parameters = [
  'Action',
  'Version',
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-SignedHeaders',
  'X-Amz-Security-Token',
  'X-Amz-Signature',
] as const;

/** Whom a token is for. */
export type TokenTarget = { readonly clusterName: string; readonly region: string };

/**
 * A bearer token for the API of an EKS cluster: a presigned STS GetCallerIdentity, made without any request (spec aws.md 6). Throws a
 * `ControllerError` of kind `terminal` where the credentials make it longer than EKS takes.
 */
export const signToken = async (
  { clusterName, region }: TokenTarget,
  credentials: AwsCredentials,
  now: EpochMs,
): Promise<string> => {
  const signer = new SignatureV4({ service: 'sts', region, credentials, sha256: Sha256 });
  const hostname = stsHost(region);
  const request = new HttpRequest({
    method: 'GET',
    protocol: 'https:',
    hostname,
    path: '/',
    query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
    headers: { host: hostname, [clusterHeader]: clusterName },
  });
  const { query = {} } = await signer.presign(request, {
    expiresIn: expiresSeconds,
    signingDate: new Date(now),
  });
  const pairs = parameters.flatMap((name) => {
    const value = query[name];
    return typeof value === 'string' ? [`${name}=${escaped(value)}`] : [];
  });
  const url = `https://${hostname}/?${pairs.join('&')}`;
  const token = `${prefix}${Buffer.from(url).toString('base64url')}`;
  if (token.length > maxTokenBytes) throw tooLong(clusterName, token, credentials);
  return token;
};

// RFC 3986 2.3, which SigV4 follows, keeps fewer characters than encodeURIComponent.
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const tooLong = (clusterName: string, token: string, credentials: AwsCredentials) =>
  new ControllerError(
    'terminal',
    `Cannot make a token for EKS cluster ${clusterName}: it would have ${token.length} bytes, and EKS reads ${maxTokenBytes} at most. The session token of the credentials alone has ${credentials.sessionToken?.length ?? 0}: give the session fewer tags and a shorter policy`,
  );
