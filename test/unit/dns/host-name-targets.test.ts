import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from '../../../lib/core/dns/addresses.ts';
import { elbZoneId } from '../../../lib/core/dns/elb-zone-id.ts';
import { elbZoneIds } from '../../../lib/core/dns/elb-zone-ids.ts';
import { levelRecordSets } from '../../../lib/core/dns/level-record-sets.ts';
import type { Observed } from '../../../lib/core/model/observed.ts';
import { isAlias } from '../../../lib/core/model/record-set.ts';
import type { IngressAddress } from '../../../lib/core/model/service-object.ts';
import type { DnsSettings } from '../../../lib/core/model/settings.ts';
import { planSettings } from '../../support/builders/service.ts';

const nlb = 'lb-a.elb.eu-west-1.amazonaws.com';
const name = 'web.shop.demo.svc.r.seamark.example';

const lines = (
  addresses: readonly IngressAddress[],
  dns: Partial<DnsSettings> = {},
  resolved: Observed['resolved'] = {},
) => {
  const contributions = [readAddresses(addresses, new Map(Object.entries(resolved)))];
  const level = { name, up: 'up.seamark.example', contributions, previous: [] };
  const found = levelRecordSets(level, { ...planSettings.dns, ...dns });
  return {
    sets: found.recordSets.map((set) =>
      isAlias(set)
        ? `${set.type} -> ${set.alias.zoneId} ${set.alias.dnsName} ${set.alias.evaluateTargetHealth}`
        : `${set.type} ${set.values.join(' ')}`,
    ),
    followed: found.followed,
    faults: found.faults.map(({ reason }) => reason),
  };
};

describe('a name that one host name is all of', () => {
  const table: readonly [string, readonly IngressAddress[], readonly string[]][] = [
    ['an NLB: alias A', [{ hostname: nlb }], [`A -> Z2IFOLAFXWLO4F ${nlb} true`]],
    [
      'an ALB or CLB: alias A',
      [{ hostname: 'lb-a.eu-west-1.elb.amazonaws.com' }],
      ['A -> Z32O12XQLNTSW2 lb-a.eu-west-1.elb.amazonaws.com true'],
    ],
    [
      'a dualstack name: alias A and AAAA',
      [{ hostname: 'dualstack.lb-a.eu-west-1.elb.amazonaws.com' }],
      [
        'A -> Z32O12XQLNTSW2 dualstack.lb-a.eu-west-1.elb.amazonaws.com true',
        'AAAA -> Z32O12XQLNTSW2 dualstack.lb-a.eu-west-1.elb.amazonaws.com true',
      ],
    ],
    ['any other: CNAME', [{ hostname: 'lb.other.test' }], ['CNAME lb.other.test']],
    [
      'in any spelling, however often (R02, R14)',
      [{ hostname: 'LB.Other.test.' }, { hostname: 'lb.other.test' }],
      ['CNAME lb.other.test'],
    ],
    [
      'in the form that names have everywhere',
      [{ hostname: 'LB.Other.test.' }],
      ['CNAME lb.other.test'],
    ],
    [
      'with an address too: the address (spec 7.2)',
      [{ ip: '192.0.2.1', hostname: 'lb.test' }],
      ['A 192.0.2.1'],
    ],
    ['that no record can hold: none', [{ hostname: 'lb test' }], ['CNAME up.seamark.example']],
    [
      'beside one that no record can hold',
      [{ hostname: 'a b.test' }, { hostname: 'lb.other.test' }],
      ['CNAME lb.other.test'],
    ],
    [
      'beside an address that is none',
      [{ ip: 'no address' }, { hostname: 'lb.other.test' }],
      ['CNAME lb.other.test'],
    ],
  ];
  for (const [title, addresses, sets] of table) {
    it(title, () => {
      assert.deepEqual(lines(addresses), { sets, followed: [], faults: [] });
    });
  }

  it('does not lead to itself', () => {
    assert.deepEqual(lines([{ hostname: name }]).sets, ['CNAME up.seamark.example']);
  });

  it('k/k#36757: is resolved, as the original did, where the settings say so', () => {
    const resolved = { [nlb]: { addresses: ['192.0.2.7'], ttlSeconds: 60 } };
    assert.deepEqual(lines([{ hostname: nlb }], { hostNames: 'resolve' }, resolved), {
      sets: ['A 192.0.2.7'],
      followed: [nlb],
      faults: [],
    });
  });

  it('W9: several are resolved into one set, to be looked up again', () => {
    const other = 'lb-b.elb.eu-west-1.amazonaws.com';
    const resolved = {
      [nlb]: { addresses: ['192.0.2.7', '2001:db8::7'], ttlSeconds: 60 },
      [other]: { addresses: ['192.0.2.8'], ttlSeconds: 30 },
    };
    assert.deepEqual(lines([{ hostname: nlb }, { hostname: other }], {}, resolved), {
      sets: ['A 192.0.2.7 192.0.2.8', 'AAAA 2001:db8::7'],
      followed: [nlb, other],
      faults: [],
    });
  });
});

describe('R29: at the hosted zone’s own name', () => {
  it('a host name is resolved instead of a CNAME', () => {
    const resolved = { 'lb.other.test': { addresses: ['192.0.2.7'], ttlSeconds: 60 } };
    const found = lines([{ hostname: 'lb.other.test' }], { zoneName: name }, resolved);
    assert.deepEqual(found, { sets: ['A 192.0.2.7'], followed: ['lb.other.test'], faults: [] });
  });

  it('an alias may stand', () => {
    const found = lines([{ hostname: nlb }], { zoneName: name });
    assert.deepEqual(found.sets, [`A -> Z2IFOLAFXWLO4F ${nlb} true`]);
  });

  it('nothing falls up, and that is told', () => {
    const found = lines([], { zoneName: name });
    assert.deepEqual(found, { sets: [], followed: [], faults: ['NameAtApex'] });
  });
});

describe('hosted zones of load balancers', () => {
  it('have an id of the right form in every region, and no id twice', () => {
    const ids = Object.values(elbZoneIds).flat();
    for (const id of ids) assert.match(id, /^Z[A-Z0-9]{11,31}$/);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 2 * 38);
    for (const region of Object.keys(elbZoneIds))
      assert.match(region, /^[a-z]{2}(-gov)?-[a-z]+-\d$/);
    assert.equal(Object.keys(elbZoneIds).length, 38);
  });

  const known: readonly [string, string, string][] = [
    ['us-east-1', 'Z35SXDOTRQ7X7K', 'Z26RNL4JYFTOTI'],
    ['us-east-2', 'Z3AADJGX6KTTL2', 'ZLMOA37VPKANP'],
    ['us-west-1', 'Z368ELLRRE2KJ0', 'Z24FKFUX50B4VW'],
    ['us-west-2', 'Z1H1FL5HABSF5', 'Z18D5FSROUN65G'],
    ['ca-central-1', 'ZQSVJUPU6J1EY', 'Z2EPGBW3API2WT'],
    ['eu-west-1', 'Z32O12XQLNTSW2', 'Z2IFOLAFXWLO4F'],
    ['eu-west-2', 'ZHURV8PSTC4K8', 'ZD4D7Y8KGAS4G'],
    ['eu-west-3', 'Z3Q77PNBQS71R4', 'Z1CMS0P5QUZ6D5'],
    ['eu-central-1', 'Z215JYRZR1TBD5', 'Z3F0SRJ5LGBH90'],
    ['eu-north-1', 'Z23TAZ6LKFMNIO', 'Z1UDT6IFJ4EJM'],
    ['ap-southeast-1', 'Z1LMS91P8CMLE5', 'ZKVM4W9LS7TM'],
    ['ap-southeast-2', 'Z1GM3OXH4ZPM65', 'ZCT6FZBF4DROD'],
    ['ap-northeast-1', 'Z14GRHDCWA56QT', 'Z31USIVHYNEOWT'],
    ['ap-south-1', 'ZP97RAFLXTNZK', 'ZVDDRBQ08TROA'],
    ['sa-east-1', 'Z2P70J7HTTTPLU', 'ZTK26PT1VY4CU'],
    ['us-gov-west-1', 'Z33AYJ8TM3BH4J', 'ZMG1MZ2THAWF1'],
  ];
  for (const [region, application, network] of known) {
    it(region, () => {
      assert.equal(elbZoneId(`lb.${region}.elb.amazonaws.com`), application);
      assert.equal(elbZoneId(`lb.elb.${region}.amazonaws.com`), network);
    });
  }

  const others: readonly [string, string | undefined][] = [
    ['lb.cn-north-1.elb.amazonaws.com.cn', 'Z1GDH35T77C1KE'],
    ['lb.cn-north-1.elb.amazonaws.com', undefined],
    ['lb.elb.eu-west-1.amazonaws.com.cn', undefined],
    ['lb.elb.xx-west-1.amazonaws.com', undefined],
    ['elb.eu-west-1.amazonaws.com', undefined],
    ['lb.notelb.eu-west-1.amazonaws.com', undefined],
    ['lb.elb.eu-west-1.amazonaws.com.evil.test', undefined],
    ['lb.eu-west-1.elb.amazonaws.com.evil.test', undefined],
    ['toString.elb.constructor.amazonaws.com', undefined],
  ];
  for (const [hostname, id] of others) {
    it(`${hostname}: ${id ?? 'none'}`, () => assert.equal(elbZoneId(hostname), id));
  }

  it('may be given for other suffixes, which match on label borders, the longest first', () => {
    const more = {
      'lb.test': 'ZSHORT',
      'eu.lb.test': 'ZLONG',
      'elb.eu-west-1.amazonaws.com': 'ZOWN',
    };
    assert.equal(elbZoneId('a.eu.lb.test', more), 'ZLONG');
    assert.equal(elbZoneId('a.lb.test', more), 'ZSHORT');
    assert.equal(elbZoneId('alb.test', more), undefined);
    assert.equal(elbZoneId(nlb, more), 'ZOWN');
  });
});
