import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { ChangeResourceRecordSetsCommand } from '@aws-sdk/client-route-53';
import { createRoute53RecordStore } from '../../../lib/adapters/route53/record-store.ts';
import { inZoneOrder } from '../../../lib/core/dns/zone-order.ts';
import type {
  AliasSet,
  RecordChange,
  RecordSet,
  ValueSet,
} from '../../../lib/core/model/record-set.ts';
import type { RecordStore } from '../../../lib/ports/record-store.ts';
import { contractTest } from '../../aws/stand-in/contract-test.ts';
import { createFakeRecordStore } from '../../support/fakes/aws/fake-record-store.ts';
import { openGate } from '../../support/gate.ts';
import { type OpenRoute53, openRoute53 } from './hosted-zones.ts';

const it = contractTest('ROUTE_53');

const suffix = 'dns.example.test';
const web = `web.shop.fed.svc.${suffix}`;
const region = `web.shop.fed.svc.eu-west-1.${suffix}`;

const address = (name: string, ...values: readonly string[]): ValueSet => ({
  name,
  type: 'A',
  ttlSeconds: 180,
  values,
});
const cname = (name: string, target: string): ValueSet => ({
  name,
  type: 'CNAME',
  ttlSeconds: 180,
  values: [target],
});
const alias = (name: string, evaluateTargetHealth = true): AliasSet => ({
  name,
  type: 'A',
  alias: {
    zoneId: 'Z2IFOLAFXWLO4F',
    dnsName: 'lb-a.elb.eu-west-1.amazonaws.com',
    evaluateTargetHealth,
  },
});
const create = (recordSet: RecordSet): RecordChange => ({ action: 'CREATE', recordSet });
const remove = (recordSet: RecordSet): RecordChange => ({ action: 'DELETE', recordSet });

let opened: OpenRoute53;
before(async () => {
  opened = await openRoute53();
});
after(() => opened.close());

type Subject = { readonly store: RecordStore; readonly zoneId: string };

const openFake = async (): Promise<Subject> => {
  const zone = { id: 'Z0EXAMPLE0001', name: suffix };
  return { store: createFakeRecordStore({ gate: openGate, zones: [zone] }), zoneId: zone.id };
};

const openZone = async (): Promise<Subject> => ({
  store: createRoute53RecordStore(opened.client),
  zoneId: await opened.createZone(suffix),
});

for (const [name, open] of [
  ['fake record store', openFake],
  ['Route 53 record store', openZone],
] as const) {
  describe(name, () => {
    it('creates, reads and deletes, names and targets canonical', async () => {
      const { store, zoneId } = await open();
      const sets = [address(web, '192.0.2.1', '192.0.2.2'), cname(`x.${region}`, region)];
      assert.deepEqual(await store.change(zoneId, sets.map(create)), { kind: 'accepted' });
      assert.deepEqual(await store.readName(zoneId, web), [sets[0]]);
      assert.deepEqual(await store.readName(zoneId, `x.${region}`), [sets[1]]);
      assert.deepEqual(await store.change(zoneId, sets.map(remove)), { kind: 'accepted' });
      assert.deepEqual(await store.readName(zoneId, web), []);
    });

    it('reads all types of a name and nothing of its neighbours', async () => {
      const { store, zoneId } = await open();
      const v6: RecordSet = { ...address(region, '2001:db8::1'), type: 'AAAA' };
      const others = [`api.${region}`, `xeb.shop.fed.svc.eu-west-1.${suffix}`, `zzz.${suffix}`];
      const sets = [v6, ...others.map((other) => address(other, '192.0.2.9'))];
      await store.change(zoneId, sets.map(create));
      assert.deepEqual(await store.readName(zoneId, region), [v6]);
      assert.deepEqual(await store.readName(zoneId, `yeb.${suffix}`), []);
    });

    it('keeps a wildcard under its own name', async () => {
      const { store, zoneId } = await open();
      const wild = address(`*.${suffix}`, '192.0.2.1');
      await store.change(zoneId, [create(wild)]);
      assert.deepEqual(await store.readName(zoneId, wild.name), [wild]);
      assert.deepEqual(await store.change(zoneId, [remove(wild)]), { kind: 'accepted' });
    });

    it('exchanges addresses for a CNAME in one batch', async () => {
      const { store, zoneId } = await open();
      const before = address(web, '192.0.2.1');
      await store.change(zoneId, [create(before)]);
      const swap = [remove(before), create(cname(web, region))];
      assert.deepEqual(await store.change(zoneId, swap), { kind: 'accepted' });
      assert.deepEqual(await store.readName(zoneId, web), [cname(web, region)]);
    });

    it('R07: an alias is created, read and deleted exactly as it stands, and swapped for addresses', async () => {
      const { store, zoneId } = await open();
      const set = alias(web);
      assert.deepEqual(await store.change(zoneId, [create(set)]), { kind: 'accepted' });
      assert.deepEqual(await store.readName(zoneId, web), [{ ...set, values: [] }]);
      const swap = [remove(set), create(address(web, '192.0.2.1'))];
      assert.deepEqual(await store.change(zoneId, swap), { kind: 'accepted' });
      const back = [remove(address(web, '192.0.2.1')), create(alias(web, false))];
      assert.deepEqual(await store.change(zoneId, back), { kind: 'accepted' });
      assert.deepEqual(await store.change(zoneId, [remove(alias(web, false))]), {
        kind: 'accepted',
      });
      assert.deepEqual(await store.readName(zoneId, web), []);
    });

    it('refuses to delete an alias that was remembered with another target health', async () => {
      const { store, zoneId } = await open();
      await store.change(zoneId, [create(alias(web))]);
      const result = await store.change(zoneId, [remove(alias(web, false))]);
      assert.equal(result.kind, 'refused');
      assert.deepEqual(result.names, [web]);
      assert.match(result.messages.join(), /do not match the current values/);
    });

    it('takes 1,000 elements a batch, of which an alias is one', async () => {
      const { store, zoneId } = await open();
      const sets: readonly RecordSet[] = [
        alias(`a.${suffix}`),
        alias(`b.${suffix}`),
        ...[0, 1, 2].map((part) =>
          address(
            `v${part}.${suffix}`,
            ...Array.from(
              { length: part < 2 ? 400 : 198 },
              (_, i) => `10.${part}.${i >> 8}.${i & 255}`,
            ),
          ),
        ),
      ];
      assert.equal((await store.change(zoneId, sets.map(create))).kind, 'accepted');
      const more = [...sets, alias(`c.${suffix}`)].map(({ name, ...rest }) =>
        create({ ...rest, name: `x.${name}` }),
      );
      const refused = await store.change(zoneId, more);
      assert.equal(refused.kind, 'refused');
      assert.match(refused.messages.join(), /1000 exceeded/);
    });

    const one = address(web, '192.0.2.1');
    const refusals = [
      { title: 'a CREATE of what stands', change: create(one), message: /it already exists$/ },
      {
        title: 'a DELETE with other values',
        change: remove(address(web, '192.0.2.7')),
        message: /but the values provided do not match the current values$/,
      },
      {
        title: 'a DELETE with another TTL',
        change: remove({ ...one, ttlSeconds: 60 }),
        message: /but the values provided do not match the current values$/,
      },
      {
        title: 'a DELETE of what is gone',
        change: remove(address(region, '192.0.2.1')),
        names: [region],
        message: /but it was not found$/,
      },
      {
        title: 'a CNAME beside addresses',
        change: create(cname(web, region)),
        message:
          /conflicts with other records with the same DNS name in zone dns\.example\.test\.$/,
      },
      {
        title: 'a CNAME at the apex',
        change: create(cname(suffix, region)),
        names: [suffix],
        message: /is not permitted at apex/,
      },
      {
        title: 'a name of another zone',
        change: create(address('web.example.net', '192.0.2.1')),
        names: ['web.example.net'],
        message: /is not permitted in zone dns\.example\.test\.$/,
      },
      {
        title: 'a CNAME with two targets',
        change: create({ ...cname(region, 'a.example.net'), values: ['a.example.net', 'b.test'] }),
        names: [region],
        message: /invalid set of changes for a resource record set 'CNAME /,
      },
    ];
    for (const { title, change, names, message } of refusals) {
      it(`refuses ${title}, names it and does nothing of the batch`, async () => {
        const { store, zoneId } = await open();
        await store.change(zoneId, [create(one)]);
        const good = create(address(`good.${suffix}`, '192.0.2.3'));
        const result = await store.change(zoneId, [good, change]);
        assert.equal(result.kind, 'refused');
        assert.deepEqual(result.names, names ?? [web]);
        assert.ok(result.messages.length > 0);
        assert.match(result.messages[0] ?? '', message);
        assert.deepEqual(await store.readName(zoneId, `good.${suffix}`), []);
        assert.deepEqual(await store.readName(zoneId, web), [one]);
      });
    }

    it('names every set that a refusal speaks of', async () => {
      const { store, zoneId } = await open();
      const batch = [web, `ok.${suffix}`, region].map((name) => address(name, '192.0.2.1'));
      await store.change(zoneId, [create(batch[1] ?? one)]);
      const result = await store.change(zoneId, batch.map(remove));
      assert.equal(result.kind, 'refused');
      assert.deepEqual(result.names, [region, web].sort());
      assert.equal(result.messages.length, 2);
    });

    it('says that a zone is full at 10,000 sets, and takes what needs no room', async () => {
      const { store, zoneId } = await open();
      const sets = Array.from({ length: 9_998 }, (_, at) =>
        address(`n${at}.${suffix}`, '192.0.2.1'),
      );
      for (let from = 0; from < sets.length; from += 1_000) {
        await store.change(zoneId, sets.slice(from, from + 1_000).map(create));
      }
      const [first, second] = sets;
      assert.ok(first && second);
      const full = await store.change(zoneId, [create(one)]);
      assert.equal(full.kind, 'full');
      assert.match(full.message, /MAX_RRSETS_BY_ZONE/);
      assert.deepEqual(await store.readName(zoneId, web), []);
      const moved = { ...first, values: ['192.0.2.2'] };
      assert.deepEqual(await store.change(zoneId, [remove(first), create(moved)]), {
        kind: 'accepted',
      });
      assert.deepEqual(await store.change(zoneId, [remove(second), create(one)]), {
        kind: 'accepted',
      });
    });

    it('refuses a value that is no address without naming a set', async () => {
      const { store, zoneId } = await open();
      const bad = address(web, 'lb-a.elb.eu-west-1.amazonaws.com');
      const result = await store.change(zoneId, [create(bad)]);
      assert.equal(result.kind, 'refused');
      assert.match(result.messages.join(), /ARRDATAIllegalIPv4Address/);
      assert.deepEqual(result.names, []);
    });

    it('lists a whole zone, 300 sets a page, names by their labels from right to left', async () => {
      const { store, zoneId } = await open();
      const names = [
        ...Array.from({ length: 310 }, (_, index) => `s${1_000 + index}.shop.fed.svc.${suffix}`),
        ...['b', 'a-b', 'a', 'x.a', 'a_b'].map((label) => `${label}.${suffix}`),
      ];
      const sets = names.map((one) => address(one, '192.0.2.1'));
      assert.equal((await store.change(zoneId, sets.map(create))).kind, 'accepted');
      const first = await store.listPage(zoneId, undefined);
      assert.equal(first.sets.length, 300);
      assert.ok(first.next);
      const second = await store.listPage(zoneId, first.next);
      assert.equal(second.next, undefined);
      const listed = [...first.sets, ...second.sets];
      // The zone's own NS and SOA come first.
      assert.deepEqual(
        listed.map((set) => `${set.name} ${set.type}`),
        [`${suffix} NS`, `${suffix} SOA`, ...inZoneOrder(names).map((one) => `${one} A`)],
      );
    });

    it('lists from a name on that need not exist, strangers included', async () => {
      const { store, zoneId } = await open();
      const sets = ['m', 'k', '*'].map((label) => address(`${label}.${suffix}`, '192.0.2.1'));
      await store.change(zoneId, sets.map(create));
      const page = await store.listPage(zoneId, { name: `l.${suffix}` });
      assert.deepEqual(page, { sets: sets.slice(0, 1) });
      assert.deepEqual(await store.listPage(zoneId, { name: `n.${suffix}` }), { sets: [] });
    });

    it('cannot work in a zone that does not exist', async () => {
      const { store } = await open();
      const changing = store.change('Z0ABSENT', [create(one)]);
      await assert.rejects(changing, { kind: 'terminal', message: /^Cannot .*Z0ABSENT/ });
      const reading = store.readName('Z0ABSENT', web);
      await assert.rejects(reading, { kind: 'terminal', message: /^Cannot .*Z0ABSENT/ });
    });
  });
}

describe('Route 53 record store', () => {
  it('takes a zone id in every spelling', async () => {
    const { store, zoneId } = await openZone();
    await store.change(`/hostedzone/${zoneId}`, [create(address(web, '192.0.2.1'))]);
    assert.equal((await store.readName(`hostedzone/${zoneId}`, web)).length, 1);
    assert.equal((await store.readName(zoneId, web)).length, 1);
  });

  it('sends nothing for nothing', async () => {
    const { store } = await openZone();
    assert.deepEqual(await store.change('Z0ABSENT', []), { kind: 'accepted' });
  });

  it('says what makes a set more than a simple one, over several pages', async () => {
    const { store, zoneId } = await openZone();
    const weighted = (index: number) => ({
      Name: web,
      Type: 'A' as const,
      TTL: 60,
      SetIdentifier: `w-${index}`,
      Weight: 1,
      ResourceRecords: [{ Value: `192.0.2.${index}` }],
    });
    const target = { HostedZoneId: 'Z32O12XQLNTSW2', EvaluateTargetHealth: true };
    const DNSName = 'lb-a.eu-west-1.elb.amazonaws.com';
    const sets = [
      ...Array.from({ length: 45 }, (_, index) => weighted(index)),
      { Name: region, Type: 'A' as const, AliasTarget: { ...target, DNSName } },
    ];
    await opened.client.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        ChangeBatch: { Changes: sets.map((set) => ({ Action: 'CREATE', ResourceRecordSet: set })) },
      }),
    );
    const found = await store.readName(zoneId, web);
    assert.equal(found.length, 45);
    assert.ok(found.every((set) => set.special === 'weighted' && set.ttlSeconds === 60));
    assert.deepEqual(await store.readName(zoneId, region), [
      {
        name: region,
        type: 'A',
        values: [],
        alias: { zoneId: target.HostedZoneId, dnsName: DNSName, evaluateTargetHealth: true },
      },
    ]);
  });

  it('stops when it is told to', async () => {
    const { store, zoneId } = await openZone();
    const reading = store.readName(zoneId, web, AbortSignal.abort());
    await assert.rejects(reading, { name: 'ControllerError', kind: 'transient' });
  });
});

describe('fake record store', () => {
  const zone = { id: 'Z1', name: suffix };
  const kinds = ['traffic policy', 'weighted', 'latency'];
  for (const special of kinds) {
    it(`holds a stranger's ${special} set and refuses ours beside it`, async () => {
      const store = createFakeRecordStore({ gate: openGate, zones: [zone] });
      const set = { name: web, type: 'A', ttlSeconds: 60, values: ['192.0.2.9'] };
      store.put('Z1', { ...set, special });
      assert.deepEqual(await store.readName('Z1', web), [{ ...set, special }]);
      const ours = create(address(web, '192.0.2.1'));
      assert.equal((await store.change('Z1', [ours])).kind, 'refused');
      store.remove('Z1', web, 'A');
      assert.equal((await store.change('Z1', [ours])).kind, 'accepted');
      assert.deepEqual(store.sets('Z1'), [ours.recordSet]);
      assert.deepEqual(store.batches(), [[ours], [ours]]);
    });
  }
});
