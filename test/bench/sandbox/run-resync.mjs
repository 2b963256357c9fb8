/** Runs the resync's bundle once, as its schedule does, and prints how long that took and what memory; plain JavaScript, as stripping types takes some. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const limitMs = 300_000;

/** Of this program alone: what Linux calls maxrss begins with what the process held that started it. */
const peakKb = () => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
};

const { handler } = await import(pathToFileURL(process.argv[2]).href);
const begin = performance.now();
await handler(
  {},
  {
    awsRequestId: 'bench',
    functionName: 'resync',
    getRemainingTimeInMillis: () => limitMs - (performance.now() - begin),
  },
);
const seconds = (performance.now() - begin) / 1000;
const peakMb = peakKb() / 1024;
const { user, system } = process.cpuUsage();
const figures = { seconds, peakMb, cpuSeconds: (user + system) / 1e6 };
process.stdout.write(`\n${JSON.stringify(figures)}\n`, () => process.exit());
