import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ZoneChange, ZoneRecordSet } from '../../../infra/sandbox/route53/zone/record-set.ts';
import { apexRecordSets, listRecordSets } from '../../../infra/sandbox/route53/zone/zone-state.ts';
import {
  alias,
  create,
  outline,
  refusal,
  remove,
  servers,
  set,
  weighted,
  zone,
} from './zone-builders.ts';

const a = set('a.example.com.', 'A', '192.0.2.1');
const cname = set('c.example.com.', 'CNAME', 'a.example.com.');
const invalidAddress = (version: 4 | 6, type: string, value: string): string =>
  `Invalid Resource Record: 'FATAL problem: ${type}RRDATAIllegalIPv${version}Address (Value is not a valid IPv${version} address) encountered with '${value}''`;
const elb = 'lb-1.eu-west-1.elb.amazonaws.com.';
const routed = (fields: Partial<ZoneRecordSet>): ZoneRecordSet => ({ ...a, ...fields });

type Refusal = {
  readonly title: string;
  readonly given?: readonly ZoneRecordSet[];
  readonly changes: readonly ZoneChange[];
  readonly messages: readonly string[];
};

const refusals: readonly Refusal[] = [
  {
    title: 'CREATE of a set that exists, whatever the spelling of the name',
    given: [a],
    changes: [create(set('A.Example.com', 'A', '192.0.2.9'))],
    messages: [
      "Tried to create resource record set [name='a.example.com.', type='A'] but it already exists",
    ],
  },
  {
    title: 'DELETE of a set that does not exist',
    changes: [remove(a)],
    messages: [
      "Tried to delete resource record set [name='a.example.com.', type='A'] but it was not found",
    ],
  },
  ...[
    { ...a, ttlSeconds: 60 },
    { ...a, values: ['192.0.2.1', '192.0.2.2'] },
  ].map((stale) => ({
    title: `DELETE with stale contents ${JSON.stringify(stale)}`,
    given: [a],
    changes: [remove(stale)],
    messages: [
      "Tried to delete resource record set [name='a.example.com.', type='A'] but the values provided do not match the current values",
    ],
  })),
  {
    title: 'the same set twice',
    changes: [create(a), create({ ...a, values: ['192.0.2.2'] })],
    messages: [
      "The request contains an invalid set of changes for a resource record set 'A a.example.com.'",
    ],
  },
  {
    title: 'CREATE before DELETE of the same set',
    given: [a],
    changes: [create(a), remove(a)],
    messages: [
      "The request contains an invalid set of changes for a resource record set 'A a.example.com.'",
      "Tried to create resource record set [name='a.example.com.', type='A'] but it already exists",
    ],
  },
  {
    title: 'an address beside a CNAME',
    given: [cname],
    changes: [create(set('c.example.com', 'A', '192.0.2.1'))],
    messages: [
      'RRSet of type A with DNS name c.example.com. is not permitted because a conflicting RRSet of type CNAME with the same DNS name already exists in zone example.com.',
    ],
  },
  {
    title: 'a CNAME beside an address',
    given: [a],
    changes: [create(set('a.example.com', 'CNAME', 'b.example.com'))],
    messages: [
      'RRSet of type CNAME with DNS name a.example.com. is not permitted as it conflicts with other records with the same DNS name in zone example.com.',
    ],
  },
  {
    title: 'a CNAME before the DELETE that makes room for it',
    given: [a],
    changes: [create(set('a.example.com', 'CNAME', 'b.example.com')), remove(a)],
    messages: [
      'RRSet of type CNAME with DNS name a.example.com. is not permitted as it conflicts with other records with the same DNS name in zone example.com.',
    ],
  },
  {
    title: 'a name outside the zone and one that only ends alike',
    changes: [
      create(set('www.other.org', 'A', '192.0.2.1')),
      create(set('notexample.com', 'A', '192.0.2.1')),
    ],
    messages: [
      'RRSet with DNS name www.other.org. is not permitted in zone example.com.',
      'RRSet with DNS name notexample.com. is not permitted in zone example.com.',
    ],
  },
  {
    title: 'labels and names that are too long, empty or not printable',
    changes: [
      create(set(`${'l'.repeat(64)}.example.com`, 'A', '192.0.2.1')),
      create(set('a..example.com', 'A', '192.0.2.1')),
      create(set('a b.example.com', 'A', '192.0.2.1')),
      create(set(`${`${'l'.repeat(63)}.`.repeat(4)}example.com`, 'A', '192.0.2.1')),
    ],
    messages: [
      `FATAL problem: DomainLabelTooLong (Domain label is too long) encountered with '${'l'.repeat(64)}'`,
      "FATAL problem: DomainLabelEmpty (Domain label is empty) encountered with 'a..example.com'",
      "FATAL problem: UnsupportedCharacter (Value contains unsupported characters) encountered with ' '",
      `FATAL problem: DomainNameTooLong (Domain name is too long) encountered with '${`${'l'.repeat(63)}.`.repeat(4)}example.com'`,
    ],
  },
  {
    title: 'addresses of the wrong kind',
    changes: [
      create(set('v4.example.com', 'A', '2001:db8::1', '192.0.2.01')),
      create(set('v6.example.com', 'AAAA', '192.0.2.1', 'fe80::1%eth0')),
      create(set('two.example.com', 'A', '192.0.2.1 192.0.2.2')),
    ],
    messages: [
      invalidAddress(4, 'A', '2001:db8::1'),
      invalidAddress(4, 'A', '192.0.2.01'),
      invalidAddress(6, 'AAAA', '192.0.2.1'),
      invalidAddress(6, 'AAAA', 'fe80::1%eth0'),
      "Invalid Resource Record: 'FATAL problem: ARRDATANotSingleField (Value contains spaces) encountered with '192.0.2.1 192.0.2.2''",
    ],
  },
  {
    title: 'TXT without quotes, with rest after them, with a piece of 256 octets',
    changes: [
      create(set('t1.example.com', 'TXT', 'owner=fed')),
      create(set('t2.example.com', 'TXT', '"a"b')),
      create(set('t3.example.com', 'TXT', `"${'x'.repeat(256)}"`)),
    ],
    messages: [
      "Invalid Resource Record: 'FATAL problem: InvalidCharacterString (Value should be enclosed in quotation marks) encountered with 'owner=fed''",
      `Invalid Resource Record: 'FATAL problem: InvalidCharacterString (Value should be enclosed in quotation marks) encountered with '"a"b''`,
      `Invalid Resource Record: 'FATAL problem: CharacterStringTooLong (Value is too long) encountered with '"${'x'.repeat(256)}"''`,
    ],
  },
  {
    title: 'the loss of the apex NS and SOA',
    changes: apexRecordSets(outline.name, servers).map(remove),
    messages: [
      'A HostedZone must contain at least one NS record for the zone itself.',
      'A HostedZone must contain exactly one SOA record.',
    ],
  },
  {
    title: 'an alias to nothing, to another type, to itself, to another zone',
    given: [a],
    changes: [
      create(alias('x1.example.com', 'A', 'ZONE', 'gone.example.com')),
      create(alias('x2.example.com', 'AAAA', 'ZONE', 'a.example.com')),
      create(alias('x3.example.com', 'A', 'ZONE', 'x3.example.com')),
      create(alias('x4.example.com', 'A', 'ZOTHER', 'a.example.org')),
    ],
    messages: [
      'Tried to create an alias that targets gone.example.com., type A in zone ZONE, but that target was not found',
      'Tried to create an alias that targets a.example.com., type AAAA in zone ZONE, but that target was not found',
      'Tried to create an alias that targets x3.example.com., type A in zone ZONE, but that target was not found',
      'Tried to create an alias that targets a.example.org., type A in zone ZOTHER, but the alias target name does not lie within the target zone',
      'Tried to create an alias that targets a.example.org., type A in zone ZOTHER, but that target was not found',
    ],
  },
  {
    title: "a load balancer with another region's zone id, and one of a type that it has not",
    changes: [
      create(alias('x.example.com', 'A', 'Z35SXDOTRQ7X7K', elb)),
      create(alias('y.example.com', 'TXT', 'Z32O12XQLNTSW2', elb)),
    ],
    messages: [
      `Tried to create an alias that targets ${elb}, type A in zone Z35SXDOTRQ7X7K, but the alias target name does not lie within the target zone`,
      `Tried to create an alias that targets ${elb}, type A in zone Z35SXDOTRQ7X7K, but that target was not found`,
      `Tried to create an alias that targets ${elb}, type TXT in zone Z32O12XQLNTSW2, but that target was not found`,
    ],
  },
  {
    title: 'a simple set beside weighted ones, and the reverse',
    given: [weighted('one', 1), a],
    changes: [
      create(set('w.example.com', 'A', '192.0.2.2')),
      create({ ...a, setIdentifier: 'two', weight: 1 }),
    ],
    messages: [
      'RRSet with DNS name w.example.com., type A cannot be created as other RRSets exist with the same name and type.',
      'RRSet with DNS name a.example.com., type A, SetIdentifier two cannot be created as a non-weighted set exists with the same name and type.',
    ],
  },
  {
    title: 'a set identifier that exists, with the identifier in the text',
    given: [weighted('one', 1)],
    changes: [create(weighted('one', 2))],
    messages: [
      "Tried to create resource record set [name='w.example.com.', type='A', set-identifier='one'] but it already exists",
    ],
  },
  {
    title: 'a second set for one region, one role, one place or one block of addresses',
    given: [
      routed({ name: 'l.example.com.', setIdentifier: 'one', region: 'eu-west-1' }),
      routed({ name: 'f.example.com.', setIdentifier: 'one', failover: 'PRIMARY' }),
      routed({ name: 'g.example.com.', setIdentifier: 'one', geoLocation: { countryCode: '*' } }),
    ],
    changes: [
      create(routed({ name: 'l.example.com.', setIdentifier: 'two', region: 'eu-west-1' })),
      create(routed({ name: 'f.example.com.', setIdentifier: 'two', failover: 'PRIMARY' })),
      create(
        routed({ name: 'g.example.com.', setIdentifier: 'two', geoLocation: { countryCode: '*' } }),
      ),
    ],
    messages: [
      ['l', 'latency'],
      ['f', 'failover'],
      ['g', 'geolocation'],
    ].map(
      ([label, policy]) =>
        `RRSet with DNS name ${label}.example.com., type A, SetIdentifier two cannot be created as a set with the same ${policy} settings exists with the same name and type.`,
    ),
  },
  {
    title: 'several values in a weighted set, and a multivalue CNAME',
    changes: [
      create({ ...weighted('one', 1), values: ['192.0.2.1', '192.0.2.2'] }),
      create({ ...cname, setIdentifier: 'one', multiValueAnswer: true }),
    ],
    messages: [
      'RRSet with DNS name w.example.com., type A, SetIdentifier one must have exactly one resource record.',
      'RRSet with DNS name c.example.com., type CNAME, SetIdentifier one cannot be a multivalue-answer set.',
    ],
  },
  {
    title: 'SOA below the apex, NS at a wildcard, an alias of type NS, an unhealthy failover alias',
    changes: [
      create(set('s.example.com', 'SOA', 'ns.example. admin.example. 1 2 3 4 5')),
      create(set('*.example.com', 'NS', 'ns.example.')),
      create(alias('n.example.com', 'NS', 'ZONE', 'example.com')),
      create({
        ...alias('p.example.com', 'A', 'Z32O12XQLNTSW2', elb),
        setIdentifier: 'one',
        failover: 'PRIMARY',
      }),
    ],
    messages: [
      'A HostedZone must contain exactly one SOA record.',
      'RRSet of type NS with DNS name \\052.example.com. is not permitted in zone example.com.',
      'RRSet of type NS with DNS name n.example.com. cannot be an alias',
      'Failover alias RRSet with DNS name p.example.com., type A must evaluate target health',
    ],
  },
  {
    title: 'an alias in the zone to a name outside it',
    changes: [create(alias('x.example.com', 'A', 'ZONE', 'a.example.org'))],
    messages: [
      'Tried to create an alias that targets a.example.org., type A in zone ZONE, but the alias target name does not lie within the target zone',
      'Tried to create an alias that targets a.example.org., type A in zone ZONE, but that target was not found',
    ],
  },
  {
    title: 'weighted sets with different TTLs',
    given: [weighted('one', 1)],
    changes: [create(weighted('two', 1, 300))],
    messages: [
      'RRSet with DNS name w.example.com., type A, SetIdentifier two must have the same TTL as the other sets with the same name and type.',
    ],
  },
];

describe('a batch that Route 53 refuses changes nothing and says why', () => {
  for (const { title, given = [], changes, messages } of refusals) {
    it(title, () => {
      const before = zone(...given);
      const listing = listRecordSets(before);
      const result = refusal(before, ...changes, create(set('ok.example.com', 'A', '192.0.2.7')));
      assert.deepEqual([...result.messages].sort(), [...messages].sort());
      assert.equal(result.code, 'InvalidChangeBatch');
      assert.equal(result.message, `[${result.messages.join(', ')}]`);
      assert.deepEqual(listRecordSets(before), listing);
    });
  }
});
