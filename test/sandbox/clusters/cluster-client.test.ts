import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { createClusterClient } from '../../../infra/sandbox/clusters/cluster-client.ts';

const path = '/api/v1/namespaces/shop';
const namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop' } };

suite('the client of a cluster', () => {
  let server: Server;
  let connections: Set<Socket>;
  let serve: RequestListener;
  const open = () => {
    const { port } = server.address() as AddressInfo;
    return createClusterClient({ url: `http://127.0.0.1:${port}`, token: 'secret' });
  };
  const answer: RequestListener = (_request, response) => {
    response.end(JSON.stringify(namespace));
  };

  beforeEach(async () => {
    connections = new Set();
    serve = answer;
    server = createServer((request, response) => serve(request, response));
    server.on('connection', (socket) => connections.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  test('keeps its connection from one call to the next', async () => {
    const client = open();
    await client.read(path);
    assert.deepEqual(await client.read(path), namespace);
    assert.equal(connections.size, 1);
  });

  test('asks again where a kept connection turns out to be of a server that has gone since', async () => {
    const client = open();
    await client.read(path);
    const kept = [...connections];
    serve = (request, response) => {
      if (kept.includes(request.socket)) request.socket.destroy();
      else answer(request, response);
    };
    assert.deepEqual(await client.read(path), namespace);
    assert.equal(connections.size, 2);
  });

  test('says that a new connection was cut off', async () => {
    serve = (request) => request.socket.destroy();
    await assert.rejects(open().read(path), /socket hang up|ECONNRESET/);
  });

  test('opens no flood of connections for a rush of calls', async () => {
    const client = open();
    const calls = Array.from({ length: 50 }, () => client.read(path));
    await Promise.all(calls);
    assert.equal(connections.size, 8);
  });
});
