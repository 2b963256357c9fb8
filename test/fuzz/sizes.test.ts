import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { functionLimits } from '../../infra/function-limits.ts';

const run = promisify(execFile);
const megabyte = 1024 * 1024;

const decodeLogs = `
  import { gzipSync } from 'node:zlib';
  import { decodeLogSubscription } from './lib/adapters/audit/decode-log-subscription.ts';
  const answer = await decodeLogSubscription(gzipSync(text).toString('base64'));`;
const decodeBody = `
  import { decodeAuditEvents } from './lib/adapters/audit/decode-audit-events.ts';
  const answer = decodeAuditEvents(text);`;

/** Runs a decoder over a text in a process of its own, whose memory is what was never given back; in MB. */
const peakOf = async (decoder: string, text: string): Promise<number> => {
  const program = `
    const fill = (part, size) => part.repeat(Math.floor(size / part.length));
    const text = ${text};
    ${decoder}
    if (typeof answer !== 'object') throw new Error('no answer');
    console.log(process.resourceUsage().maxRSS);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url).pathname,
  });
  return Number(stdout) / 1024;
};

const list = `'{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":['`;

describe('a body of 6 MB fits into the memory of the function', () => {
  const size = 6 * megabyte;
  for (const [title, text] of [
    ['empty objects', `${list} + fill('{},', ${size}) + '0]}'`],
    ['lists in lists', `fill('[', ${size / 2}) + fill(']', ${size / 2})`],
    ['one text', `${list} + '"' + fill('\\u00e9', ${size}) + '"]}'`],
  ] as const) {
    it(title, async () => {
      const peakMb = await peakOf(decodeBody, text);
      assert.ok(peakMb > 40 && peakMb < functionLimits['audit-webhook'].memoryMb, `${peakMb} MB`);
    });
  }
});

describe('a small payload that unpacks to a large one fits into the memory of the function', () => {
  for (const [title, text] of [
    ['64 MB of nothing', `fill('\\0', ${70 * megabyte})`],
    ['lists in lists', `fill('[', ${63 * megabyte})`],
    [
      'empty objects',
      `'{"messageType":"DATA_MESSAGE","logEvents":[' + fill('{},', ${60 * megabyte}) + '0]}'`,
    ],
  ] as const) {
    it(title, async () => {
      const peakMb = await peakOf(decodeLogs, text);
      assert.ok(peakMb > 40 && peakMb < functionLimits['audit-logs'].memoryMb, `${peakMb} MB`);
    });
  }
});
