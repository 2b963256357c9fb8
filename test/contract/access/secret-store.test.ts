import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  type SecretRecord,
  startSecretsManager,
} from '../../../infra/sandbox/aws/access/secrets-manager.ts';
import type { RunningService } from '../../../infra/sandbox/aws/access/signed-service.ts';
import { createSecretStore } from '../../../lib/adapters/secrets-manager/secret-store.ts';
import { createFakeSecretStore } from '../../support/fakes/aws/fake-secret-store.ts';
import { createTestClock, homeAccount, openAccount, ownCredentials } from './aws-account.ts';
import { type SecretsSubject, secretStoreContract } from './secret-store-contract.ts';

const names = {
  open: 'seamark/lyon',
  closed: 'somebody/else',
  empty: 'seamark/empty',
  missing: 'seamark/none',
};

const running: RunningService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

const fake = async (): Promise<SecretsSubject> => {
  const { port, values } = createFakeSecretStore();
  values.set(names.closed, undefined);
  values.set(names.empty, '');
  const write = (text: string): void => void values.set(names.open, text);
  return { store: port, names, write, stop: async () => undefined };
};

const arnOf = (name: string, region = 'eu-west-1'): string =>
  `arn:aws:secretsmanager:${region}:${homeAccount}:secret:${name}-AbCdEf`;

const start = async (own = ownCredentials) => {
  const clock = createTestClock();
  const record = (name: string, text: string): SecretRecord => ({
    arn: arnOf(name),
    value: { text },
  });
  const secrets = new Map([
    [names.closed, record(names.closed, 'closed')],
    [names.empty, record(names.empty, '')],
    ['seamark/bytes', { arn: arnOf('seamark/bytes'), value: { bytes: 'kind: Config' } }],
    ['seamark/leaving', { ...record('seamark/leaving', 'x'), leaving: true }],
  ]);
  const service = await startSecretsManager({
    iam: openAccount(clock.now),
    now: clock.now,
    secrets: () => [...secrets.values()],
  });
  running.push(service);
  const store = createSecretStore({
    region: 'eu-west-1',
    credentials: own,
    ...clock.clientConfig(service.url),
  });
  const write = (text: string): void => void secrets.set(names.open, record(names.open, text));
  return { store, names, write, setTrouble: service.setTrouble, stop: service.close };
};

secretStoreContract('a fake', fake);
secretStoreContract('Secrets Manager over HTTP', () => start());

test('a secret goes by its name, by its ARN, and by its ARN without the end', async () => {
  const { store, write } = await start();
  write('text');
  const found = [];
  for (const name of [names.open, arnOf(names.open), arnOf(names.open).slice(0, -7)])
    found.push(await store.read(name));
  assert.deepEqual(found, ['text', 'text', 'text']);
});

test('bytes are read as text', async () => {
  const { store } = await start();
  assert.equal(await store.read('seamark/bytes'), 'kind: Config');
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  [
    'one that is not there, with where to look',
    names.missing,
    /can't find the specified secret\. Name one that is in the function's own account and region, or give its ARN$/,
  ],
  [
    'one that is not listed, with who must list it',
    names.closed,
    /not authorized to perform: secretsmanager:GetSecretValue .+\. The settings of the deployment must list that secret; under a key of your own, allow kms:Decrypt too$/,
  ],
  [
    'one that is on its way out',
    'seamark/leaving',
    /Secrets Manager says InvalidRequestException: .+ marked for deletion/,
  ],
  [
    'one of another region, by its own service',
    arnOf(names.open, 'eu-central-1'),
    /secret:seamark\/lyon-AbCdEf of Secrets Manager: User: .+ is not authorized/,
  ],
];

for (const [title, name, message] of refused) {
  test(`Secrets Manager refuses ${title}`, async () => {
    const { store, write } = await start();
    write('text');
    await assert.rejects(store.read(name), { kind: 'terminal', message });
  });
}

test('a signature that is wrong is told without the words of the service', async () => {
  const { store } = await start({ ...ownCredentials, secretAccessKey: 'another' });
  await assert.rejects(store.read(names.open), {
    kind: 'terminal',
    message: /does not know who asks \(InvalidSignatureException\)$/,
    cause: undefined,
  });
});

test('trouble passes', async () => {
  const { store, setTrouble } = await start();
  setTrouble('throttled');
  await assert.rejects(store.read(names.open), { kind: 'throttled' });
  setTrouble('unavailable');
  await assert.rejects(store.read(names.open), { kind: 'transient' });
});
