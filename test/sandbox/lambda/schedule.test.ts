import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvokeResult } from '../../../infra/sandbox/lambda/invoke-result.ts';
import { type Schedule, startSchedule } from '../../../infra/sandbox/lambda/schedule.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

const startMs = Date.UTC(2026, 11, 1, 12, 0, 0);
const ok: InvokeResult = { kind: 'ok', requestId: 'r', payload: null };
const throttled: InvokeResult = { kind: 'throttled', message: 'Rate Exceeded.' };

interface Rig {
  readonly clock: VirtualClock;
  readonly schedule: Schedule;
  /** Seconds after the start at which the target was invoked. */
  readonly invokedAt: readonly number[];
  readonly events: readonly unknown[];
  readonly lines: readonly string[];
}

function rig(wanted: {
  readonly everyMs?: number;
  readonly input?: unknown;
  readonly fireAtStart?: boolean;
  readonly answer?: (call: number) => InvokeResult | Promise<InvokeResult>;
}): Rig {
  const clock = createVirtualClock(startMs);
  const invokedAt: number[] = [];
  const events: unknown[] = [];
  const lines: string[] = [];
  const { answer = () => ok, ...options } = wanted;
  const schedule = startSchedule({
    name: 'probe',
    everyMs: 5000,
    clock,
    log: (line) => lines.push(line),
    invoke: async (event) => {
      invokedAt.push((clock.now() - startMs) / 1000);
      events.push(event);
      return answer(invokedAt.length);
    },
    ...options,
  });
  return { clock, schedule, invokedAt, events, lines };
}

describe('a schedule', () => {
  it('fires at a fixed rate, first after one period', async () => {
    const { clock, schedule, invokedAt } = rig({});
    await clock.advance(16_000);
    assert.deepEqual(invokedAt, [5, 10, 15]);
    await schedule.stop();
  });

  it('fires at the start too when told to', async () => {
    const { clock, schedule, invokedAt } = rig({ fireAtStart: true });
    await clock.advance(5000);
    assert.deepEqual(invokedAt, [0, 5]);
    await schedule.stop();
  });

  it('keeps its rate however long an invocation takes', async () => {
    const slow = Promise.withResolvers<InvokeResult>();
    const { clock, schedule, invokedAt } = rig({
      answer: (call) => (call === 1 ? slow.promise : ok),
    });
    await clock.advance(15_000);
    assert.deepEqual(invokedAt, [5, 10, 15]);
    slow.resolve(ok);
    await schedule.stop();
  });

  it('tries a throttled invocation again each second, until the next is due', async () => {
    const { clock, schedule, invokedAt, lines } = rig({
      everyMs: 3000,
      answer: (call) => (call === 3 ? ok : throttled),
    });
    await clock.advance(6500);
    assert.deepEqual(invokedAt, [3, 4, 5, 6]);
    assert.deepEqual(lines, []);
    await clock.advance(3500);
    assert.deepEqual(invokedAt, [3, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(lines, ['schedule probe: throttled until the next one was due']);
    await schedule.stop();
  });

  it('logs a failed invocation and goes on', async () => {
    const failed: InvokeResult = {
      kind: 'error',
      requestId: 'r',
      functionError: 'Unhandled',
      payload: { errorType: 'TypeError', errorMessage: 'bad' },
    };
    const answers = [failed, undefined, ok];
    const answer = (call: number): InvokeResult => {
      const result = answers[call - 1];
      if (result === undefined) throw new Error('closed');
      return result;
    };
    const { clock, schedule, invokedAt, lines } = rig({ answer });
    await clock.advance(15_000);
    assert.deepEqual(invokedAt, [5, 10, 15]);
    assert.deepEqual(lines, ['schedule probe: TypeError: bad', 'schedule probe: Error: closed']);
    await schedule.stop();
  });

  it('gives the input with its keywords filled in, the same execution id on each attempt', async () => {
    const { clock, schedule, events } = rig({
      everyMs: 60_000,
      input: {
        kind: 'resync',
        at: '<aws.scheduler.scheduled-time>',
        of: '<aws.scheduler.schedule-arn>',
        id: '<aws.scheduler.execution-id>',
        attempt: 'number <aws.scheduler.attempt-number>',
      },
      answer: (call) => (call === 1 ? throttled : ok),
    });
    await clock.advance(62_000);
    const [first, second] = events as readonly Readonly<Record<string, string>>[];
    assert.deepEqual(
      { ...first, id: '' },
      {
        kind: 'resync',
        at: '2026-12-01T12:01:00Z',
        of: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/probe',
        id: '',
        attempt: 'number 1',
      },
    );
    assert.match(first?.['id'] ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(second, { ...first, attempt: 'number 2' });
    await schedule.stop();
  });

  it('gives the event of the service when it has no input', async () => {
    const { schedule, events } = rig({ fireAtStart: true });
    await schedule.stop();
    const [event] = events as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      { ...event, id: '' },
      {
        version: '0',
        id: '',
        'detail-type': 'Scheduled Event',
        source: 'aws.scheduler',
        account: '000000000000',
        time: '2026-12-01T12:00:00Z',
        region: 'us-east-1',
        resources: ['arn:aws:scheduler:us-east-1:000000000000:schedule/default/probe'],
        detail: '{}',
      },
    );
  });

  it('stops: waits for what is under way, then fires no more', async () => {
    const slow = Promise.withResolvers<InvokeResult>();
    const { clock, schedule, invokedAt } = rig({ fireAtStart: true, answer: () => slow.promise });
    let stopped = false;
    const stopping = schedule.stop().then(() => {
      stopped = true;
    });
    await clock.advance(1000);
    assert.equal(stopped, false);
    slow.resolve(ok);
    await stopping;
    await clock.advance(60_000);
    assert.deepEqual(invokedAt, [0]);
  });

  it('stops without waiting longer than it is told', async () => {
    const { clock, schedule } = rig({ fireAtStart: true, answer: () => new Promise(() => {}) });
    const stopping = schedule.stop(500);
    await clock.advance(500);
    await stopping;
  });

  for (const everyMs of [0, 1.5, -1, Number.NaN]) {
    it(`refuses a period of ${everyMs} ms`, () => {
      assert.throws(() => rig({ everyMs }), {
        message: `Cannot start schedule probe: everyMs must be a positive whole number, not ${everyMs}.`,
      });
    });
  }
});
