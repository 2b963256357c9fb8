import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import type { LambdaFunction } from '../../../infra/sandbox/lambda/function.ts';
import { type FunctionUrl, startFunctionUrl } from '../../../infra/sandbox/lambda/function-url.ts';
import type { InvokeResult } from '../../../infra/sandbox/lambda/invoke-result.ts';
import { aFunction } from './a-function.ts';

describe('a function URL', () => {
  let target: LambdaFunction;
  let server: FunctionUrl;
  before(async () => {
    target = aFunction('http-answer', { maxConcurrency: 4 });
    server = await startFunctionUrl({
      target,
      clock: { now: () => Date.UTC(2026, 11, 1, 9, 5, 7), sleep: async () => undefined },
    });
  });
  after(async () => {
    await server.close();
    await target.close();
  });

  async function eventOf(path: string, init: RequestInit = {}): Promise<LambdaFunctionURLEvent> {
    const response = await fetch(new URL(path, server.url), init);
    assert.equal(response.status, 200);
    // The fixture answers with the event that it was invoked with.
    return (await response.json()) as LambdaFunctionURLEvent;
  }

  it('makes an event of payload format 2.0', async () => {
    const event = await eventOf('/audit/x%20y?a=1&b=%C3%A9&a=2', {
      method: 'POST',
      body: '{"items":[]}',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'tester', 'X-One': 'Two' },
    });
    const { requestContext, headers, ...rest } = event;
    assert.deepEqual(rest, {
      version: '2.0',
      routeKey: '$default',
      rawPath: '/audit/x%20y',
      rawQueryString: 'a=1&b=%C3%A9&a=2',
      queryStringParameters: { a: '1,2', b: 'é' },
      body: '{"items":[]}',
      isBase64Encoded: false,
    });
    const { requestId, ...context } = requestContext;
    assert.match(requestId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(context, {
      accountId: 'anonymous',
      apiId: 'http-answer',
      domainName: `127.0.0.1:${server.port}`,
      domainPrefix: 'http-answer',
      http: {
        method: 'POST',
        path: '/audit/x%20y',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'tester',
      },
      routeKey: '$default',
      stage: '$default',
      time: '01/Dec/2026:09:05:07 +0000',
      timeEpoch: Date.UTC(2026, 11, 1, 9, 5, 7),
    });
    assert.equal(headers['x-one'], 'Two');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(headers['x-forwarded-port'], String(server.port));
    assert.equal(headers['x-forwarded-proto'], 'http');
  });

  it('leaves out what a bare request does not have', async () => {
    const event = await eventOf('/event');
    assert.equal(event.rawQueryString, '');
    for (const key of ['body', 'cookies', 'queryStringParameters']) assert.ok(!(key in event), key);
    assert.equal(event.isBase64Encoded, false);
  });

  it('joins repeated headers and parts cookies', async () => {
    const event = await new Promise<LambdaFunctionURLEvent>((resolve, reject) => {
      const request = httpRequest(new URL('/event', server.url), (response) => {
        response.setEncoding('utf8').on('data', (text: string) => resolve(JSON.parse(text)));
      });
      request.on('error', reject);
      request.setHeader('X-Many', ['one', 'two']);
      request.setHeader('Cookie', ['a=1; b=2', 'c=3']);
      request.end();
    });
    assert.equal(event.headers['x-many'], 'one,two');
    assert.ok(!('cookie' in event.headers));
    assert.deepEqual(event.cookies, ['a=1', 'b=2', 'c=3']);
  });

  const bodies = [
    { type: 'application/json', base64: false },
    { type: 'application/json; charset=utf-8', base64: false },
    { type: 'text/plain', base64: false },
    { type: 'application/xml', base64: false },
    { type: 'application/x-www-form-urlencoded', base64: true },
    { type: 'application/vnd.kubernetes.protobuf', base64: true },
    { type: undefined, base64: true },
  ];
  for (const { type, base64 } of bodies) {
    it(`gives a body of type ${type} as ${base64 ? 'base64' : 'text'}`, async () => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const body = Buffer.from('grün');
      const event = await eventOf('/event', { method: 'POST', body, headers });
      assert.equal(event.isBase64Encoded, base64);
      assert.equal(event.body, base64 ? body.toString('base64') : 'grün');
    });
  }

  const answers = [
    { path: '/text', status: 200, type: 'application/json', body: '"hello"' },
    { path: '/object', status: 200, type: 'application/json', body: '{"message":"hello"}' },
    { path: '/structured', status: 201, type: 'text/plain', body: 'made' },
    { path: '/binary', status: 200, type: 'application/json', body: '\u0000\u0001\u0002' },
    { path: '/empty', status: 204, type: 'application/json', body: '' },
    { path: '/bad-status', status: 502, type: 'application/json', body: 'Internal Server Error' },
    { path: '/bad-body', status: 502, type: 'application/json', body: 'Internal Server Error' },
    { path: '/throw', status: 502, type: 'application/json', body: 'Internal Server Error' },
  ];
  for (const { path, status, type, body } of answers) {
    it(`answers ${status} to ${path}`, async () => {
      const response = await fetch(new URL(path, server.url));
      const { headers } = response;
      assert.deepEqual(
        { status: response.status, type: headers.get('content-type'), body: await response.text() },
        { status, type, body },
      );
    });
  }

  it('sends the headers and cookies of a structured response', async () => {
    const { headers } = await fetch(new URL('/structured', server.url));
    assert.equal(headers.get('x-number'), '5');
    assert.deepEqual(headers.getSetCookie(), ['a=1; Path=/', 'b=2']);
  });

  const tooLarge = [
    { name: 'a body above 6 MB', body: 'x'.repeat(6_400_000) },
    { name: 'a body that is above 6 MB once it is in the event', body: '"'.repeat(3_200_000) },
  ];
  for (const { name, body } of tooLarge) {
    it(`answers 413 to ${name}`, async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(server.url, { method: 'POST', body, headers });
      assert.equal(response.status, 413);
      assert.deepEqual(await response.json(), { message: 'Request Entity Too Large' });
    });
  }

  it('survives a client that goes away in the middle of its request', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.resetAndDestroy();
    assert.equal((await fetch(new URL('/text', server.url))).status, 200);
  });
});

describe('a function URL at the edges of its life', () => {
  const stub = (invoke: () => Promise<InvokeResult>) => ({ name: 'stub', invoke });

  it('answers 429 when the function is throttled', async (t) => {
    const result: InvokeResult = { kind: 'throttled', message: 'Rate Exceeded.' };
    const server = await startFunctionUrl({ target: stub(async () => result) });
    t.after(() => server.close());
    const response = await fetch(server.url);
    assert.equal(response.status, 429);
    assert.match(await response.text(), /Rate Exceeded\./);
  });

  it('lets a request under way finish on close, and takes no more', async () => {
    const called = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<InvokeResult>();
    const invoke = (): Promise<InvokeResult> => {
      called.resolve();
      return answer.promise;
    };
    const server = await startFunctionUrl({ target: stub(invoke) });
    const response = fetch(server.url);
    await called.promise;
    const closed = server.close(60_000);
    await assert.rejects(fetch(server.url));
    answer.resolve({ kind: 'ok', requestId: 'r', payload: 'late' });
    assert.equal(await (await response).text(), '"late"');
    await closed;
  });

  it('cuts off on close what does not finish in time', async () => {
    const called = Promise.withResolvers<void>();
    const invoke = (): Promise<InvokeResult> => {
      called.resolve();
      return new Promise(() => {});
    };
    const server = await startFunctionUrl({ target: stub(invoke) });
    const response = assert.rejects(fetch(server.url));
    await called.promise;
    await server.close(0);
    await response;
  });

  it('says which port is taken', async (t) => {
    const invoke = async (): Promise<InvokeResult> => ({ kind: 'throttled', message: '' });
    const first = await startFunctionUrl({ target: stub(invoke) });
    t.after(() => first.close());
    await assert.rejects(startFunctionUrl({ target: stub(invoke), port: first.port }), {
      message: new RegExp(
        `^Cannot start the URL of function stub on port ${first.port}: listen EADDRINUSE`,
      ),
    });
  });
});
