import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Logger } from '@aws-lambda-powertools/logger';
import { createTelemetry } from '../../../../lib/adapters/system/telemetry.ts';

/** The lines that one call of telemetry writes, through the real logger. */
const linesOf = (write: (telemetry: ReturnType<typeof createTelemetry>) => void) => {
  const lines: string[] = [];
  class RecordingLogger extends Logger {
    protected override printLog(...[, item]: Parameters<Logger['printLog']>): void {
      item.prepareForPrint();
      lines.push(JSON.stringify(item.getAttributes(), this.getJsonReplacer()));
    }
  }
  write(createTelemetry(new RecordingLogger({ serviceName: 'seamark', logLevel: 'INFO' })));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
};

describe('telemetry', () => {
  it('writes message, level and fields as one line', () => {
    const [line, ...more] = linesOf(({ info }) =>
      info('pass', { key: 'shop/web', tries: 2, ok: true, zones: ['Z1', 'Z2'], none: undefined }),
    );
    assert.deepEqual(more, []);
    const { timestamp: _timestamp, ...rest } = line ?? {};
    assert.deepEqual(rest, {
      level: 'INFO',
      message: 'pass',
      service: 'seamark',
      sampling_rate: 0,
      key: 'shop/web',
      tries: 2,
      ok: true,
      zones: ['Z1', 'Z2'],
    });
  });

  it('cleans texts of control characters and cuts them at 1,000', () => {
    const long = 'x'.repeat(1001);
    const [line] = linesOf(({ warn }) =>
      warn('two\r\nlines\u001b[2J', { text: long, list: ['a\u202eb', long], lone: '\ud800' }),
    );
    const cut = `${'x'.repeat(999)}…`;
    assert.equal(line?.['level'], 'WARN');
    assert.equal(line['message'], 'two lines [2J');
    assert.equal(line['text'], cut);
    assert.deepEqual(line['list'], ['a b', cut]);
    assert.equal(line['lone'], '\ufffd');
  });

  it('carries the error with its stack and its cause', () => {
    const broken = new Error('outer', { cause: new Error('inner') });
    const [line] = linesOf(({ error }) => error('defect', { key: 'shop/web' }, broken));
    const logged = JSON.stringify(line?.['error']);
    assert.match(logged, /"message":"outer"/);
    assert.match(logged, /"message":"inner"/);
    assert.match(logged, /"stack":/);
  });

  it('makes an error of anything thrown', () => {
    const [line] = linesOf(({ error }) => error('defect', {}, 'a string'));
    assert.match(JSON.stringify(line?.['error']), /thrown: a string/);
  });
});
