import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Attempt,
  evidenceOf,
  publishedBy,
  sampleTargets,
} from '../../../lib/core/health/data-plane.ts';
import type { Json } from '../../../lib/core/model/json.ts';
import { aService } from '../../support/builders/service.ts';

describe('what a Service publishes', () => {
  const ingresses = [
    { cluster: 'a', items: [{ ip: '192.0.2.1' }, { hostname: 'lb.example.test' }] },
    { cluster: 'b', items: null },
    { cluster: 'c', items: [{}] },
  ];

  it('every address with the first TCP port', () => {
    assert.deepEqual(publishedBy(aService(), ingresses), [
      { cluster: 'a', target: { address: '192.0.2.1', port: 80 } },
      { cluster: 'a', target: { address: 'lb.example.test', port: 80 } },
    ]);
  });

  const portOf = (ports: Json): number | undefined =>
    publishedBy(aService({ spec: { ports } }), ingresses)[0]?.target?.port;
  it('a port without a protocol is TCP', () => assert.equal(portOf([{ port: 81 }]), 81));
  it('ports of other protocols are passed over', () => {
    assert.equal(
      portOf([
        { port: 53, protocol: 'UDP' },
        { port: 82, protocol: 'TCP' },
      ]),
      82,
    );
  });
  it('what is no number is no port', () => {
    assert.equal(portOf([{ port: 'http' }, null, { port: 83 }]), 83);
    assert.equal(portOf('none'), undefined);
  });

  it('only the address where no port is TCP', () => {
    const spec = { ports: [{ port: 53, protocol: 'UDP' }] };
    assert.deepEqual(publishedBy(aService({ spec }), ingresses), [
      { cluster: 'a' },
      { cluster: 'a' },
    ]);
  });
});

describe('which addresses are tried', () => {
  const published = Array.from({ length: 40 }, (_, at) => ({
    cluster: at % 2 === 0 ? 'a' : 'b',
    target: { address: `192.0.2.${at % 20}`, port: 80 },
  }));

  it('a few of the cluster, each once, the same ones whatever the order', () => {
    const sample = sampleTargets(published, 'a', 5);
    assert.equal(new Set(sample.map(({ address }) => address)).size, 5);
    assert.deepEqual(sampleTargets(published.toReversed(), 'a', 5), sample);
    assert.ok(sample.every(({ address }) => Number(address.split('.')[3]) % 2 === 0));
  });
});

describe('what the attempts prove', () => {
  const table: readonly [readonly Attempt[], ReturnType<typeof evidenceOf>][] = [
    [['closed', 'closed'], 'fails'],
    [['closed', 'open', 'unknown'], 'answers'],
    [['closed', 'unknown'], undefined],
    [['unknown'], undefined],
    [[], undefined],
  ];
  for (const [attempts, expected] of table) {
    it(`${attempts.join(', ') || 'no attempt'}: ${expected ?? 'nothing'}`, () =>
      assert.equal(evidenceOf(attempts), expected));
  }
});
