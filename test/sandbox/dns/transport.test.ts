import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { Packet } from 'dns2';
import fc from 'fast-check';
import { startDns } from '../../../infra/sandbox/dns/server.ts';
import { ask, exchangeTcp, exchangeUdp, queryBytes } from './ask.ts';
import { exampleZone, manyAddresses, serve, set } from './zones.ts';

const { TYPE, RCODE, CLASS } = Packet;
const big = 'big.example.test';
const web = { name: 'web.example.test' };

describe('answers that are too long for UDP', () => {
  it('are truncated at 512 octets, or at what EDNS offers', async (t) => {
    const server = await serve(t, exampleZone);
    for (const edns of [undefined, 512, 1232, 4096]) {
      const question = edns === undefined ? { name: big } : { name: big, edns };
      const bytes = await exchangeUdp(server, queryBytes(question));
      const response = Packet.parse(bytes);
      assert.ok(bytes.length <= (edns ?? 512));
      assert.deepEqual([response.header.tc, response.answers.length], [1, 0]);
      assert.equal(response.questions[0]?.name, big);
      assert.equal(response.additionals.length, edns === undefined ? 0 : 1);
    }
    const whole = await ask(server, { name: big, edns: 8192 });
    assert.deepEqual([whole.header.tc, whole.answers.length], [0, 400]);
  });

  it('come whole over TCP', async (t) => {
    const server = await serve(t, exampleZone);
    const [bytes] = await exchangeTcp(server, [queryBytes({ name: big })]);
    const response = Packet.parse(bytes ?? Buffer.alloc(0));
    assert.equal(response.header.tc, 0);
    assert.deepEqual(
      response.answers.map(({ address }) => address),
      manyAddresses,
    );
  });
});

describe('TCP', () => {
  it('answers several questions on one connection', async (t) => {
    const server = await serve(t, exampleZone);
    const names = ['web.example.test', 'none.example.test', 'example.test'];
    const answers = await exchangeTcp(
      server,
      names.map((name, id) => queryBytes({ name, header: { id } })),
    );
    const codes = answers.map((bytes) => Packet.parse(bytes).header);
    assert.deepEqual(
      codes.map(({ id, rcode }) => [id, rcode]),
      [
        [0, RCODE.NOERROR],
        [1, RCODE.NXDOMAIN],
        [2, RCODE.NOERROR],
      ],
    );
  });

  it('is on the port of UDP, and a port that TCP has not is given up', async (t) => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', () => resolve()));
    t.after(() => holder.close());
    const address = holder.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await assert.rejects(
      startDns({ port, zones: () => [] }),
      new RegExp(`Cannot start DNS on 127.0.0.1:${port}: .*EADDRINUSE`),
    );
    const servers = await Promise.all(Array.from({ length: 8 }, () => serve(t, exampleZone)));
    for (const server of servers) {
      assert.equal((await ask(server, web)).answers.length, 2);
      assert.equal((await exchangeTcp(server, [queryBytes(web)])).length, 1);
    }
  });

  it('closes while connections are open', async () => {
    const server = await startDns({ zones: () => [exampleZone] });
    const reflected = queryBytes({ ...web, header: { qr: 1 } });
    const open = exchangeTcp(server, [queryBytes(web), reflected]);
    await exchangeTcp(server, [queryBytes(web)]);
    await server.close();
    assert.ok((await open).length <= 1);
  });
});

describe('messages that are no plain questions', () => {
  const rows: readonly (readonly [string, Buffer, number])[] = [
    ['no question', Buffer.from('126700000000000000000000', 'hex'), RCODE.FORMERR],
    ['a question that is cut off', queryBytes(web).subarray(0, 20), RCODE.FORMERR],
    [
      'two questions',
      Buffer.concat([
        Buffer.from('126700000002000000000000', 'hex'),
        queryBytes(web).subarray(12),
        queryBytes(web).subarray(12),
      ]),
      RCODE.FORMERR,
    ],
    [
      'a name that points at itself',
      Buffer.from('126700000001000000000000c00c00010001', 'hex'),
      RCODE.FORMERR,
    ],
    ['an update', queryBytes({ ...web, header: { opcode: 5 } }), RCODE.NOTIMP],
    ['another class', queryBytes({ ...web, cls: CLASS.CH }), RCODE.REFUSED],
    ['a zone transfer', queryBytes({ ...web, type: TYPE.AXFR }), RCODE.REFUSED],
  ];
  for (const [title, message, rcode] of rows) {
    it(`${title} is answered with code ${rcode}`, async (t) => {
      const server = await serve(t, exampleZone);
      const response = Packet.parse(await exchangeUdp(server, message));
      assert.equal(response.header.rcode, rcode);
      assert.equal(response.answers.length, 0);
    });
  }

  it('an EDNS version above 0 is BADVERS', async (t) => {
    const server = await serve(t, exampleZone);
    const query = queryBytes({ ...web, edns: 1232 });
    const version = query.length - 5;
    query.writeUInt8(1, version);
    const response = Packet.parse(await exchangeUdp(server, query));
    assert.equal(response.header.rcode, RCODE.BADVERS);
  });

  it('a record that cannot be written costs a SERVFAIL only', async (t) => {
    const broken = { name: 'broken.test.', recordSets: [set('a.broken.test.', 'A', 'no address')] };
    const server = await serve(t, broken, exampleZone);
    assert.equal((await ask(server, { name: 'a.broken.test' })).header.rcode, RCODE.SERVFAIL);
    assert.equal((await ask(server, web)).answers.length, 2);
  });

  it('a response is not answered', async (t) => {
    const server = await serve(t, exampleZone);
    const reflected = queryBytes({ ...web, header: { id: 1, qr: 1 } });
    const answers = await exchangeTcp(server, [reflected, queryBytes(web)], 1);
    assert.deepEqual(
      answers.map((bytes) => Packet.parse(bytes).header.id),
      [4711],
    );
  });

  it('rubbish over UDP never stops the server', async (t) => {
    const server = await serve(t, exampleZone);
    const query = queryBytes({ ...web, edns: 1232 });
    const damaged = fc
      .tuple(fc.nat(query.length - 1), fc.nat(255))
      .map(([at, byte]) => Uint8Array.from(query, (old, i) => (i === at ? byte : old)));
    const cut = fc.nat(query.length).map((length) => Uint8Array.from(query.subarray(0, length)));
    const message = fc.oneof(fc.uint8Array({ maxLength: 80 }), damaged, cut);
    const socket = createSocket('udp4');
    t.after(() => socket.close());
    await fc.assert(
      fc.asyncProperty(message, async (bytes) => {
        await new Promise((resolve) => socket.send(bytes, server.port, server.host, resolve));
        assert.equal((await ask(server, web)).answers.length, 2);
      }),
      { numRuns: 200 },
    );
  });

  it('rubbish over TCP costs its connection only', async (t) => {
    const server = await serve(t, exampleZone);
    for (const rubbish of [Buffer.alloc(0), Buffer.from([1, 2, 3]), Buffer.alloc(60, 0x0f)]) {
      await exchangeTcp(server, [rubbish]);
      assert.equal((await exchangeTcp(server, [queryBytes(web)])).length, 1);
    }
  });
});
