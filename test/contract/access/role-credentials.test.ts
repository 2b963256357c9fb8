import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { RunningService } from '../../../infra/sandbox/aws/access/signed-service.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { createRoleCredentials } from '../../../lib/adapters/sts/role-credentials.ts';
import type { AwsCredentials } from '../../../lib/ports/aws-credentials.ts';
import { createFakeRoles } from '../../support/fakes/aws/fake-role-credentials.ts';
import {
  closedRole,
  createTestClock,
  fedRole,
  openAccount,
  otherAccount,
  ownCredentials,
  ownRole,
} from './aws-account.ts';
import { type RolesSubject, roleCredentialsContract } from './role-credentials-contract.ts';

const running: RunningService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

const fake = async (): Promise<RolesSubject> => {
  const clock = createTestClock();
  const { port, open, begun, setAnswering } = createFakeRoles(clock.now);
  open.add(fedRole);
  const parts = { roles: port, open: fedRole, closed: closedRole, begun, setAnswering };
  return { ...parts, advance: clock.advance, now: clock.now, stop: async () => undefined };
};

type Sts = RolesSubject & { readonly sts: RunningService };

const start = async (own: AwsCredentials = ownCredentials, sessionName?: string): Promise<Sts> => {
  const clock = createTestClock();
  const sts = await startSts({ iam: openAccount(clock.now), now: clock.now });
  running.push(sts);
  const roles = createRoleCredentials({
    own: async () => own,
    sessionName: sessionName ?? 'seamark-reconcile-service',
    region: async () => 'eu-west-1',
    now: clock.now,
    client: clock.clientConfig(sts.url),
  });
  return {
    roles,
    sts,
    open: fedRole,
    closed: closedRole,
    begun: sts.requests,
    advance: clock.advance,
    now: clock.now,
    setAnswering: (on) => sts.setTrouble(on ? undefined : 'unavailable'),
    stop: sts.close,
  };
};

roleCredentialsContract('a fake', fake);
roleCredentialsContract('STS over HTTP', () => start());

const refused: readonly (readonly [string, AwsCredentials, string, RegExp])[] = [
  [
    'a role that is not listed, with the way out',
    ownCredentials,
    closedRole,
    new RegExp(
      `not authorized to perform: sts:AssumeRole on resource: ${closedRole}\\. The settings of the deployment must list that role, and its trust policy must name the function's role$`,
    ),
  ],
  [
    'a role that is not there as one that may not be assumed',
    ownCredentials,
    `arn:aws:iam::${otherAccount}:role/nowhere`,
    /AssumeRole on resource: .+nowhere\. The settings/,
  ],
  [
    'an ARN that is none',
    ownCredentials,
    'fed',
    /STS says ValidationError: 1 validation error detected: Value 'fed' at 'roleArn'/,
  ],
  [
    'a key that STS does not know',
    { ...ownCredentials, accessKeyId: 'stranger' },
    fedRole,
    /STS does not know who asks \(InvalidClientTokenId\)$/,
  ],
  [
    'a signature that is wrong',
    { ...ownCredentials, secretAccessKey: 'another' },
    fedRole,
    /STS does not know who asks \(SignatureDoesNotMatch\)$/,
  ],
];

for (const [title, own, role, message] of refused) {
  test(`STS refuses ${title}`, async () => {
    const { roles } = await start(own);
    await assert.rejects(roles.of(role)(), { kind: 'terminal', message });
  });
}

test('a role that was refused is not asked for again within half a minute', async () => {
  const { roles, sts, advance } = await start();
  const provider = roles.of(closedRole);
  for (const spanMs of [0, 29_999, 1]) {
    advance(spanMs);
    await assert.rejects(provider(), { kind: 'terminal' });
  }
  assert.equal(sts.requests(), 2);
});

test('throttling says so', async () => {
  const { roles, sts } = await start();
  sts.setTrouble('throttled');
  await assert.rejects(roles.of(fedRole)(), { kind: 'throttled' });
});

test('sessions bear the name of the function', async () => {
  const clock = createTestClock();
  const iam = openAccount(clock.now);
  const sts = await startSts({ iam, now: clock.now });
  running.push(sts);
  const roles = createRoleCredentials({
    own: async () => ownCredentials,
    sessionName: 'seamark-publish-zone',
    region: async () => 'eu-west-1',
    now: clock.now,
    client: clock.clientConfig(sts.url),
  });
  const { accessKeyId } = await roles.of(fedRole)();
  const session = iam.session(accessKeyId);
  assert.equal(session?.sessionName, 'seamark-publish-zone');
  assert.equal(session?.roleArn, fedRole);
  assert.notEqual(session?.roleArn, ownRole);
});

test('an STS that nobody can reach is a transient failure', async () => {
  const { roles, stop } = await start();
  await stop();
  await assert.rejects(roles.of(fedRole)(), {
    kind: 'transient',
    message: /^Cannot assume role .+: STS did not answer: .*ECONNREFUSED/,
  });
});
