import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Attempt,
  evidenceOf,
  publishedBy,
  sampleTargets,
} from '../../../lib/core/health/data-plane.ts';
import { aService } from '../../support/builders/service.ts';

describe('what a Service publishes', () => {
  const ingresses = [
    { cluster: 'a', items: [{ ip: '192.0.2.1' }, { hostname: 'lb.example.test' }] },
    { cluster: 'b', items: null },
  ];

  it('every address with the first TCP port', () => {
    assert.deepEqual(publishedBy(aService(), ingresses), [
      { cluster: 'a', target: { address: '192.0.2.1', port: 80 } },
      { cluster: 'a', target: { address: 'lb.example.test', port: 80 } },
    ]);
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
