import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { detectStandIn } from './detect-stand-in.ts';

/** A server that answers one path with 200 and the others with 404; its URL. */
const serve = async (context: TestContext, path: string): Promise<string> => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === path ? 200 : 404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('a stand-in is told', () => {
  const tells = [
    { path: '/moto-api/', standIn: 'moto' },
    { path: '/_localstack/health', standIn: 'localstack' },
    { path: '/', standIn: 'unnamed' },
  ];
  for (const { path, standIn } of tells) {
    it(`by ${path}: ${standIn}`, async (context) => {
      assert.equal(await detectStandIn(await serve(context, path)), standIn);
    });
  }

  it('from AWS, which is refused before anything is asked', async () => {
    for (const host of ['sqs.eu-west-1.amazonaws.com', 'amazonaws.com.cn', 'sqs.eu-west-1.api.aws'])
      await assert.rejects(
        detectStandIn(`https://${host}`),
        /^Error: Cannot test against https:\/\/[^ ]+: the suites sign with made-up credentials/,
      );
  });

  it('from nothing, with what to do', async () => {
    await assert.rejects(detectStandIn('http://127.0.0.1:9'), {
      message:
        'Cannot reach http://127.0.0.1:9: start the stand-in there, or unset AWS_ENDPOINT_URL to run on the embedded ones.',
    });
  });
});
