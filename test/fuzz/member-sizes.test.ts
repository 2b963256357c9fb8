import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { functionLimits, queueLimits } from '../../infra/function-limits.ts';

const run = promisify(execFile);

/** Heap that the passes get; the function has more than twice that. */
const heapMb = 200;

/** Time that a pass gives a member here; ten passes share it. */
const limitMs = 6_000;

const servers: ReturnType<typeof createServer>[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** A member's API that answers every list with a page of that size and a place to go on at, for ever. */
const startMember = async (page: (at: number) => string): Promise<string> => {
  let at = 0;
  const server = createServer((_request, response) => {
    at += 1;
    response.setHeader('content-type', 'application/json');
    response.end(page(at));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
};

/** Reads a member as a batch of passes does, all at once, in a process of its own; what they came to, and the peak of its memory in MB. */
const readAtOnce = async (url: string) => {
  const program = `
    import { createMemberClusters } from './lib/adapters/kubernetes/member-clusters.ts';
    import { createApiClient } from './lib/adapters/kubernetes/api-client.ts';
    const client = createApiClient({ label: 'cluster tokyo', server: new URL('${url}'), tls: {} });
    const members = createMemberClusters({ clientOf: () => client, close: () => undefined });
    const signal = AbortSignal.timeout(${limitMs});
    const passes = Array.from({ length: ${queueLimits.services.batchSize} }, async (_, at) => {
      const key = { namespace: 'shop', name: 'web' + at };
      return await members.countReadyEndpoints({ name: 'tokyo' }, key, signal);
    });
    const results = await Promise.allSettled(passes);
    const kinds = results.map(({ reason }) => reason?.kind ?? 'read');
    console.log(JSON.stringify({ kinds, peakMb: process.resourceUsage().maxRSS / 1024 }));
    process.exit(0);`;
  const { stdout } = await run(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, '--input-type=module', '-e', program],
    { cwd: new URL('../..', import.meta.url).pathname, timeout: 60_000 },
  );
  return JSON.parse(stdout) as { readonly kinds: readonly string[]; readonly peakMb: number };
};

const megabyte = 1024 * 1024;

const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));

const pageOf = (items: string): string => `{"metadata":{"continue":"again"},"items":[${items}]}`;

const junk = pageOf(`{"metadata":{},"endpoints":[],"x":[${fill('{},', 3.9 * megabyte)}0]}`);
const many = pageOf(`${fill('{},', 3.9 * megabyte)}{}`);
const large = pageOf(`{"metadata":{},"endpoints":[],"x":[${fill('{},', 7.9 * megabyte)}0]}`);

// Made before: the server shall answer faster than its answers are read.
const addresses = Array.from({ length: 12 }, (_, page) => {
  const all = Array.from({ length: (3.5 * megabyte) / 18 }, (__, at) =>
    `"${page}-${at}"`.padEnd(15),
  );
  return pageOf(`{"endpoints":[{"addresses":[${all.join(',')}]}]}`);
});

const cases: readonly (readonly [string, (at: number) => string])[] = [
  ['objects that nobody asked for', () => junk],
  ['more items than were asked for', () => many],
  ['more than is read of an answer', () => large],
  ['ever new addresses', (at) => addresses[at % addresses.length] ?? ''],
];

describe('a batch of passes over a member that answers pages without end fits into the memory of the function', () => {
  for (const [title, page] of cases) {
    it(title, async () => {
      const { kinds, peakMb } = await readAtOnce(await startMember(page));
      assert.ok(!kinds.includes('read'), kinds.join());
      assert.ok(peakMb < functionLimits['reconcile-service'].memoryMb, `${peakMb} MB`);
    });
  }
});
