import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEks } from '../../../infra/sandbox/aws/access/eks.ts';
import { startSecretsManager } from '../../../infra/sandbox/aws/access/secrets-manager.ts';
import type { RunningService } from '../../../infra/sandbox/aws/access/signed-service.ts';
import { startSts } from '../../../infra/sandbox/aws/access/sts.ts';
import { createEksClusters } from '../../../lib/adapters/eks/eks-clusters.ts';
import { createSecretStore } from '../../../lib/adapters/secrets-manager/secret-store.ts';
import { createRoleCredentials } from '../../../lib/adapters/sts/role-credentials.ts';
import { createTestClock, fedRole, openAccount, ownCredentials } from './aws-account.ts';

const { now, clientConfig } = createTestClock();
const region = 'eu-west-1';
let services: readonly RunningService[] = [];
before(async () => {
  const options = { iam: openAccount(now), now };
  services = await Promise.all([
    startSts(options),
    startEks({ ...options, clusters: () => [] }),
    startSecretsManager({ ...options, secrets: () => [] }),
  ]);
  for (const service of services) service.setTrouble('silent');
});
after(() => Promise.all(services.map((service) => service.close())));

test('a service that takes a request and says nothing is given up after three seconds', async () => {
  const [sts, eks, secrets] = services.map(({ url }) => clientConfig(url));
  assert.ok(sts && eks && secrets);
  const roles = createRoleCredentials({
    own: async () => ownCredentials,
    sessionName: 'seamark-test',
    region: async () => region,
    now,
    client: sts,
  });
  const own = { of: () => async () => ownCredentials };
  const clusters = createEksClusters({
    credentials: own,
    region: async () => region,
    now,
    client: eks,
  });
  const store = createSecretStore({ region, credentials: ownCredentials, ...secrets });
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled([
    roles.of(fedRole)(),
    clusters.endpoint({ clusterName: 'member-a' }),
    store.read('seamark/lyon'),
  ]);
  assert.ok(performance.now() - startedAt < 30_000);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected');
    assert.equal(outcome.reason.kind, 'transient');
    assert.match(outcome.reason.message, /did not answer: .*3000 ms/);
  }
});
