import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createAllocators } from '../../../../infra/sandbox/kubernetes/kinds/allocators.ts';
import { createRange } from '../../../../infra/sandbox/kubernetes/kinds/number-range.ts';
import { seededRandom } from './strategy-driver.ts';

const FOREIGN_IP = 'the provided network does not match the current range';
const FOREIGN_PORT =
  'provided port is not in the valid range. The range of valid ports is 30000-32767';

const REFUSED_IPS: readonly (readonly [ip: string, text: string])[] = [
  ['10.96.0.1', 'provided IP is already allocated'],
  ['10.96.0.0', FOREIGN_IP],
  ['10.96.255.255', FOREIGN_IP],
  ['192.0.2.1', FOREIGN_IP],
  ['fd00:10:96::', FOREIGN_IP],
  ['fd00:10:97::1', FOREIGN_IP],
];

describe('Allocators', () => {
  for (const [ip, text] of REFUSED_IPS) {
    test(`refuse the cluster IP ${ip}`, () => {
      const { claimClusterIp } = createAllocators({ random: seededRandom(1) });
      assert.equal(claimClusterIp(ip), text);
    });
  }

  test('refuse node ports outside their range, and those that are held', () => {
    const { claimNodePort } = createAllocators({ random: seededRandom(1) });
    assert.equal(claimNodePort(29_999), FOREIGN_PORT);
    assert.equal(claimNodePort(32_768), FOREIGN_PORT);
    assert.equal(claimNodePort(30_000), undefined);
    assert.equal(claimNodePort(30_000), 'provided port is already allocated');
  });

  test('take one address in several spellings for the same', () => {
    const { claimClusterIp } = createAllocators({ random: seededRandom(1) });
    assert.equal(claimClusterIp('fd00:10:96:0::81'), undefined);
    assert.equal(claimClusterIp('fd00:10:96::81'), 'provided IP is already allocated');
  });

  test('hand out every node port once, then none', () => {
    const { takeNodePort } = createAllocators({ random: seededRandom(1) });
    const taken = new Set(Array.from({ length: 2_768 }, () => takeNodePort()));
    assert.equal(taken.size, 2_768);
    assert.throws(() => takeNodePort(), /Cannot allocate a node port: range is full/);
  });

  test('give out again what was freed', () => {
    const allocators = createAllocators({ random: seededRandom(1) });
    const ip = allocators.takeClusterIp('IPv6');
    allocators.freeClusterIp(ip);
    assert.equal(allocators.claimClusterIp(ip), undefined);
  });

  test('keep the low addresses for those who ask for them', () => {
    const allocators = createAllocators({ random: () => 0 });
    assert.equal(allocators.takeClusterIp('IPv4'), '10.96.1.1');
    assert.equal(allocators.takeNodePort(), 30_086);
  });
});

type Step = { readonly act: 'take' | 'claim' | 'free'; readonly value: number };

const steps = fc.array(
  fc.record({
    act: fc.constantFrom<Step['act']>('take', 'claim', 'free'),
    value: fc.integer({ min: 1, max: 12 }),
  }),
);

test('a range never hands the same number to two owners', () => {
  fc.assert(
    fc.property(steps, fc.integer(), (plan, seed) => {
      const range = createRange({ first: 1, last: 12, reserved: 4 }, seededRandom(seed));
      const held = new Set<number>();
      for (const { act, value } of plan) {
        if (act === 'free') {
          range.free(value);
          held.delete(value);
        } else if (act === 'claim') {
          assert.equal(range.claim(value), !held.has(value));
          held.add(value);
        } else {
          const taken = range.take();
          assert.equal(taken === undefined, held.size === 12);
          if (taken === undefined) continue;
          assert.ok(!held.has(taken));
          held.add(taken);
        }
      }
    }),
  );
});
