import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FunctionTelemetry } from '../../../../lib/ports/telemetry.ts';
import { createRecordingTelemetry } from './recording-telemetry.ts';

/** The lines that some calls of telemetry write, through the real logger. */
const linesOf = (write: (telemetry: FunctionTelemetry) => void) => {
  const { telemetry, logged } = createRecordingTelemetry();
  write(telemetry);
  return logged().map((line): Record<string, unknown> => JSON.parse(line));
};

describe('log lines', () => {
  it('message, level and fields in one line', () => {
    const [line, ...more] = linesOf(({ info }) =>
      info('pass', {
        key: 'shop/web',
        attempts: 2,
        held: true,
        failed: ['a', 'b'],
        fence: undefined,
      }),
    );
    assert.deepEqual(more, []);
    const { timestamp: _timestamp, ...rest } = line ?? {};
    assert.deepEqual(rest, {
      level: 'INFO',
      message: 'pass',
      service: 'seamark',
      sampling_rate: 0,
      key: 'shop/web',
      attempts: 2,
      held: true,
      failed: ['a', 'b'],
    });
  });

  it('every line names the invocation once one has begun', () => {
    const lines = linesOf((telemetry) => {
      telemetry.info('resync', {});
      telemetry.begin('r-1');
      telemetry.info('resync', { listed: 1 });
      telemetry.begin('r-2');
      telemetry.error('The invocation failed', {}, new Error('no'));
    });
    assert.deepEqual(
      lines.map(({ requestId }) => requestId),
      [undefined, 'r-1', 'r-2'],
    );
  });

  it('texts without control characters, cut at 1,000', () => {
    const long = 'x'.repeat(1001);
    const [line] = linesOf(({ warn }) =>
      warn('pass', {
        key: 'two\r\nlines\u001b[2J',
        reason: long,
        failed: ['a\u202eb', long],
        body: '\ud800',
      }),
    );
    const cut = `${'x'.repeat(999)}…`;
    assert.equal(line?.['level'], 'WARN');
    assert.equal(line['key'], 'two lines');
    assert.equal(line['reason'], cut);
    assert.deepEqual(line['failed'], ['a b', cut]);
    assert.equal(line['body'], '\ufffd');
  });

  for (const [count, more] of [
    [50, []],
    [51, ['and 1 more']],
    [5_000, ['and 4950 more']],
  ] as const) {
    it(`a list of ${count} texts: the first fifty, and how many more`, () => {
      const texts = Array.from({ length: count }, (_, at) => `tokyo-${at}`);
      const [line] = linesOf(({ warn }) => warn('resync', { unread: texts }));
      assert.deepEqual(line?.['unread'], [...texts.slice(0, 50), ...more]);
    });
  }

  it('however long, many and broken its texts are: short texts without line feeds, one line', () => {
    const { telemetry, logged } = createRecordingTelemetry();
    const text = `forged\n${JSON.stringify({ level: 'INFO' })}\r\n\u2028${'x"\\ '.repeat(2_000)}`;
    const nested = (depth: number): Error =>
      Object.assign(
        new AggregateError(Array(50).fill(text), text, {
          cause: depth > 0 ? nested(depth - 1) : text,
        }),
        {
          code: text,
          name: text,
          $metadata: { requestId: text },
        },
      );
    const deep = nested(20);
    deep.stack = text.repeat(20);
    telemetry.begin(text);
    telemetry.warn('resync', { reason: text, key: text, unread: Array(5_000).fill(text) });
    telemetry.error('A pass met a defect', { failed: Array(5_000).fill(text) }, deep);
    telemetry.error('The invocation failed', {}, telemetry.harmless(deep));
    assert.equal(logged().length, 3);
    for (const line of logged()) {
      // Quotes and backslashes take two characters in JSON.
      assert.ok(line.length <= 300_000, String(line.length));
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
      JSON.parse(line, (name, value: unknown) => {
        if (Array.isArray(value)) assert.ok(value.length <= 51);
        if (typeof value !== 'string') return value;
        assert.ok(value.length <= (name === 'stack' ? 4_000 : 1_000), `${name}: ${value.length}`);
        assert.doesNotMatch(value, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
        return value;
      });
    }
  });

  it('a cut never leaves half a character', () => {
    const [line] = linesOf(({ warn }) => warn('pass', { reason: `${'x'.repeat(998)}😀😀` }));
    assert.equal(String(line?.['reason']).isWellFormed(), true);
  });

  it('names and numbers that JSON or JavaScript would stumble over', () => {
    const { telemetry, logged } = createRecordingTelemetry();
    const fields = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
    telemetry.info('pass', {
      ...fields,
      key: '__proto__',
      body: '{"__proto__":{"polluted":true}}',
      durationMs: Number.MAX_VALUE,
      fence: Number.POSITIVE_INFINITY,
      generation: Number.NaN,
    });
    assert.equal(Object('').polluted, undefined);
    const [line = ''] = logged();
    const read = JSON.parse(line);
    assert.equal(read.key, '__proto__');
    assert.equal(read.durationMs, Number.MAX_VALUE);
    assert.equal(read.message, 'pass');
    assert.equal(line.includes('\n'), false);
  });
});

describe('errors in log lines', () => {
  const errorOf = (thrown: unknown): Record<string, unknown> => {
    const [line] = linesOf(({ error }) => error('A pass met a defect', {}, thrown));
    return Object(line?.['error']);
  };

  it('with stack, code and causes', () => {
    const inner = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' });
    const logged = errorOf(new TypeError('outer', { cause: inner }));
    assert.equal(logged['name'], 'TypeError');
    assert.equal(logged['message'], 'outer');
    assert.match(String(logged['stack']), /TypeError: outer +at .+ at /);
    assert.equal(Object(logged['cause']).message, 'inner');
    assert.equal(Object(logged['cause']).code, 'ECONNREFUSED');
  });

  it('of an AWS client: its request id and status, nothing else that it carries', () => {
    const failed = Object.assign(new Error('Rate exceeded'), {
      $metadata: { requestId: 'aws-1', httpStatusCode: 400, attempts: 2 },
      $response: { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=x' } },
      config: { credentials: { secretAccessKey: 'wJalrXUtnFEMI' } },
    });
    const { stack: _stack, ...rest } = errorOf(failed);
    assert.deepEqual(rest, {
      name: 'Error',
      message: 'Rate exceeded',
      awsRequestId: 'aws-1',
      httpStatus: 400,
    });
  });

  it('of several attempts: what each said', () => {
    const tried = new AggregateError([new Error('::1 refused'), '127.0.0.1 refused'], '');
    assert.deepEqual(errorOf(tried)['errors'], ['::1 refused', '127.0.0.1 refused']);
  });

  it('anything thrown is an error', () => {
    assert.equal(errorOf('a string')['message'], 'thrown: a string');
    assert.equal(errorOf(undefined)['message'], 'thrown: undefined');
    assert.match(String(errorOf(Object.create(null))['message']), /cannot be read/);
  });

  it('causes in a circle come to an end', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    const logged = JSON.stringify(errorOf(first));
    assert.equal(logged.match(/"message":"first"/g)?.length, 3);
  });

  it('what leaves the function is a copy without secrets', () => {
    const { telemetry } = createRecordingTelemetry();
    const thrown = Object.assign(new RangeError('GET https://user:pw@host/?token=abc123 failed'), {
      headers: { authorization: 'Bearer abc' },
    });
    const copy = telemetry.harmless(thrown);
    assert.ok(copy instanceof Error);
    assert.equal(copy.name, 'RangeError');
    assert.equal(copy.message, 'GET https://[redacted]@host/?token=[redacted] failed');
    assert.deepEqual(Object.keys(copy).sort(), ['name']);
    assert.doesNotMatch(String(copy.stack), /abc123|user:pw/);
  });
});
