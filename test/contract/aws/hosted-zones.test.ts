import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { sandboxClientConfig } from '../../../infra/sandbox/aws/sandbox-client-config.ts';
import { createRoute53HostedZones } from '../../../lib/adapters/route53/hosted-zones.ts';
import type { HostedZones } from '../../../lib/ports/hosted-zones.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeHostedZones } from '../../support/fakes/aws/fake-hosted-zones.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenRoute53, openRoute53 } from './hosted-zones.ts';

const it = contractTest('ROUTE_53');

let opened: OpenRoute53;
before(async () => {
  opened = await openRoute53();
});
after(() => opened.close());

let names = 0;
/** A name and a caller reference that no other test has used. */
const fresh = () => {
  names += 1;
  const name = `n${process.pid}-${process.hrtime.bigint()}-${names}.example.test`;
  return { name, reference: `${opened.reference}/${names}` };
};

const subjects: readonly (readonly [string, () => HostedZones])[] = [
  ['fake hosted zones', () => createFakeHostedZones({ gate: openGate })],
  ['Route 53 hosted zones', () => createRoute53HostedZones(opened.client)],
];

for (const [title, open] of subjects) {
  describe(title, () => {
    it('are created public, and read and listed with bare ids and canonical names (R02, R17)', async () => {
      const zones = open();
      const { name, reference } = fresh();
      const zone = await zones.create(name, reference);
      assert.ok(zone);
      // ResourceId: at most 32 characters (API_HostedZone); a path stands before it in answers.
      assert.match(zone.id, /^[A-Z0-9]{1,32}$/);
      assert.deepEqual(zone, { id: zone.id, name, isPrivate: false });
      assert.deepEqual(await zones.read(zone.id), zone);
      assert.deepEqual(
        (await zones.list()).filter((other) => other.name === name),
        [zone],
      );
    });

    it('W18: a caller reference makes one zone only, however often it is used', async () => {
      const zones = open();
      const { name, reference } = fresh();
      assert.ok(await zones.create(name, reference));
      assert.equal(await zones.create(name, reference), undefined);
      assert.equal((await zones.list()).filter((other) => other.name === name).length, 1);
    });

    it('may bear one name twice', async () => {
      const zones = open();
      const { name, reference } = fresh();
      const [one, two] = [
        await zones.create(name, reference),
        await zones.create(name, `${reference}/2`),
      ];
      assert.ok(one && two && one.id !== two.id);
    });

    it('one that does not exist is absent', async () => {
      assert.equal(await open().read('Z0ABSENT'), undefined);
    });
  });
}

describe('Route 53 hosted zones', () => {
  it('are listed over all pages, private ones as such', async () => {
    const { name, reference } = fresh();
    const privateZone = new CreateHostedZoneCommand({
      Name: name,
      CallerReference: reference,
      VPC: { VPCRegion: 'eu-west-1', VPCId: 'vpc-0123456789abcdef0' },
      HostedZoneConfig: { PrivateZone: true },
    });
    await opened.client.send(privateZone);
    for (let index = 0; index < 101; index += 1) await opened.createZone(`p${index}.${name}`);
    const found = (await createRoute53HostedZones(opened.client).list()).filter((zone) =>
      zone.name.endsWith(name),
    );
    assert.equal(found.length, 102);
    assert.deepEqual(
      found.filter(({ isPrivate }) => isPrivate).map((zone) => zone.name),
      [name],
    );
  });

  it('take an id in every spelling', async () => {
    const zones = createRoute53HostedZones(opened.client);
    const id = await opened.createZone(fresh().name);
    assert.equal((await zones.read(`/hostedzone/${id}`))?.id, id);
  });

  it('that can’t be asked are a transient failure, never an empty list', async () => {
    const client = new Route53Client({
      ...sandboxClientConfig('http://127.0.0.1:9'),
      maxAttempts: 1,
    });
    const zones = createRoute53HostedZones(client);
    const failure = { name: 'ControllerError', kind: 'transient' };
    await assert.rejects(zones.list(), failure);
    await assert.rejects(zones.read('Z1'), failure);
    await assert.rejects(zones.create('a.test', 'r'), failure);
    await assert.rejects(zones.list(AbortSignal.abort()), failure);
    client.destroy();
  });
});
