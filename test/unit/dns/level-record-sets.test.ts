import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from '../../../lib/core/dns/addresses.ts';
import { type LevelInput, levelRecordSets } from '../../../lib/core/dns/level-record-sets.ts';
import { type RecordSet, valuesOf } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { DnsSettings } from '../../../lib/core/model/settings.ts';
import { planSettings } from '../../support/builders/service.ts';

const nlb = 'lb-a.elb.eu-west-1.amazonaws.com';
const name = 'web.shop.demo.svc.r.seamark.example';

describe('what a user is told about a name', () => {
  const level = (given: Partial<LevelInput>, dns: Partial<DnsSettings> = {}) =>
    levelRecordSets(
      { name, up: 'up.seamark.example', contributions: [], previous: [], ...given },
      { ...planSettings.dns, ...dns },
    );
  const behind = (...addresses: readonly IngressAddress[]) => [readAddresses(addresses, new Map())];

  it('nothing, where all is well', () => {
    assert.deepEqual(level({ contributions: behind({ ip: '192.0.2.1' }) }).faults, []);
    assert.deepEqual(level({}).faults, []);
    const global = { name, contributions: [], previous: [] };
    assert.deepEqual(levelRecordSets(global, planSettings.dns), {
      recordSets: [],
      followed: [],
      faults: [],
    });
  });

  it('R29: that no CNAME can stand at the zone’s own name', () => {
    assert.deepEqual(level({}, { zoneName: name }).faults, [
      {
        reason: 'NameAtApex',
        message: `${name} is the hosted zone's own name, where no CNAME can stand: it has no record while nobody there is healthy`,
      },
    ]);
  });

  it('W11: which host names do not resolve', () => {
    const contributions = behind({ hostname: 'b.test' }, { hostname: 'a.test' });
    assert.deepEqual(
      level({ contributions }).faults,
      ['a.test', 'b.test'].map((host) => ({
        reason: 'HostNameUnresolved',
        message: `${host} does not resolve, so ${name} goes without it`,
      })),
    );
  });

  it('W9, W11: host names of several clusters, each once, in order', () => {
    const contributions = [
      readAddresses([{ hostname: 'b.test' }, { hostname: 'c.test' }], new Map()),
      readAddresses([], new Map()),
      readAddresses([{ hostname: 'a.test' }, { hostname: 'b.test' }], new Map()),
    ];
    const { followed, faults } = level({ contributions });
    assert.deepEqual(followed, ['a.test', 'b.test', 'c.test']);
    assert.deepEqual(
      faults.map(({ message }) => message.split(' ')[0]),
      ['a.test', 'b.test', 'c.test'],
    );
  });

  it('R32: how many addresses had no room', () => {
    const addresses = Array.from({ length: 403 }, (_, index) => ({
      ip: `10.0.${index >> 8}.${index & 255}`,
    }));
    const { faults, recordSets } = level({ contributions: behind(...addresses) });
    assert.deepEqual(faults, [
      {
        reason: 'TooManyAddresses',
        message: `${name} has room for 400 addresses of one family or 250 of each, so 3 are left out`,
      },
    ]);
    assert.equal(recordSets.flatMap(valuesOf).length, 400);
  });
});

describe('a name whose only host name does not resolve now', () => {
  const up = 'up.seamark.example';
  const contributions = [readAddresses([{ hostname: 'lb.test' }], new Map())];
  const addresses = { name, type: 'A', ttlSeconds: 60, values: ['192.0.2.7'] } as const;
  const alias = {
    name,
    type: 'A',
    alias: { zoneId: 'Z2', dnsName: nlb, evaluateTargetHealth: true },
  } as const;
  const toUp = { name, type: 'CNAME', ttlSeconds: 60, values: [up] } as const;
  const toHost = { ...toUp, values: ['lb.test'] } as const;
  const elsewhere = { ...addresses, name: 'other.seamark.example' };
  const now = (previous: readonly RecordSet[]) =>
    levelRecordSets(
      { name, up, contributions, previous },
      { ...planSettings.dns, hostNames: 'resolve' },
    ).recordSets;

  const kept: readonly [string, RecordSet][] = [
    ['its addresses', addresses],
    ['its alias', alias],
    ['its CNAME to the host name', toHost],
  ];
  for (const [title, set] of kept) {
    it(`keeps ${title}`, () => assert.deepEqual(now([elsewhere, set]), [set]));
  }

  it('falls up where it had nothing, or had fallen up', () => {
    assert.deepEqual(now([elsewhere]), [toUp]);
    assert.deepEqual(now([{ ...toUp, ttlSeconds: 5 }]), [toUp]);
  });

  it('does not keep what it had once it has no host name either', () => {
    const level = { name, up, contributions: [], previous: [addresses] };
    assert.deepEqual(levelRecordSets(level, planSettings.dns).recordSets, [toUp]);
  });
});
