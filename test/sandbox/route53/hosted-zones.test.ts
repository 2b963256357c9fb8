import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CreateHostedZoneCommand,
  DeleteHostedZoneCommand,
  GetHostedZoneCommand,
  GetHostedZoneCountCommand,
  GetHostedZoneLimitCommand,
  HostedZoneAlreadyExists,
  HostedZoneNotEmpty,
  InvalidDomainName,
  ListHostedZonesByNameCommand,
  NoSuchHostedZone,
  paginateListHostedZones,
} from '@aws-sdk/client-route-53';
import { create, recordSet, remove, startHarness } from './harness.ts';

const zoneName = 'example.com';

describe('hosted zones', () => {
  it('are made once for a caller reference, with NS and SOA, names may repeat', async (t) => {
    const { client, advance } = await startHarness(t, zoneName);
    const make = (Name: string, CallerReference: string) => {
      advance(1000);
      return client.send(new CreateHostedZoneCommand({ Name, CallerReference }));
    };
    const made = await make('New.Example.ORG', 'ref-1');
    assert.equal(made.HostedZone?.Name, 'new.example.org.');
    assert.equal(made.HostedZone?.ResourceRecordSetCount, 2);
    assert.equal(made.ChangeInfo?.Status, 'PENDING');
    assert.equal(made.DelegationSet?.NameServers?.length, 4);
    assert.ok(made.Location?.endsWith(made.HostedZone?.Id ?? 'none'));
    await assert.rejects(make('new.example.org', 'ref-1'), HostedZoneAlreadyExists);
    const again = await make('new.example.org', 'ref-2');
    assert.notEqual(again.HostedZone?.Id, made.HostedZone?.Id);
    await assert.rejects(make('a..b', 'ref-3'), InvalidDomainName);
  });

  it('are deleted only when nothing but NS and SOA is left', async (t) => {
    const { change, client, zoneId } = await startHarness(t, zoneName);
    const a = recordSet(`a.${zoneName}`, 'A', '192.0.2.1');
    const drop = () => client.send(new DeleteHostedZoneCommand({ Id: zoneId }));
    await change(create(a));
    await assert.rejects(drop(), (error) => {
      assert.ok(error instanceof HostedZoneNotEmpty);
      return /contains non-required resource record sets/.test(error.message);
    });
    await change(remove(a));
    await drop();
    await assert.rejects(
      client.send(new GetHostedZoneCommand({ Id: zoneId })),
      (error) => error instanceof NoSuchHostedZone,
    );
    await assert.rejects(drop(), NoSuchHostedZone);
  });

  it('are listed in pages, by name in reversed labels, counted and limited', async (t) => {
    const { client, server, zoneId } = await startHarness(t, zoneName);
    for (const name of ['b.org', 'a.net', 'a.b.org', 'a.org']) server.createZone({ name });
    const names: string[] = [];
    for await (const page of paginateListHostedZones({ client, pageSize: 2 }, {})) {
      assert.ok((page.HostedZones?.length ?? 0) <= 2);
      names.push(...(page.HostedZones ?? []).map(({ Name }) => Name ?? ''));
    }
    assert.deepEqual(names, ['example.com.', 'b.org.', 'a.net.', 'a.b.org.', 'a.org.']);
    const byName = await client.send(
      new ListHostedZonesByNameCommand({ DNSName: 'a.org', MaxItems: 2 }),
    );
    assert.deepEqual(
      byName.HostedZones?.map(({ Name }) => Name),
      ['a.org.', 'b.org.'],
    );
    assert.equal(byName.NextDNSName, 'a.b.org.');
    const count = await client.send(new GetHostedZoneCountCommand({}));
    assert.equal(count.HostedZoneCount, 5);
    const limit = await client.send(
      new GetHostedZoneLimitCommand({ HostedZoneId: zoneId, Type: 'MAX_RRSETS_BY_ZONE' }),
    );
    assert.deepEqual([limit.Limit?.Value, limit.Count], [10_000, 2]);
    assert.deepEqual(
      server.zones().map(({ name }) => name),
      names,
    );
  });
});
