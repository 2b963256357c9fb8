import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { createProcessFunction, type ProcessFunction } from './process-function.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/lambda');

describe('a function whose environments are processes', () => {
  let scratch: string;
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'seamark-runtime-'));
  });
  after(() => rm(scratch, { recursive: true }));

  type Wanted = { readonly code?: string; readonly timeoutSeconds?: number };
  const start = async (
    t: TestContext,
    fixture: string,
    wanted: Wanted = {},
  ): Promise<ProcessFunction> => {
    const dir = await mkdtemp(join(scratch, `${fixture}-`));
    await mkdir(dir, { recursive: true });
    const entry = join(dir, 'index.mjs');
    if (wanted.code === undefined) await copyFile(join(fixtures, `${fixture}.mjs`), entry);
    else await writeFile(entry, wanted.code);
    const target = createProcessFunction({
      name: fixture,
      dir,
      environment: { OWN: 'yes' },
      timeoutSeconds: wanted.timeoutSeconds ?? 20,
      memoryMb: 128,
      logFile: `${dir}.log`,
    });
    t.after(() => target.close());
    return target;
  };
  const ok = async (target: ProcessFunction, event: unknown) => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'ok', JSON.stringify(result));
    return Object(result.payload);
  };
  const failure = async (target: ProcessFunction, event: unknown) => {
    const result = await target.invoke(event);
    assert.equal(result.kind, 'error', JSON.stringify(result));
    return result.payload;
  };

  it('sees the context and the environment that the service gives, and nothing else', async (t) => {
    const target = await start(t, 'echo');
    const { event, count, facts, remainingMs, env } = await ok(target, { a: 'ä' });
    assert.deepEqual([event, count], [{ a: 'ä' }, 1]);
    assert.ok(remainingMs > 15_000 && remainingMs <= 20_000, String(remainingMs));
    assert.equal(facts.functionName, 'echo');
    assert.equal(facts.invokedFunctionArn, target.arn);
    assert.match(facts.awsRequestId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(facts.xRayTraceId, /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};/);
    assert.equal(env.OWN, 'yes');
    assert.equal(env._X_AMZN_TRACE_ID, facts.xRayTraceId);
    assert.equal(env.PATH, undefined);
    assert.equal(env.LAMBDA_TASK_ROOT, env.HOME);
  });

  it('keeps what was loaded for the next invocation, and prints one JSON line a call', async (t) => {
    const target = await start(t, 'echo');
    await ok(target, {});
    assert.equal((await ok(target, {})).count, 2);
    assert.equal(target.starts(), 1);
    const lines = target.printed().map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ level, message }) => [level, message]),
      Array(2).fill(['INFO', 'first line\nsecond line']),
    );
  });

  it('runs nothing between two invocations', async (t) => {
    const code = `
      const ticks = () => process.hrtime.bigint();
      let last = ticks();
      let longest = 0n;
      setInterval(() => { const now = ticks(); if (now - last > longest) longest = now - last; last = now; }, 5);
      export const handler = async () => {
        await new Promise((done) => setTimeout(done, 30));
        return Number(longest / 1000000n);
      };`;
    const target = await start(t, 'ticking', { code });
    await ok(target, {});
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.ok((await ok(target, {})) > 300);
  });

  const ways = [
    ['throw', 'TypeError', /^bad event$/, 1],
    ['throw a string', 'string', /^no error object$/, 1],
    ['reject unheard', 'Runtime.ExitError', /Runtime exited with error: exit status 1$/, 2],
    ['throw later', 'Runtime.ExitError', /Runtime exited with error: exit status \d+$/, 2],
    ['exit 0', 'Runtime.ExitError', /Runtime exited without providing a reason$/, 2],
    ['exit 3', 'Runtime.ExitError', /Runtime exited with error: exit status 3$/, 2],
    ['return a cycle', 'Runtime.JSONStringifyError', /^Unable to stringify response body$/, 1],
    ['return 7 MB', 'Function.ResponseSizeTooLarge', /6291556 bytes/, 1],
  ] as const;
  for (const [way, errorType, message, starts] of ways) {
    it(`reports ${errorType} when it does this: ${way}`, async (t) => {
      const target = await start(t, 'misbehave');
      const error = await failure(target, { way });
      assert.equal(error.errorType, errorType);
      assert.match(error.errorMessage, message);
      const next = await target.invoke({ way: 'return nothing' });
      assert.equal(next.kind, 'ok');
      assert.equal(target.starts(), starts);
    });
  }

  it('ends the process at the time limit, whatever the code is doing', async (t) => {
    const target = await start(t, 'spin', { timeoutSeconds: 1 });
    const { errorType, errorMessage } = await failure(target, {});
    assert.equal(errorType, 'Sandbox.Timedout');
    assert.match(errorMessage, /^RequestId: \S+ Error: Task timed out after 1\.00 seconds$/);
  });

  it('starts anew after a process was killed', async (t) => {
    const target = await start(t, 'echo');
    await ok(target, {});
    await target.kill();
    assert.equal((await ok(target, {})).count, 1);
    assert.equal(target.starts(), 2);
  });

  const faults = [
    ['throws-at-load', 'RangeError', /^bad setting$/],
    ['no-handler', 'Runtime.HandlerNotFound', /^index\.handler is undefined or not exported$/],
    ['handler-no-function', 'Runtime.HandlerNotFound', /^index\.handler is not a function$/],
    ['callback-handler', 'Runtime.CallbackHandlerDeprecated', /callback-based/],
  ] as const;
  for (const [name, errorType, message] of faults) {
    it(`reports ${errorType} of ${name} instead of starting`, async (t) => {
      const error = await failure(await start(t, name), {});
      assert.equal(error.errorType, errorType);
      assert.match(error.errorMessage, message);
    });
  }

  it('refuses an event above 6 MB, and starts nothing', async (t) => {
    const target = await start(t, 'echo');
    assert.equal((await target.invoke('x'.repeat(6_291_455))).kind, 'too-large');
    assert.equal(target.starts(), 0);
  });

  it('refuses what the service would not configure', () => {
    const configure = (wanted: object) => () =>
      createProcessFunction({
        ...{ name: 'f', dir: scratch, environment: {}, timeoutSeconds: 1, memoryMb: 128 },
        logFile: join(scratch, 'f.log'),
        ...wanted,
      });
    assert.throws(configure({ timeoutSeconds: 0.5 }), /1 to 900 whole seconds/);
    assert.throws(configure({ environment: { AWS_REGION: 'x' } }), /reserved keys/);
    assert.throws(
      configure({ environment: { LONG: 'x'.repeat(4_096) } }),
      /exceeded the 4KB limit/,
    );
  });
});
