import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { type DnsServer, startDns } from '../../../infra/sandbox/dns/server.ts';
import { createHostNameResolver } from '../../../lib/adapters/system/host-name-resolver.ts';
import type { Resolved } from '../../../lib/core/model/observed.ts';
import type { HostNameResolver } from '../../../lib/ports/host-name-resolver.ts';
import { createFakeHostNameResolver } from '../../support/fakes/aws/fake-host-name-resolver.ts';
import { openGate } from '../../support/gate.ts';

const zone = 'elb.example.test.';
const set = (name: string, type: string, ttlSeconds: number, values: readonly string[]) => ({
  name: `${name}.${zone}`,
  type,
  ttlSeconds,
  values,
});
const recordSets = [
  set('v4', 'A', 60, ['192.0.2.2', '192.0.2.1']),
  set('v6', 'AAAA', 30, ['2001:db8::1']),
  set('both', 'A', 60, ['192.0.2.3']),
  set('both', 'AAAA', 20, ['2001:db8::3']),
  set('mail', 'TXT', 60, ['"no address"']),
];
const known: readonly (readonly [string, Resolved | undefined])[] = [
  ['v4', { addresses: ['192.0.2.1', '192.0.2.2'], ttlSeconds: 60 }],
  ['v6', { addresses: ['2001:db8::1'], ttlSeconds: 30 }],
  ['both', { addresses: ['192.0.2.3', '2001:db8::3'], ttlSeconds: 20 }],
  ['mail', undefined],
  ['absent', undefined],
];

let server: DnsServer;
before(async () => {
  server = await startDns({ zones: () => [{ name: zone, recordSets }] });
});
after(() => server.close());

const openFake = (): HostNameResolver => {
  const fake = createFakeHostNameResolver({ gate: openGate });
  for (const [name, resolved] of known) fake.set(`${name}.elb.example.test`, resolved);
  return fake;
};
const openDns = (port = server.port): HostNameResolver =>
  createHostNameResolver({ servers: [`127.0.0.1:${port}`], timeoutMs: 250 });

for (const [name, open] of [
  ['fake host name resolver', openFake],
  ['DNS host name resolver', () => openDns()],
] as const) {
  describe(name, () => {
    for (const [label, resolved] of known) {
      it(`resolves ${label} to ${JSON.stringify(resolved)}`, async () =>
        assert.deepEqual(await open().resolve(`${label}.elb.example.test`), resolved));
    }

    it('knows nothing once it is told to stop', async () => {
      const signal = AbortSignal.abort();
      assert.equal(await open().resolve('v4.elb.example.test', signal), undefined);
    });
  });
}

describe('fake host name resolver', () => {
  it('knows nothing where its gate throws, and forgets', async () => {
    const gate = () => {
      throw new Error('no network');
    };
    const closed = createFakeHostNameResolver({ gate });
    closed.set('a.test', { addresses: ['192.0.2.1'], ttlSeconds: 1 });
    assert.equal(await closed.resolve('a.test'), undefined);
    const fake = createFakeHostNameResolver({ gate: openGate });
    fake.set('a.test', { addresses: ['192.0.2.1'], ttlSeconds: 1 });
    fake.set('a.test', undefined);
    assert.equal(await fake.resolve('a.test'), undefined);
  });
});

describe('DNS host name resolver', () => {
  /** Answers A with 192.0.2.1 and AAAA with the given response code, or not at all (RFC 1035 4.1). */
  const startHalf = async (aaaaCode: number | undefined) => {
    const socket = createSocket('udp4');
    socket.on('message', (query, { port, address }) => {
      const end = query.indexOf(0, 12) + 5;
      const isA = query.readUInt16BE(end - 4) === 1;
      if (!isA && aaaaCode === undefined) return;
      const header = Buffer.from(query.subarray(0, 12));
      header.writeUInt16BE(0x8180 | (isA ? 0 : (aaaaCode ?? 0)), 2);
      header.writeUInt16BE(isA ? 1 : 0, 6);
      header.writeUInt16BE(0, 10);
      const answer = Buffer.from('c00c000100010000003c0004c0000201', 'hex');
      const message = [header, query.subarray(12, end), ...(isA ? [answer] : [])];
      socket.send(Buffer.concat(message), port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return socket;
  };
  const halves = [
    { title: 'no such data', code: 0, want: { addresses: ['192.0.2.1'], ttlSeconds: 60 } },
    { title: 'a server failure', code: 2, want: undefined },
    { title: 'silence', code: undefined, want: undefined },
  ];
  for (const { title, code, want } of halves) {
    it(`with ${title} for IPv6 gives ${JSON.stringify(want)}`, async () => {
      const socket = await startHalf(code);
      const resolved = await openDns(socket.address().port).resolve('half.test');
      socket.close();
      assert.deepEqual(resolved, want);
    });
  }

  it('stops in the middle when it is told to', async () => {
    const socket = await startHalf(undefined);
    const controller = new AbortController();
    const resolver = createHostNameResolver({
      servers: [`127.0.0.1:${socket.address().port}`],
      timeoutMs: 30_000,
    });
    const resolving = resolver.resolve('half.test', controller.signal);
    await once(socket, 'message');
    controller.abort();
    assert.equal(await resolving, undefined);
    socket.close();
  });
});
