import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFunction } from '../../../infra/sandbox/lambda/function.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { aFunction, fixture } from './a-function.ts';

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

describe('an invocation that goes wrong', () => {
  const cases = [
    { way: 'throw', errorType: 'TypeError', message: /^bad event$/, traced: true },
    { way: 'throw a string', errorType: 'string', message: /^no error object$/ },
    {
      way: 'reject unheard',
      errorType: 'Runtime.UnhandledPromiseRejection',
      message: /^Error: lost$/,
      traced: true,
    },
    { way: 'throw later', errorType: 'RangeError', message: /^late$/, traced: true },
    {
      way: 'wait for nothing',
      errorType: 'Runtime.ExitError',
      message: /^RequestId: \S+ Error: Runtime exited without providing a reason$/,
    },
    {
      way: 'exit 0',
      errorType: 'Runtime.ExitError',
      message: /^RequestId: \S+ Error: Runtime exited without providing a reason$/,
    },
    {
      way: 'exit 3',
      errorType: 'Runtime.ExitError',
      message: /^RequestId: \S+ Error: Runtime exited with error: exit status 3$/,
    },
    {
      way: 'return a cycle',
      errorType: 'Runtime.JSONStringifyError',
      message: /^Unable to stringify response body$/,
      traced: true,
    },
    {
      way: 'return 7 MB',
      errorType: 'Function.ResponseSizeTooLarge',
      message: /^Response payload size exceeded maximum allowed payload size \(6291556 bytes\)\.$/,
    },
    {
      way: 'eat all memory',
      errorType: 'Runtime.ExitError',
      message: /^RequestId: \S+ Error: Runtime exited with error: signal: killed$/,
    },
  ];

  for (const { way, errorType, message, traced } of cases) {
    it(`reports ${errorType} when it does this: ${way}`, async (t) => {
      const target = aFunction('misbehave', { timeoutMs: 60_000 });
      t.after(() => target.close());
      const result = await target.invoke({ way });
      assert.equal(result.kind, 'error');
      assert.equal(result.functionError, 'Unhandled');
      assert.match(result.requestId, uuid);
      assert.equal(result.payload.errorType, errorType);
      assert.match(result.payload.errorMessage, message);
      assert.equal((result.payload.trace?.length ?? 0) > 0, traced ?? false);
      // Whatever happened, the next invocation gets an environment that works.
      const next = await target.invoke({ way: 'return nothing' });
      assert.deepEqual({ ...next, requestId: '' }, { kind: 'ok', requestId: '', payload: null });
    });
  }

  it('ends with the timeout of the function, whatever the code is doing', async (t) => {
    const lines: string[] = [];
    const target = aFunction('spin', { timeoutMs: 250, log: (line) => lines.push(line) });
    t.after(() => target.close());
    const result = await target.invoke({});
    assert.equal(result.kind, 'error');
    const { errorType, errorMessage } = result.payload;
    assert.equal(errorType, 'Sandbox.Timedout');
    assert.equal(
      errorMessage,
      `RequestId: ${result.requestId} Error: Task timed out after 0.25 seconds`,
    );
    const logged = `${result.requestId} Task timed out after 0.25 seconds`;
    assert.ok(lines.some((line) => line.endsWith(logged)));
  });

  it('counts the timeout on the clock that it is given', async (t) => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 2));
    const started = Promise.withResolvers<void>();
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
      started.resolve();
    };
    const target = aFunction('wait-for-release', { timeoutMs: 900_000, clock, log });
    t.after(() => target.close());
    const invocation = target.invoke({ name: 'nobody' });
    await started.promise;
    await clock.advance(900_000);
    const result = await invocation;
    assert.equal(result.kind, 'error');
    assert.match(result.payload.errorMessage, /Task timed out after 900\.00 seconds$/);
    assert.match(lines.at(-1) ?? '', /^2026-01-02T00:15:00\.000Z \S+ Task timed out/);
  });

  it('refuses an event above 6 MB, and runs nothing', async (t) => {
    const lines: string[] = [];
    const target = aFunction('echo', { log: (line) => lines.push(line) });
    t.after(() => target.close());
    assert.deepEqual(await target.invoke('x'.repeat(6_291_455)), {
      kind: 'too-large',
      message: 'Request must be smaller than 6291456 bytes for the InvokeFunction operation',
    });
    assert.deepEqual(lines, []);
  });
});

describe('a bundle that cannot be loaded', () => {
  let scratch: string;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'seamark-lambda-'));
    await writeFile(join(scratch, 'syntax-error.mjs'), 'export const handler = (');
    await writeFile(join(scratch, 'missing-package.mjs'), `import 'a-package-not-there';`);
  });
  after(() => rm(scratch, { recursive: true }));

  const cases = [
    {
      file: 'not-there',
      errorType: 'Runtime.ImportModuleError',
      message: /^Error: Cannot find module 'index'$/,
    },
    {
      file: 'syntax-error',
      errorType: 'Runtime.UserCodeSyntaxError',
      message: /^SyntaxError: Unexpected end of input$/,
    },
    {
      file: 'missing-package',
      errorType: 'Error',
      message: /^Cannot find package 'a-package-not-there'/,
    },
    { file: 'throws-at-load', errorType: 'RangeError', message: /^bad setting$/ },
    {
      file: 'no-handler',
      errorType: 'Runtime.HandlerNotFound',
      message: /^index\.handler is undefined or not exported$/,
    },
    {
      file: 'handler-no-function',
      errorType: 'Runtime.HandlerNotFound',
      message: /^index\.handler is not a function$/,
    },
    {
      file: 'callback-handler',
      errorType: 'Runtime.CallbackHandlerDeprecated',
      message: /^ERROR: AWS Lambda has removed support for callback-based function handlers/,
    },
  ];
  const written = new Set(['not-there', 'syntax-error', 'missing-package']);

  for (const { file, errorType, message } of cases) {
    it(`is reported as ${errorType}: ${file}`, async (t) => {
      const lines: string[] = [];
      const target = createFunction({
        name: file,
        handlerFile: written.has(file) ? join(scratch, `${file}.mjs`) : fixture(file),
        environment: {},
        timeoutMs: 10_000,
        memoryMb: 256,
        maxConcurrency: 1,
        log: (line) => lines.push(line),
      });
      t.after(() => target.close());
      const first = await target.invoke({});
      assert.equal(first.kind, 'error');
      assert.equal(first.payload.errorType, errorType);
      assert.match(first.payload.errorMessage, message);
      assert.ok(lines.some((line) => line.includes('Init Error') && line.includes(errorType)));
      // The next invocation tries a fresh environment, as on the service.
      const second = await target.invoke({});
      assert.equal(second.kind, 'error');
      assert.equal(second.payload.errorType, errorType);
    });
  }
});
