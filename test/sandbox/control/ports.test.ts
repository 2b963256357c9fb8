import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { describe, test } from 'node:test';
import { planPorts, serversInOrder, startOn } from '../../../infra/sandbox/ports.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) => reject(new Error('Cannot listen', { cause })));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const portOf = (server: Server): number => {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
};

describe('ports', () => {
  test('are free ones without a base', () => {
    const plan = planPorts(defaultTopology, undefined);
    assert.deepEqual(new Set(serversInOrder(defaultTopology).map(plan)), new Set([0]));
  });

  test('follow the base in the documented order', () => {
    const plan = planPorts(defaultTopology, 7000);
    const planned = serversInOrder(defaultTopology).map((server) => [plan(server), server]);
    assert.deepEqual(planned, [
      [7000, 'control'],
      [7001, 'dns'],
      [7002, 'webhook'],
      [7003, 'route53'],
      [7004, 'dynamodb'],
      [7005, 'sqs'],
      [7006, 'kubernetes host'],
      [7007, 'kubernetes tokyo'],
      [7008, 'kubernetes oregon'],
      [7009, 'kubernetes ohio'],
    ]);
  });

  test('must not pass the last one', () => {
    assert.equal(planPorts(defaultTopology, 65_526)('kubernetes ohio'), 65_535);
    assert.throws(() => planPorts(defaultTopology, 65_527), {
      message: 'Cannot use port base 65527: 10 ports from there pass 65535; take 65526 or less',
    });
  });

  test('that are taken are named with the server that wanted them', async () => {
    const first = await listen(0);
    try {
      const port = portOf(first);
      await assert.rejects(
        startOn(() => port, 'route53', listen),
        {
          message: `Cannot start route53 on port ${port}: the port is taken; give another --port-base, or none for free ports`,
        },
      );
    } finally {
      first.close();
    }
  });

  test('any other failure of a start stays as it is', async () => {
    const failure = new Error('Cannot start: no memory');
    await assert.rejects(
      startOn(
        () => 0,
        'sqs',
        () => Promise.reject(failure),
      ),
      failure,
    );
  });
});
