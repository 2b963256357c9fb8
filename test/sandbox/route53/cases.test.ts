import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Change,
  InvalidChangeBatch,
  ListHostedZonesCommand,
  ListResourceRecordSetsCommand,
  NoSuchHostedZone,
  type ResourceRecordSet,
  type RRType,
} from '@aws-sdk/client-route-53';
import { route53Case } from './case-file.ts';
import { create, recordSet, remove, startHarness } from './harness.ts';

const zoneName = 'dns.example.test';

type Listed = { listed: ResourceRecordSet[] };

const refusedWith = (text: string) => (error: unknown) => {
  assert.ok(error instanceof InvalidChangeBatch, String(error));
  assert.equal(error.$metadata.httpStatusCode, 400);
  assert.equal(error.message, text);
  return true;
};

describe('recorded cases, seen through the SDK', () => {
  it('R01: names come back lower case, with octal escapes and a final dot', async (t) => {
    const { input, expect } = route53Case<{
      input: Listed;
      expect: { decoded_names: (string | object)[] };
    }>('R01-octal-escapes-in-listed-names');
    const { change, list, server, zoneId } = await startHarness(t, zoneName);
    await change(...input.listed.map(create));
    const byName = (a: ResourceRecordSet, b: ResourceRecordSet): number =>
      (a.Name ?? '') < (b.Name ?? '') ? -1 : 1;
    assert.deepEqual([...(await list())].sort(byName), [...input.listed].sort(byName));

    await change(...input.listed.map(remove));
    const plain = expect.decoded_names.filter((name) => typeof name === 'string');
    const writable = plain.filter((name) => !/[\\ ]/.test(name));
    await change(
      ...writable.map((name) => create(recordSet(name.toUpperCase(), 'A', '192.0.2.1'))),
    );
    const listed = server.recordSets(zoneId).map(({ name }) => name);
    assert.deepEqual(listed.slice(2).sort(), [
      '\\052.shop.fed.svc.dns.example.test.',
      '\\100.dns.example.test.',
    ]);
  });

  it('R04: a listing starts at the name and goes on through the zone', async (t) => {
    const { input } = route53Case<{
      input: Listed & {
        call: { StartRecordName: string; StartRecordType: RRType; MaxItems: string };
      };
    }>('R04-listing-is-a-scan-not-a-lookup');
    const { change, client, zoneId } = await startHarness(t, zoneName);
    await change(...[...input.listed].reverse().map(create));
    const page = await client.send(
      new ListResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        StartRecordName: input.call.StartRecordName,
        StartRecordType: input.call.StartRecordType,
        MaxItems: Number(input.call.MaxItems),
      }),
    );
    assert.deepEqual(page.ResourceRecordSets, input.listed);
    assert.equal(page.IsTruncated, false);
  });

  it('R08: a DELETE must match the live set', async (t) => {
    const { input } = route53Case<{
      input: {
        remembered: ResourceRecordSet;
        live: ResourceRecordSet[];
        answers: [{ message: string }];
      };
    }>('R08-delete-with-stale-values');
    const { change, list } = await startHarness(t, zoneName);
    await change(...input.live.map(create));
    await assert.rejects(change(remove(input.remembered)), refusedWith(input.answers[0].message));
    await change(...input.live.map(remove));
    assert.deepEqual(await list(), []);
  });

  it('R09: one set that is gone stops the whole batch', async (t) => {
    const { input } = route53Case<{
      input: {
        changes: Change[];
        live_at_submit: ResourceRecordSet[];
        answer: { message: string };
      };
    }>('R09-delete-not-found');
    const { change, list } = await startHarness(t, zoneName);
    await change(...input.live_at_submit.map(create));
    const before = await list();
    await assert.rejects(change(...input.changes), refusedWith(input.answer.message));
    assert.equal(before.length, 2);
    assert.deepEqual(await list(), before);
  });

  it('R11: addresses give way to a CNAME in one batch, deletes first', async (t) => {
    const { input } = route53Case<{ input: Listed & { desired: ResourceRecordSet[] } }>(
      'R11-addresses-to-cname',
    );
    const { change, list } = await startHarness(t, zoneName);
    await change(...input.listed.map(create));
    const [name = ''] = input.listed.map(({ Name }) => Name ?? '');
    await assert.rejects(
      change(...input.listed.slice(0, 1).map(remove), ...input.desired.map(create)),
      refusedWith(
        `[RRSet of type CNAME with DNS name ${name} is not permitted as it conflicts with other records with the same DNS name in zone ${zoneName}.]`,
      ),
    );
    await change(...input.listed.map(remove), ...input.desired.map(create));
    assert.deepEqual(
      (await list()).map(({ Type }) => Type),
      ['CNAME'],
    );
  });

  it('R14: equal addresses are one address, in any spelling', async (t) => {
    const { input } = route53Case<{
      input: { clusters: { ingress: string[] }[]; ipv6_spellings: string[] };
    }>('R14-duplicate-values');
    const { change } = await startHarness(t, zoneName);
    const v4 = input.clusters[0]?.ingress ?? [];
    await assert.rejects(
      change(create(recordSet(`a.${zoneName}`, 'A', ...v4))),
      refusedWith(`[Duplicate Resource Record: '${v4[1]}']`),
    );
    await assert.rejects(
      change(create(recordSet(`a.${zoneName}`, 'AAAA', ...input.ipv6_spellings))),
      refusedWith(`[Duplicate Resource Record: '${input.ipv6_spellings[1]}']`),
    );
  });

  it('R17: ids are listed with a prefix, and half a prefix is no id', async (t) => {
    const { input } = route53Case<{ input: { ids: [string, string, string] } }>(
      'R17-zone-id-prefix',
    );
    const [listed, half, bare] = input.ids;
    const { client, server } = await startHarness(t, zoneName);
    assert.equal(server.createZone({ name: 'ids.example.test', id: bare }), bare);
    const { HostedZones } = await client.send(new ListHostedZonesCommand({}));
    assert.ok(HostedZones?.some(({ Id }) => Id === listed));
    for (const HostedZoneId of [listed, bare]) {
      const page = await client.send(new ListResourceRecordSetsCommand({ HostedZoneId }));
      assert.equal(page.ResourceRecordSets?.length, 2, HostedZoneId);
    }
    const refused = client.send(new ListResourceRecordSetsCommand({ HostedZoneId: half }));
    await assert.rejects(refused, NoSuchHostedZone);
  });

  it('R22: TXT values round-trip in quotes and pieces, unquoted ones are refused', async (t) => {
    const { input, expect } = route53Case<{
      input: { texts: string[] };
      expect: { values: string[] };
    }>('R22-txt-values');
    const { change, list } = await startHarness(t, zoneName);
    await change(create(recordSet(`t.${zoneName}`, 'TXT', ...expect.values)));
    const [set] = await list();
    assert.deepEqual(
      set?.ResourceRecords?.map(({ Value }) => Value),
      expect.values,
    );
    for (const [index, text] of input.texts.entries()) {
      const attempt = change(create(recordSet(`t${index}.${zoneName}`, 'TXT', text)));
      await assert.rejects(attempt, /InvalidCharacterString/);
    }
  });

  it('R23: a host name is no address', async (t) => {
    const { input } = route53Case<{ input: { resolver: Record<string, string[]> } }>(
      'R23-hostname-in-address-record',
    );
    const [host = ''] = Object.keys(input.resolver);
    const { change } = await startHarness(t, zoneName);
    await assert.rejects(
      change(create(recordSet(`a.${zoneName}`, 'A', host))),
      refusedWith(
        `[Invalid Resource Record: 'FATAL problem: ARRDATAIllegalIPv4Address (Value is not a valid IPv4 address) encountered with '${host}'']`,
      ),
    );
  });

  it('R25: a CNAME has one value and is planned once', async (t) => {
    const { input } = route53Case<{ input: { clusters: [{ ingress: { hostname: string }[] }] } }>(
      'R25-cname-single-value',
    );
    const hosts = input.clusters[0].ingress.map(({ hostname }) => hostname);
    const { change } = await startHarness(t, zoneName);
    const text = `The request contains an invalid set of changes for a resource record set 'CNAME web.${zoneName}.'`;
    const name = `web.${zoneName}`;
    await assert.rejects(
      change(create(recordSet(name, 'CNAME', ...hosts))),
      refusedWith(`[${text}]`),
    );
    const [one = '', two = ''] = hosts;
    await assert.rejects(
      change(create(recordSet(name, 'CNAME', one)), create(recordSet(name, 'CNAME', two))),
      refusedWith(`[${text}]`),
    );
  });

  it('R29: no CNAME at the apex', async (t) => {
    const { input } = route53Case<{ input: { zone: string } }>('R29-cname-at-apex');
    const { change } = await startHarness(t, input.zone);
    await assert.rejects(
      change(create(recordSet(input.zone, 'CNAME', 'elsewhere.example.test'))),
      refusedWith(
        `[RRSet of type CNAME with DNS name ${input.zone}. is not permitted at apex in zone ${input.zone}.]`,
      ),
    );
  });
});
