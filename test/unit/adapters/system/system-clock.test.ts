import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock, systemRandom } from '../../../../lib/adapters/system/system-clock.ts';

describe('system clock', () => {
  it('sleeps at least as long as asked', async () => {
    const start = process.hrtime.bigint();
    await systemClock.sleep(5);
    // Timers may fire up to a millisecond early.
    assert.ok(process.hrtime.bigint() - start >= 4_000_000n);
  });

  it('tells the time of the machine', () => {
    assert.ok(systemClock.now() > 1_700_000_000_000);
  });

  it('wakes with the reason of the signal, before or during the sleep', async () => {
    const reason = new Error('enough');
    await assert.rejects(systemClock.sleep(60_000, AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const sleeping = systemClock.sleep(60_000, controller.signal);
    controller.abort(reason);
    await assert.rejects(sleeping, reason);
  });
});

describe('system random', () => {
  it('draws from [0, 1)', () => {
    const draws = Array.from({ length: 100 }, systemRandom);
    assert.ok(draws.every((draw) => draw >= 0 && draw < 1));
    assert.ok(new Set(draws).size > 1);
  });
});
