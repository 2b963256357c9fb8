import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { createDataPlaneProbe } from '../../../../lib/adapters/system/data-plane-probe.ts';

const listen = async (): Promise<{ readonly server: Server; readonly port: number }> => {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return { server, port: address.port };
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

test('an address that somebody listens at is open, by number and by name', async () => {
  const { server, port } = await listen();
  const probe = createDataPlaneProbe();
  assert.equal(await probe.connect({ address: '127.0.0.1', port }), 'open');
  assert.equal(await probe.connect({ address: 'localhost', port }), 'open');
  await close(server);
});

test('an address that refuses is closed', async () => {
  const { server, port } = await listen();
  await close(server);
  assert.equal(await createDataPlaneProbe().connect({ address: '127.0.0.1', port }), 'closed');
});

test('an address that says nothing in time is closed', async () => {
  const probe = createDataPlaneProbe({ timeLimitMs: 0 });
  // TEST-NET-1 (RFC 5737) is routed nowhere; some networks say so at once, and that is no evidence.
  const result = await probe.connect({ address: '192.0.2.1', port: 80 });
  assert.ok(result === 'closed' || result === 'unknown', result);
});

test('a name that does not exist says nothing about its target', async () => {
  const probe = createDataPlaneProbe();
  assert.equal(await probe.connect({ address: 'nobody.invalid', port: 80 }), 'unknown');
});

test('a signal that fired, before or meanwhile, says nothing about the target', async () => {
  const probe = createDataPlaneProbe();
  const target = { address: '192.0.2.1', port: 80 };
  assert.equal(await probe.connect(target, AbortSignal.abort()), 'unknown');
  const abort = new AbortController();
  const attempt = probe.connect(target, abort.signal);
  abort.abort();
  assert.equal(await attempt, 'unknown');
});
