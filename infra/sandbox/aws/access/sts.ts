import type { AuthFault, Caller } from './authenticate.ts';
import { accountOf, type Iam, type SessionKey, sessionArn } from './iam.ts';
import {
  type Answer,
  type RunningService,
  type ServiceOptions,
  type SignedService,
  startSignedService,
} from './signed-service.ts';

/** Starts an STS that knows one action, AssumeRole. A caller is always a role's session, so that every session is chained. */
export const startSts = (options: ServiceOptions): Promise<RunningService> =>
  startSignedService(createSts(options.iam), options);

const createSts = (iam: Iam): SignedService => ({
  service: 'sts',
  answer: ({ body }, caller) => {
    const fields = new URLSearchParams(body);
    const action = fields.get('Action') ?? '';
    if (action !== 'AssumeRole' || fields.get('Version') !== '2011-06-15')
      return refusal(400, 'InvalidAction', `Could not find operation ${action}`);
    return assumeRole(iam, fields, caller);
  },
  refuse: (fault) => refusal(403, codes[fault.kind], messageOf(fault)),
  trouble: (kind) =>
    kind === 'throttled'
      ? refusal(400, 'Throttling', 'Rate exceeded')
      : refusal(503, 'ServiceUnavailable', 'Service Unavailable'),
});

const codes: { readonly [kind in AuthFault['kind']]: string } = {
  missing: 'MissingAuthenticationToken',
  incomplete: 'IncompleteSignature',
  'unknown-key': 'InvalidClientTokenId',
  expired: 'ExpiredToken',
  signature: 'SignatureDoesNotMatch',
};

const messageOf = ({ kind, message }: AuthFault): string =>
  kind === 'missing' ? 'Request is missing Authentication Token' : message;

/** A session that a session begins lasts an hour at most (IAM user guide, "Role chaining"). */
const chainedSeconds = 3_600;

const assumeRole = (iam: Iam, fields: URLSearchParams, caller: Caller): Answer => {
  const roleArn = fields.get('RoleArn') ?? '';
  const sessionName = fields.get('RoleSessionName') ?? '';
  const seconds = Number(fields.get('DurationSeconds') ?? chainedSeconds);
  const fault =
    faultOf(
      'roleSessionName',
      sessionName,
      /^[\w+=,.@-]{2,64}$/,
      'regular expression pattern: [\\w+=,.@-]*',
    ) ??
    faultOf('roleArn', roleArn, /^.{20,2048}$/, 'length greater than or equal to 20') ??
    durationFault(seconds);
  if (fault !== undefined) return refusal(400, 'ValidationError', fault);
  if (!mayAssume(iam, caller.session, roleArn))
    return refusal(
      403,
      'AccessDenied',
      `User: ${sessionArn(caller.session)} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`,
    );
  return assumed(iam.begin(roleArn, sessionName, seconds));
};

const faultOf = (
  name: string,
  value: string,
  pattern: RegExp,
  constraint: string,
): string | undefined =>
  pattern.test(value)
    ? undefined
    : `1 validation error detected: Value '${value}' at '${name}' failed to satisfy constraint: Member must satisfy ${constraint}`;

const durationFault = (seconds: number): string | undefined => {
  if (seconds >= 900 && seconds <= chainedSeconds) return undefined;
  return seconds > chainedSeconds
    ? 'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining'
    : `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to 900`;
};

/** The trust policy must name the caller; from another account the caller's own policy must allow it too. */
const mayAssume = (iam: Iam, caller: SessionKey, roleArn: string): boolean => {
  const trusted = iam.role(roleArn)?.trusts?.includes(caller.roleArn) === true;
  const atHome = accountOf(roleArn) === accountOf(caller.roleArn);
  return trusted && (atHome || iam.isAllowed(caller.roleArn, 'sts:AssumeRole', roleArn));
};

const assumed = (session: SessionKey): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><AssumedRoleId>AROASANDBOX:${session.sessionName}</AssumedRoleId><Arn>${sessionArn(session)}</Arn></AssumedRoleUser><Credentials><AccessKeyId>${session.accessKeyId}</AccessKeyId><SecretAccessKey>${session.secretAccessKey}</SecretAccessKey><SessionToken>${session.sessionToken}</SessionToken><Expiration>${new Date(session.expiresAt ?? 0).toISOString().replace('.000', '')}</Expiration></Credentials></AssumeRoleResult><ResponseMetadata><RequestId>00000000-0000-4000-8000-000000000000</RequestId></ResponseMetadata></AssumeRoleResponse>`,
});

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped(message)}</Message></Error><RequestId>00000000-0000-4000-8000-000000000000</RequestId></ErrorResponse>`,
});

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
