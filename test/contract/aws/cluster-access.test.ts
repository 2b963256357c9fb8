import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { createEksClusters } from '../../../lib/adapters/eks/eks-clusters.ts';
import { createRoleCredentials } from '../../../lib/adapters/sts/role-credentials.ts';
import type { EksClusters } from '../../../lib/ports/eks-clusters.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { type OpenEks, openEks } from './open-eks.ts';
import { type OpenSecrets, openSecrets } from './open-secrets.ts';
import { type OpenSts, openSts } from './open-sts.ts';

/** The role credentials of an STS. */
const rolesOf = ({ url, region, own }: OpenSts) =>
  createRoleCredentials({
    own: async () => own,
    sessionName: 'seamark-test',
    region: async () => region,
    now: Date.now,
    client: { endpoint: url },
  });

describe('Secrets Manager', () => {
  const it = contractTest('SECRETS_MANAGER');
  let opened: OpenSecrets;
  before(async () => {
    opened = await openSecrets();
  });
  after(() => opened.close());

  it('gives a text by name, by ARN, and by ARN without its end', async () => {
    const { store, text } = opened;
    const names = [text.name, text.arn, text.arn.slice(0, -7)];
    const found = await Promise.all(names.map((name) => store.read(name)));
    assert.deepEqual(found, [text.value, text.value, text.value]);
  });

  it('gives bytes as text', async () => {
    assert.equal(await opened.store.read(opened.bytes.name), opened.bytes.value);
  });

  for (const [kind, message] of [
    ['missing', /can't find the specified secret/],
    ['leaving', /says InvalidRequestException: /],
  ] as const) {
    it(`refuses one that is ${kind}, for good`, async () => {
      const name = opened[kind];
      await assert.rejects(opened.store.read(name), { kind: 'terminal', message });
    });
  }
});

describe('STS', () => {
  const it = contractTest('STS');
  let opened: OpenSts;
  before(async () => {
    opened = await openSts();
  });
  after(() => opened.close());

  it('gives credentials of a role for an hour', async () => {
    const startedAt = Date.now();
    const found = await rolesOf(opened).of(opened.open)();
    assert.notEqual(found.accessKeyId, opened.own.accessKeyId);
    assert.ok(found.sessionToken);
    const lifeMs = (found.expiration?.getTime() ?? 0) - startedAt;
    assert.ok(lifeMs > 3_590_000 && lifeMs < 3_660_000, `${lifeMs} ms`);
  });

  it('refuses a role that does not trust whoever asks, for good', async () => {
    const { closed } = opened;
    await assert.rejects(rolesOf(opened).of(closed)(), {
      kind: 'terminal',
      message: new RegExp(`^Cannot assume role ${closed}: .*not authorized`),
    });
  });

  it('refuses what is no ARN, for good', async () => {
    await assert.rejects(rolesOf(opened).of('fed')(), {
      kind: 'terminal',
      message: /^Cannot assume role fed: STS says ValidationError/,
    });
  });

  it('knows who presigned a token of EKS, as itself or in a role', async () => {
    const credentials = rolesOf(opened);
    const { region } = opened;
    const eks = createEksClusters({ credentials, region: async () => region, now: Date.now });
    const cluster = { clusterName: 'member-a' };
    for (const who of [cluster, { ...cluster, roleArn: opened.open }]) {
      assert.ok(await opened.knows(await eks.token(who), 'member-a'), 'STS knows who it is');
    }
  });
});

describe('EKS', () => {
  const it = contractTest('EKS');
  let opened: OpenEks;
  let eks: EksClusters;
  before(async () => {
    opened = await openEks();
    const { own, region, url } = opened;
    eks = createEksClusters({
      credentials: { of: () => async () => own },
      region: async () => region,
      now: Date.now,
      client: { endpoint: url },
    });
  });
  after(() => opened.close());

  it('tells endpoint and authority of a cluster', async () => {
    const { clusterName, endpoint } = opened;
    assert.deepEqual(await eks.endpoint({ clusterName }), endpoint);
    assert.match(endpoint.server, /^https:/);
    assert.notEqual(endpoint.ca, '');
  });

  it('refuses a cluster that is not there, for good', async () => {
    await assert.rejects(eks.endpoint({ clusterName: 'member-x' }), {
      kind: 'terminal',
      message: /^Cannot look up EKS cluster member-x in eu-west-1: there is none of that name/,
    });
  });
});
