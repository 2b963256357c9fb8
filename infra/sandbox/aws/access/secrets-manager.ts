import type { AuthFault, Caller } from './authenticate.ts';
import { accountOf, type Iam, partitionOf, sessionArn } from './iam.ts';
import {
  type Answer,
  type RunningService,
  type ServiceOptions,
  type SignedService,
  startSignedService,
} from './signed-service.ts';

/** A secret as its service keeps it. */
export type SecretRecord = {
  /** `arn:<partition>:secretsmanager:<region>:<account>:secret:<name>-<six characters>` */
  readonly arn: string;
  readonly value: { readonly text: string } | { readonly bytes: string };
  /** Marked for deletion: it stays, and is not given out. */
  readonly leaving?: boolean;
};

/** What Secrets Manager is started with. */
export type SecretsOptions = ServiceOptions & {
  /** Read at each request. */
  readonly secrets: () => readonly SecretRecord[];
};

/** Starts a Secrets Manager that knows one action, GetSecretValue, for every region: the signature says which one was meant. */
export const startSecretsManager = (options: SecretsOptions): Promise<RunningService> =>
  startSignedService(createSecretsManager(options.iam, options.secrets), options);

const createSecretsManager = (iam: Iam, secrets: SecretsOptions['secrets']): SignedService => ({
  service: 'secretsmanager',
  answer: ({ headers, body }, caller) => {
    if (headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return refusal('UnknownOperationException', '');
    // The operation's only required field; every other form is refused as the service does.
    const { SecretId: id } = JSON.parse(body) as { readonly SecretId?: unknown };
    if (typeof id !== 'string' || id === '')
      return refusal('ValidationException', 'Invalid request: SecretId is required.');
    return getSecretValue(iam, secrets(), { id, caller });
  },
  refuse: (fault) => refusal(codes[fault.kind], fault.message),
  trouble: (kind) =>
    kind === 'throttled'
      ? refusal('ThrottlingException', 'Rate exceeded')
      : refusal('InternalServiceError', 'An error occurred on the server side.', 500),
});

const codes: { readonly [kind in AuthFault['kind']]: string } = {
  missing: 'MissingAuthenticationTokenException',
  incomplete: 'IncompleteSignatureException',
  'unknown-key': 'UnrecognizedClientException',
  expired: 'ExpiredTokenException',
  signature: 'InvalidSignatureException',
};

const getSecretValue = (
  iam: Iam,
  secrets: readonly SecretRecord[],
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Answer => {
  const { roleArn } = caller.session;
  const place = `arn:${partitionOf(roleArn)}:secretsmanager:${caller.region}:${accountOf(roleArn)}:secret:`;
  const found = secrets.find(({ arn }) => arn.startsWith(place) && isMeant(arn, place, id));
  if (!iam.isAllowed(roleArn, 'secretsmanager:GetSecretValue', found?.arn ?? `${place}${id}`))
    return refusal(
      'AccessDeniedException',
      `User: ${sessionArn(caller.session)} is not authorized to perform: secretsmanager:GetSecretValue on resource: ${id} because no identity-based policy allows the secretsmanager:GetSecretValue action`,
    );
  if (!found)
    return refusal('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  if (found.leaving)
    return refusal(
      'InvalidRequestException',
      "You can't perform this operation on the secret because it was marked for deletion.",
    );
  const value =
    'text' in found.value
      ? { SecretString: found.value.text }
      : { SecretBinary: Buffer.from(found.value.bytes).toString('base64') };
  const body = {
    ARN: found.arn,
    Name: nameOf(found.arn, place),
    VersionId: '00000000-0000-4000-8000-000000000000',
    VersionStages: ['AWSCURRENT'],
    ...value,
  };
  return { status: 200, headers: json, body: JSON.stringify(body) };
};

/** By name, by ARN, or by ARN without its last six characters. */
const isMeant = (arn: string, place: string, id: string): boolean =>
  id === arn || id === arn.slice(0, -7) || id === nameOf(arn, place);

const nameOf = (arn: string, place: string): string => arn.slice(place.length, -7);

const json = { 'content-type': 'application/x-amz-json-1.1' };

const refusal = (code: string, message: string, status = 400): Answer => ({
  status,
  headers: json,
  body: JSON.stringify({ __type: code, Message: message, message }),
});
