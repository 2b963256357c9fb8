import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { noSuchVerb, perform, RefusedRequest, type VerbWords } from './perform.ts';
import type { SandboxControls } from './sandbox-controls.ts';
import { findVerb, type Verb, verbs } from './verbs.ts';

/** The running control API. */
export type ControlServer = { readonly url: string; readonly close: () => Promise<void> };

const maxBodyBytes = 64 * 1024;

type Answer = { readonly status: number; readonly body: unknown };

const readWords = async (request: IncomingMessage): Promise<VerbWords> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // A stream without encoding yields Buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new RefusedRequest('Cannot read the body: it is too long', []);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      // A JSON object has text keys; each value is checked by its verb.
      return body as VerbWords;
  } catch {
    // Falls through to the refusal below, which is what both cases deserve.
  }
  throw new RefusedRequest('Cannot read the body: it must be a JSON object', []);
};

const index = (): Answer => ({
  status: 200,
  body: {
    name: 'seamark sandbox',
    pid: process.pid,
    verbs: verbs.map(({ name, method }) => `${method} /${name}`),
  },
});

const wrongMethod = (verb: Verb): Answer => ({
  status: 405,
  body: { error: `Cannot do ${verb.name} this way: use ${verb.method} /${verb.name}` },
});

const answerTo = async (request: IncomingMessage, controls: SandboxControls): Promise<Answer> => {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = pathname.slice(1);
  if (name === '' && request.method === 'GET') return index();
  const verb = findVerb(name);
  if (!verb) throw noSuchVerb(name);
  if (request.method !== verb.method) return wrongMethod(verb);
  const words = verb.method === 'POST' ? await readWords(request) : {};
  return { status: 200, body: await perform(verb, words, controls) };
};

const failure = (error: unknown): Answer => {
  if (error instanceof RefusedRequest)
    return {
      status: error.message.includes('no such verb') ? 404 : 400,
      body: { error: error.message, choices: error.choices },
    };
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: { error: message } };
};

const exchange = async (
  request: IncomingMessage,
  response: ServerResponse,
  controls: SandboxControls,
): Promise<void> => {
  const { status, body } = await answerTo(request, controls).catch(failure);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(`${JSON.stringify(body, undefined, 2)}\n`);
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** Starts the control API on loopback: `GET /` lists the calls, each verb is one (docs/sandbox.md). */
export const startControl = async (
  port: number,
  controls: SandboxControls,
): Promise<ControlServer> => {
  const server = createServer((request, response) => void exchange(request, response, controls));
  const actual = await listen(server, port);
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
