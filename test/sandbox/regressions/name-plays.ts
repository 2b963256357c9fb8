import assert from 'node:assert/strict';
import {
  awaitAddress,
  awaitAnotherPass,
  awaitCondition,
  awaitGone,
  awaitRecords,
  createService,
  federatedStatus,
  onHost,
  prefixOf,
  recordsOf,
} from './federated-service.ts';
import { clustersPath, eventually } from './federation.ts';
import { createForeign, foreignAt } from './foreign-records.ts';
import { registerWithoutNodes } from './register-again.ts';
import { need, type Plays } from './regression-case.ts';
import { awaitAddresses, inSandbox } from './vector-records.ts';

/** Situations about what DNS says of a Service. */
export const namePlays: Plays = {
  'backend lost in one zone keeps every name': async (federation, { given, expect }) => {
    const service = await createService(federation, {
      namespace: 'lost-in-a-zone',
      clusters: ['a', 'f'],
    });
    const owners = { '104.197.202.248': 'a', '23.236.61.35': 'f' };
    const addresses = await awaitAddresses(service, owners);
    const before = need(given.before?.records, 'records before');
    await awaitRecords(service, inSandbox(before, service, addresses));
    federation.sandbox.controls.drain('f', `${service.namespace}/nginx`);
    await awaitRecords(service, inSandbox(need(expect.records, 'records'), service, addresses));
    const lost = `${prefixOf(service)}.us-central1-f.us-central1.example.com`;
    assert.deepEqual(await federation.lookUp.addresses(lost), [addresses['104.197.202.248']]);
  },

  'last healthy backend gone removes all addresses': async (federation, { given, expect }) => {
    const service = await createService(federation, {
      namespace: 'last-backend',
      clusters: ['a'],
    });
    const addresses = await awaitAddresses(service, { '1.1.1.1': 'a' });
    const before = need(given.before?.records, 'records before');
    await awaitRecords(service, inSandbox(before, service, addresses));
    federation.sandbox.controls.drain('a', `${service.namespace}/nginx`);
    await awaitRecords(service, inSandbox(need(expect.records, 'records'), service, addresses));
    const zone = `${prefixOf(service)}.us-central1-a.us-central1.example.com`;
    assert.deepEqual(await federation.lookUp.addresses(zone), []);
  },

  'unregistering a cluster removes its names and addresses': async (federation, wanted) => {
    const service = await createService(federation, {
      namespace: 'unregistered',
      clusters: ['a', 'leaver'],
    });
    const owners = { '1.1.1.1': 'a', '2.2.2.2': 'leaver' };
    const addresses = await awaitAddresses(service, owners);
    const before = need(wanted.given.before?.records, 'records before');
    await awaitRecords(service, inSandbox(before, service, addresses));
    const startedAt = performance.now();
    await federation.sandbox.host.remove(`${clustersPath}/leaver`);
    const after = need(wanted.expect.records, 'records');
    await awaitRecords(service, inSandbox(after, service, addresses));
    await eventually('only the address that is left in the status', async () =>
      federatedStatus(await onHost(service)).addresses.length === 1 ? true : undefined,
    );
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    assert.ok(tookSeconds < need(wanted.expect.withinSeconds, 'limit'), `${tookSeconds} s`);
    assert.deepEqual(federatedStatus(await onHost(service)).addresses, [addresses['1.1.1.1']]);
  },

  'multi-zone cluster gets one name per zone': async (federation, { expect }) => {
    const service = await createService(federation, {
      namespace: 'multi-zone',
      clusters: ['beta'],
    });
    const addresses = await awaitAddresses(service, { '9.9.9.9': 'beta' });
    await awaitRecords(service, inSandbox(need(expect.records, 'records'), service, addresses));
  },

  'foreign records in the zone are left alone': async (federation) => {
    const namespace = 'foreign-text';
    const name = `nginx.${namespace}.federation.svc.example.com`;
    await createForeign(federation, { Name: name, Type: 'TXT', values: ['"user"'] });
    const service = await createService(federation, { namespace, clusters: ['a'] });
    const address = await awaitAddress(service, 'a');
    await awaitCondition(service, 'DNSInSync', ({ reason }) => reason === 'Published');
    assert.deepEqual(await federation.lookUp.addresses(name), [address]);
    assert.deepEqual(foreignAt(federation, name, 'TXT'), ['"user"']);
    await federation.sandbox.host.remove(service.path);
    await awaitGone(service);
    assert.deepEqual(recordsOf(service), []);
    assert.deepEqual(foreignAt(federation, name, 'TXT'), ['"user"']);
  },

  'typed dns provider errors do not crash the controller': async (federation) => {
    const namespace = 'odd-records';
    const suffix = `nginx.${namespace}.federation.svc`;
    const inTheWay = `${suffix}.us-central1.example.com`;
    await createForeign(federation, {
      Name: inTheWay,
      Type: 'A',
      values: ['203.0.113.250'],
      SetIdentifier: 'blue',
      Weight: 1,
    });
    await createForeign(federation, {
      Name: `${suffix}.example.com`,
      Type: 'NAPTR',
      values: ['100 50 "u" "sip+E2U" "!^.*$!sip:user@example.com!" .'],
    });
    const service = await createService(federation, { namespace, clusters: ['a'] });
    const address = await awaitAddress(service, 'a');
    const { message } = await awaitCondition(
      service,
      'DNSInSync',
      ({ reason }) => reason === 'ForeignRecord',
    );
    assert.ok(message.includes(inTheWay), message);
    for (const level of ['example.com', 'us-central1-a.us-central1.example.com'])
      assert.deepEqual(await federation.lookUp.addresses(`${suffix}.${level}`), [address]);
    // Still at work, for this Service and for others.
    await awaitAnotherPass(service);
  },

  'one cluster without zones does not block the others': async (federation, wanted) => {
    await registerWithoutNodes(federation, 'bare');
    const service = await createService(federation, {
      namespace: 'without-zones',
      clusters: ['a', 'bare'],
    });
    const addresses = await awaitAddresses(service, { '1.1.1.1': 'a', '5.5.5.5': 'bare' });
    const all = need(wanted.expect.globalAddresses, 'addresses');
    const set = (level: string, rrdatas: readonly string[]) => ({
      ...{ name: `nginx.default.federation.svc.${level}example.com`, type: 'A', ttl: 180, rrdatas },
    });
    const records = [
      set('', all),
      set('us-central1.', ['1.1.1.1']),
      set('us-central1-a.us-central1.', ['1.1.1.1']),
    ];
    await awaitRecords(service, inSandbox(records, service, addresses));
  },
};
