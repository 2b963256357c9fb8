/** Loads the handler of a bundle as a runtime would, and prints how long that took; plain JavaScript, as stripping types takes time. */
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const startedMs = performance.now();
const { handler } = await import(pathToFileURL(process.argv[2]).href);
const loadedMs = performance.now();
if (typeof handler !== 'function') throw new Error('Cannot load the bundle: it has no handler');
const { user, system } = process.cpuUsage();
const figures = { loadedMs, importMs: loadedMs - startedMs, cpuMs: (user + system) / 1000 };
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());
