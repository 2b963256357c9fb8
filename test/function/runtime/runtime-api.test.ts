import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type RuntimeApi, type RuntimeReport, startRuntimeApi } from './runtime-api.ts';

const id = '7f5c3f1e-0b8e-4c58-9c29-0d2e3a1f9b10';
const invocation = {
  requestId: id,
  traceId: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0',
  functionArn: 'arn:aws:lambda:us-east-1:111122223333:function:f',
  deadlineMs: 1_767_607_200_000,
  event: '{"a":1}',
};

describe('the Lambda Runtime API', () => {
  let api: RuntimeApi;
  let agent: Agent;
  let told: RuntimeReport[];

  beforeEach(async () => {
    told = [];
    agent = new Agent({ keepAlive: true });
    api = await startRuntimeApi((report) => told.push(report));
  });
  afterEach(async () => {
    agent.destroy();
    await api.close();
  });

  const send = async (method: string, path: string, body?: string): Promise<IncomingMessage> => {
    const url = `http://${api.address}/2018-06-01/runtime/${path}`;
    const outgoing = request(url, { method, agent }).end(body);
    const [response] = await once(outgoing, 'response');
    return response;
  };
  const post = async (path: string, body = '{}') => {
    const response = await send('POST', path, body);
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  };
  const takeEvent = async (): Promise<IncomingMessage> => {
    const asked = send('GET', 'invocation/next');
    while (told.at(-1)?.kind !== 'waiting') await new Promise(setImmediate);
    api.offer(invocation);
    return await asked;
  };

  it('hands over an event with all that the runtime must know of it', async () => {
    const response = await takeEvent();
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['lambda-runtime-aws-request-id'], id);
    assert.equal(response.headers['lambda-runtime-deadline-ms'], '1767607200000');
    assert.equal(response.headers['lambda-runtime-invoked-function-arn'], invocation.functionArn);
    assert.equal(response.headers['lambda-runtime-trace-id'], invocation.traceId);
    assert.equal(response.headers['content-type'], 'application/json');
    assert.equal(await text(response), invocation.event);
  });

  it('gives the same event again to whoever asks before it has answered', async () => {
    await text(await takeEvent());
    const again = await send('GET', 'invocation/next');
    assert.equal(again.headers['lambda-runtime-aws-request-id'], id);
  });

  it('takes one answer an event', async () => {
    await text(await takeEvent());
    const accepted = { status: 202, body: { status: 'OK' } };
    assert.deepEqual(await post(`invocation/${id}/response`, '"done"'), accepted);
    const second = await post(`invocation/${id}/error`);
    assert.equal(second.status, 403);
    assert.equal(second.body.errorType, 'InvalidStateTransition');
    assert.deepEqual(told, [{ kind: 'waiting' }, { kind: 'response', body: '"done"' }]);
  });

  it('takes an error with its type, message and trace', async () => {
    await text(await takeEvent());
    const error = { errorType: 'TypeError', errorMessage: 'bad', trace: ['TypeError: bad'] };
    assert.equal((await post(`invocation/${id}/error`, JSON.stringify(error))).status, 202);
    assert.deepEqual(told.at(-1), { kind: 'failed', error });
  });

  it('refuses an answer to an event that is not the current one', async () => {
    const refused = {
      status: 400,
      body: { errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' },
    };
    assert.deepEqual(await post(`invocation/${id}/response`), refused);
    await text(await takeEvent());
    assert.deepEqual(await post('invocation/another/response'), refused);
  });

  it('refuses a response above 6 MB, and counts it as an error', async () => {
    await text(await takeEvent());
    const answer = await post(`invocation/${id}/response`, 'x'.repeat(6_291_557));
    assert.equal(answer.status, 413);
    assert.equal(answer.body.errorType, 'RequestEntityTooLarge');
    const last = told.at(-1);
    assert.equal(last?.kind, 'failed');
    assert.equal(last.error.errorType, 'Function.ResponseSizeTooLarge');
  });

  it('takes a response of exactly 6 MB and a frame', async () => {
    await text(await takeEvent());
    const answer = await post(`invocation/${id}/response`, 'x'.repeat(6_291_556));
    assert.equal(answer.status, 202);
  });

  it('takes an init error instead of the first event, and nothing after it', async () => {
    const error = { errorType: 'Error', errorMessage: 'no table', trace: [] };
    assert.equal((await post('init/error', JSON.stringify(error))).status, 202);
    assert.deepEqual(told, [{ kind: 'init-failed', error }]);
    const refused = await send('GET', 'invocation/next');
    assert.equal(refused.statusCode, 403);
    assert.deepEqual(JSON.parse(await text(refused)), {
      errorType: 'InvalidStateTransition',
      errorMessage:
        'State transition from InitError to Ready failed for runtime. Error: State transition is not allowed',
    });
  });

  it('refuses an init error once events are asked for', async () => {
    await text(await takeEvent());
    assert.equal((await post('init/error')).status, 403);
  });

  it('knows no other calls', async () => {
    for (const [method, path] of [
      ['POST', 'invocation/next'],
      ['GET', `invocation/${id}/response`],
      ['GET', 'restore/next'],
    ] as const) {
      const response = await send(method, path);
      assert.equal(response.statusCode, 404, path);
      response.resume();
    }
  });

  it('can hand over nothing that nobody asked for', () => {
    assert.throws(() => api.offer(invocation), /the runtime asked for none/);
  });
});
