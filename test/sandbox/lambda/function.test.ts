import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { createFunction, type LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import { aFunction, fixture } from './a-function.ts';
import { createLineLog } from './line-log.ts';

async function payloadOf(target: LambdaFunction, event: unknown): Promise<unknown> {
  const result = await target.invoke(event);
  assert.equal(result.kind, 'ok', JSON.stringify(result));
  return result.payload;
}

interface Echo {
  readonly event: unknown;
  readonly count: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly remainingMs: number;
  readonly env: Readonly<Record<string, string>>;
}

// The echo fixture answers with exactly this shape.
const echoOf = async (target: LambdaFunction, event: unknown): Promise<Echo> =>
  (await payloadOf(target, event)) as Echo;

describe('a function', () => {
  it('receives the event, and gives the result, through JSON', async (t) => {
    const target = aFunction('echo');
    t.after(() => target.close());
    const event = { when: new Date(0), left: undefined, list: [1, undefined], text: 'é\u2028' };
    const { event: received } = await echoOf(target, event);
    assert.deepEqual(received, {
      when: '1970-01-01T00:00:00.000Z',
      list: [1, null],
      text: 'é\u2028',
    });
  });

  it('gives the context that the Node 24 runtime gives', async (t) => {
    const target = aFunction('echo', { timeoutMs: 5000, memoryMb: 256, region: 'eu-west-1' });
    t.after(() => target.close());
    const result = await target.invoke({});
    assert.equal(result.kind, 'ok');
    const { facts, remainingMs } = await echoOf(target, {});
    const { awsRequestId, xRayTraceId, logStreamName, ...fixed } = facts;
    assert.deepEqual(fixed, {
      functionName: 'echo',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:echo',
      logGroupName: '/aws/lambda/echo',
      memoryLimitInMB: '256',
    });
    assert.equal(target.arn, fixed['invokedFunctionArn']);
    assert.match(awsRequestId ?? '', /^[0-9a-f-]{36}$/);
    assert.match(
      xRayTraceId ?? '',
      /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/,
    );
    assert.match(logStreamName ?? '', /^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
    assert.ok(remainingMs > 0 && remainingMs <= 5000, `${remainingMs} ms left`);
  });

  it('sees its own environment, what the runtime sets, and nothing else', async (t) => {
    const target = aFunction('echo', { environment: { TABLE_NAME: 'work' }, region: 'eu-west-1' });
    t.after(() => target.close());
    const { env } = await echoOf(target, {});
    const varying = ['_X_AMZN_TRACE_ID', 'AWS_LAMBDA_LOG_STREAM_NAME'];
    const fixed = Object.entries(env).filter(([name]) => !varying.includes(name));
    assert.deepEqual(Object.fromEntries(fixed), {
      TABLE_NAME: 'work',
      _HANDLER: 'index.handler',
      AWS_ACCESS_KEY_ID: 'ASIASANDBOX',
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_FUNCTION_NAME: 'echo',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/echo',
      AWS_REGION: 'eu-west-1',
      AWS_SECRET_ACCESS_KEY: 'sandbox',
      AWS_SESSION_TOKEN: 'sandbox',
      HOME: dirname(fixture('echo')),
      LAMBDA_TASK_ROOT: dirname(fixture('echo')),
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
    });
  });

  it('loads its code once and stays warm', async (t) => {
    const target = aFunction('echo', { maxConcurrency: 5 });
    t.after(() => target.close());
    const counts = [];
    for (let call = 0; call < 3; call += 1) counts.push((await echoOf(target, {})).count);
    assert.deepEqual(counts, [1, 2, 3]);
  });

  it('logs line by line, one line a console call', async (t) => {
    const log = createLineLog();
    const target = aFunction('echo', { log: log.write });
    t.after(() => target.close());
    const { facts } = await echoOf(target, {});
    const line = await log.next(/first line/);
    const [time = '', ...rest] = line.split('\t');
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, [facts['awsRequestId'], 'INFO', 'first line\rsecond line']);
  });

  it('scales out to its concurrency, throttles beyond, and reuses what is free', async (t) => {
    const log = createLineLog();
    const target = aFunction('wait-for-release', { maxConcurrency: 2, log: log.write });
    const release = new BroadcastChannel('release');
    t.after(async () => {
      release.close();
      await target.close();
    });
    const first = payloadOf(target, { name: 'scale-1' });
    const second = payloadOf(target, { name: 'scale-2' });
    await Promise.all([log.next(/started scale-1/), log.next(/started scale-2/)]);
    assert.deepEqual(await target.invoke({ name: 'scale-3' }), {
      kind: 'throttled',
      message: 'Rate Exceeded.',
    });
    release.postMessage('scale-1');
    const { threadId } = (await first) as { readonly threadId: number };
    const third = payloadOf(target, { name: 'scale-3' });
    await log.next(/started scale-3/);
    release.postMessage('scale-3');
    assert.deepEqual(await third, { name: 'scale-3', threadId });
    release.postMessage('scale-2');
    const other = (await second) as { readonly threadId: number };
    assert.notEqual(other.threadId, threadId);
  });

  it('lets invocations finish on close, and refuses new ones', async () => {
    const log = createLineLog();
    const target = aFunction('wait-for-release', { log: log.write });
    const release = new BroadcastChannel('release');
    const under = payloadOf(target, { name: 'close' });
    await log.next(/started close/);
    const closed = target.close(60_000);
    await assert.rejects(target.invoke({}), {
      message: 'Cannot invoke wait-for-release: the function is closed.',
    });
    release.postMessage('close');
    release.close();
    await closed;
    assert.equal(((await under) as { readonly name: string }).name, 'close');
  });

  it('cuts off on close what does not finish in time', async () => {
    const log = createLineLog();
    const target = aFunction('wait-for-release', { log: log.write });
    const under = target.invoke({ name: 'never released' });
    await log.next(/started never released/);
    await target.close(0);
    const result = await under;
    assert.equal(result.kind, 'error');
    assert.equal(result.payload.errorType, 'Runtime.ExitError');
  });

  it('runs a folder as the bundler makes it', async (t) => {
    const outDir = await mkdtemp(join(tmpdir(), 'seamark-function-'));
    t.after(() => rm(outDir, { recursive: true }));
    const source = resolve(import.meta.dirname, '../../fixtures/bundle/plain-http.mts');
    const [bundle] = await bundleFunctions({ outDir, entries: [source] });
    assert.ok(bundle);
    const target = createFunction({
      name: bundle.name,
      dir: bundle.dir,
      environment: {},
      timeoutMs: 10_000,
      memoryMb: 128,
      maxConcurrency: 1,
      log: () => undefined,
    });
    t.after(() => target.close());
    assert.deepEqual(await payloadOf(target, {}), ["I'm a Teapot", true]);
  });
});

describe('a configuration that the service refuses', () => {
  const big = { BIG: 'x'.repeat(4096) };
  const cases = [
    {
      wanted: { environment: { AWS_REGION: 'x', OK: 'y' } },
      reason: /Reserved keys used in this request: AWS_REGION$/,
    },
    { wanted: { environment: { 'BAD-NAME': 'x' } }, reason: /unlike BAD-NAME$/ },
    {
      wanted: { environment: big },
      reason: /exceeded the 4KB limit\. String measured: \{"BIG":"x/,
    },
    {
      wanted: { timeoutMs: 900_001 },
      reason: /timeoutMs must be a whole number from 1 to 900000, not 900001$/,
    },
    {
      wanted: { memoryMb: 64 },
      reason: /memoryMb must be a whole number from 128 to 10240, not 64$/,
    },
    {
      wanted: { maxConcurrency: 0 },
      reason: /maxConcurrency must be a whole number from 1 to 1000, not 0$/,
    },
  ];
  for (const { wanted, reason } of cases) {
    it(`is named: ${reason.source}`, () => {
      assert.throws(
        () => aFunction('echo', wanted),
        (error) => {
          assert.ok(error instanceof Error);
          assert.match(error.message, /^Cannot create function echo: /);
          assert.match(error.message, reason);
          return true;
        },
      );
    });
  }

  it('is not: exactly 4 KB of environment', async () => {
    const room = 4096 - JSON.stringify({ BIG: '' }).length;
    await aFunction('echo', { environment: { BIG: 'x'.repeat(room) } }).close();
  });
});
