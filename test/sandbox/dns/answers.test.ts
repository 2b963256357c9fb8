import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type DNS from 'dns2';
import { Packet } from 'dns2';
import { startDns } from '../../../infra/sandbox/dns/server.ts';
import { ask } from './ask.ts';
import { elbZone, exampleZone, serve } from './zones.ts';

const { TYPE, RCODE } = Packet;

const dataOf = (record: DNS.Packet.Resource): string =>
  String(record.address ?? record.domain ?? record.ns ?? record.primary ?? record.data);

const lines = (records: readonly DNS.Packet.Resource[]): readonly string[] =>
  records.map((r) => `${r.name} ${r.ttl} ${Packet.typeName(r.type)} ${dataOf(r)}`);

const soa = 'example.test 30 SOA ns.example.test';
const nothing = { answers: [], authorities: [soa] };

type Row = {
  readonly title: string;
  readonly name: string;
  readonly type?: number;
  readonly rcode?: number;
  readonly answers: readonly string[];
  readonly authorities?: readonly string[];
};

const rows: readonly Row[] = [
  {
    title: 'addresses',
    name: 'web.example.test',
    answers: ['web.example.test 180 A 192.0.2.10', 'web.example.test 180 A 192.0.2.11'],
  },
  {
    title: 'the name in the case that it was asked in',
    name: 'WeB.eXample.TEST',
    type: TYPE.AAAA,
    answers: ['WeB.eXample.TEST 180 AAAA 2001:db8::10'],
  },
  {
    title: 'a chain of CNAMEs inside the zone',
    name: 'zone.web.example.test',
    answers: [
      'zone.web.example.test 180 CNAME region.web.example.test',
      'region.web.example.test 180 CNAME web.example.test',
      'web.example.test 180 A 192.0.2.10',
      'web.example.test 180 A 192.0.2.11',
    ],
  },
  {
    title: 'the CNAME itself when it is asked for',
    name: 'zone.web.example.test',
    type: TYPE.CNAME,
    answers: ['zone.web.example.test 180 CNAME region.web.example.test'],
  },
  {
    title: 'no such type behind a chain',
    name: 'region.web.example.test',
    type: TYPE.TXT,
    answers: ['region.web.example.test 180 CNAME web.example.test'],
    authorities: [soa],
  },
  {
    title: 'no such name behind a chain: the code is of the last name',
    name: 'dangling.example.test',
    rcode: RCODE.NXDOMAIN,
    answers: ['dangling.example.test 180 CNAME gone.example.test'],
    authorities: [soa],
  },
  {
    title: 'a chain into another zone of this server',
    name: 'lb.example.test',
    answers: [
      'lb.example.test 180 CNAME lb-1.elb.amazonaws.test',
      'lb-1.elb.amazonaws.test 60 A 198.51.100.7',
    ],
  },
  {
    title: 'a chain out of the zones of this server',
    name: 'outside.example.test',
    answers: ['outside.example.test 180 CNAME www.elsewhere.test'],
  },
  {
    title: 'a loop, once around',
    name: 'loop-a.example.test',
    answers: [
      'loop-a.example.test 180 CNAME loop-b.example.test',
      'loop-b.example.test 180 CNAME loop-a.example.test',
    ],
  },
  {
    title: 'an alias to a load balancer: its address and TTL under the own name',
    name: 'alias.example.test',
    answers: ['alias.example.test 60 A 198.51.100.7'],
  },
  {
    title: 'an alias in the zone',
    name: 'own-alias.example.test',
    answers: ['own-alias.example.test 180 A 192.0.2.10', 'own-alias.example.test 180 A 192.0.2.11'],
  },
  { title: 'an alias to nothing', name: 'dead-alias.example.test', ...nothing },
  { title: 'an alias to itself', name: 'self-alias.example.test', ...nothing },
  { title: 'a type that the name has not', name: 'web.example.test', type: TYPE.TXT, ...nothing },
  { title: 'an empty non-terminal', name: 'empty.example.test', ...nothing },
  {
    title: 'a name that does not exist',
    name: 'none.example.test',
    rcode: RCODE.NXDOMAIN,
    ...nothing,
  },
  {
    title: 'a name below one that exists',
    name: 'x.web.example.test',
    rcode: RCODE.NXDOMAIN,
    ...nothing,
  },
  {
    title: 'a wildcard',
    name: 'any.wild.example.test',
    answers: ['any.wild.example.test 180 A 192.0.2.30'],
  },
  {
    title: 'a wildcard over several labels',
    name: 'a.b.wild.example.test',
    answers: ['a.b.wild.example.test 180 A 192.0.2.30'],
  },
  {
    title: 'a wildcard of another type',
    name: 'any.wild.example.test',
    type: TYPE.TXT,
    ...nothing,
  },
  {
    title: 'no wildcard for a name that exists with another type',
    name: 'host.wild.example.test',
    ...nothing,
  },
  {
    title: 'no wildcard below an empty non-terminal',
    name: 'b.ent.wild.example.test',
    rcode: RCODE.NXDOMAIN,
    ...nothing,
  },
  {
    title: 'no wildcard for its own parent',
    name: 'wild.example.test',
    ...nothing,
  },
  {
    title: 'the asterisk itself',
    name: '*.wild.example.test',
    answers: ['*.wild.example.test 180 A 192.0.2.30'],
  },
  {
    title: 'a wildcard CNAME',
    name: 'q.cwild.example.test',
    type: TYPE.AAAA,
    answers: [
      'q.cwild.example.test 180 CNAME web.example.test',
      'web.example.test 180 AAAA 2001:db8::10',
    ],
  },
  {
    title: 'NS at the apex',
    name: 'example.test',
    type: TYPE.NS,
    answers: ['example.test 180 NS ns.example.test', 'example.test 180 NS ns.elsewhere.test'],
  },
  {
    title: 'SOA at the apex',
    name: 'example.test',
    type: TYPE.SOA,
    answers: ['example.test 900 SOA ns.example.test'],
  },
  {
    title: 'one type for ANY',
    name: 'web.example.test',
    type: TYPE.ANY,
    answers: ['web.example.test 180 A 192.0.2.10', 'web.example.test 180 A 192.0.2.11'],
  },
  {
    title: 'a name with a blank',
    name: 'web x.example.test',
    answers: ['web x.example.test 180 A 192.0.2.50'],
  },
  {
    title: 'a name with a byte that is no UTF-8',
    name: '\u00e4.example.test',
    answers: ['\u00e4.example.test 180 A 192.0.2.51'],
  },
  {
    title: 'eight of ten multivalue sets',
    name: 'multi.example.test',
    answers: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `multi.example.test 180 A 192.0.2.${100 + i}`),
  },
  {
    title: 'a weighted set whose weight is not 0',
    name: 'weighted.example.test',
    answers: ['weighted.example.test 180 A 192.0.2.61'],
  },
  {
    title: 'the primary of a failover pair',
    name: 'fail.example.test',
    answers: ['fail.example.test 180 A 192.0.2.71'],
  },
];

describe('the DNS server answers with authority', () => {
  for (const { title, name, type = TYPE.A, rcode = RCODE.NOERROR, ...expected } of rows) {
    it(title, async (t) => {
      const server = await serve(t, exampleZone, elbZone);
      const response = await ask(server, { name, type });
      assert.deepEqual(lines(response.answers), expected.answers);
      assert.deepEqual(lines(response.authorities), expected.authorities ?? []);
      const { qr, aa, ra, tc, id } = response.header;
      assert.deepEqual(
        { rcode: response.header.rcode, qr, aa, ra, tc, id },
        { rcode, qr: 1, aa: 1, ra: 0, tc: 0, id: 4711 },
      );
      assert.deepEqual(
        response.questions.map((question) => question.name),
        [name],
      );
    });
  }

  it('ends a chain after 16 links', async (t) => {
    const server = await serve(t, exampleZone);
    const response = await ask(server, { name: 'chain-0.example.test' });
    assert.equal(response.answers.length, 16);
    assert.equal(response.header.rcode, RCODE.NOERROR);
  });

  it('writes TXT, MX, SRV and CAA as they were stored', async (t) => {
    const server = await serve(t, exampleZone);
    const first = async (name: string, type: number) => {
      const { answers } = await ask(server, { name: `${name}.example.test`, type });
      return answers[0];
    };
    assert.deepEqual((await first('txt', TYPE.TXT))?.data, ['say "hi"', 'piece two']);
    const mx = await first('mail', TYPE.MX);
    assert.deepEqual([mx?.priority, mx?.exchange], [10, 'mx.example.test']);
    const srv = await first('srv', TYPE.SRV);
    assert.deepEqual(
      [srv?.priority, srv?.weight, srv?.port, srv?.target],
      [1, 2, 443, 'web.example.test'],
    );
    const caa = await first('caa', TYPE.CAA);
    assert.deepEqual([caa?.flags, caa?.tag, caa?.value], [0, 'issue', 'ca.example']);
  });

  it('says NOTIMP for a record of a type that it cannot write', async (t) => {
    const server = await serve(t, exampleZone);
    for (const type of [43, TYPE.ANY]) {
      const response = await ask(server, { name: 'ds.example.test', type });
      assert.equal(response.header.rcode, RCODE.NOTIMP, `type ${type}`);
    }
    const other = await ask(server, { name: 'ds.example.test', type: 65 });
    assert.deepEqual([other.header.rcode, other.authorities.length], [RCODE.NOERROR, 1]);
  });

  it('refers below a delegation, with glue and without authority', async (t) => {
    const server = await serve(t, exampleZone);
    const response = await ask(server, { name: 'www.child.example.test' });
    assert.equal(response.header.aa, 0);
    assert.deepEqual(response.answers, []);
    assert.deepEqual(lines(response.authorities), [
      'child.example.test 180 NS ns.child.example.test',
    ]);
    assert.deepEqual(lines(response.additionals), ['ns.child.example.test 180 A 192.0.2.40']);
  });

  it('takes the longest zone and refuses names in none', async (t) => {
    const inner = { name: 'web.example.test.', recordSets: [] };
    const server = await serve(t, exampleZone, inner);
    assert.equal((await ask(server, { name: 'x.web.example.test' })).authorities.length, 0);
    for (const name of ['elsewhere.test', 'notexample.test', 'test', '']) {
      const { header, answers } = await ask(server, { name });
      assert.deepEqual([header.rcode, header.aa, answers.length], [RCODE.REFUSED, 0, 0], name);
    }
  });

  it('reads the zones at each query', async (t) => {
    let zones = [exampleZone];
    const server = await startDns({ zones: () => zones });
    t.after(() => server.close());
    const name = 'web.example.test';
    assert.equal((await ask(server, { name })).answers.length, 2);
    zones = [{ ...exampleZone, recordSets: [] }];
    assert.equal((await ask(server, { name })).header.rcode, RCODE.NXDOMAIN);
  });
});
