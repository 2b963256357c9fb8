import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';

const script = resolve(import.meta.dirname, '../../../infra/sandbox/start.ts');

/**
 * Takes the fourth port of a row of ten, which the documented order gives to Route 53. The rows are below the ports that
 * systems deal out by themselves, so that the other nine are free.
 */
const holdRoute53Port = async (): Promise<{ readonly base: number; readonly holder: Server }> => {
  for (let base = 20_000; base < 32_000; base += 10) {
    const holder = createServer();
    holder.listen(base + 3, '127.0.0.1');
    const held = await once(holder, 'listening').catch(() => undefined);
    if (held) return { base, holder };
  }
  return assert.fail('every row of ports is taken');
};

describe('npm start', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-start-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (...words: readonly string[]) => {
    const child = spawn(process.execPath, [script, ...words], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', KUBEBUILDER_ASSETS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    return {
      child,
      result: async () => {
        const [out, err, [code]] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          ended,
        ]);
        return { out, err, code };
      },
    };
  };

  test('--help tells what it does', async () => {
    const { out, err, code } = await start('--help').result();
    assert.equal(code, 0);
    assert.equal(err, '');
    assert.match(out, /^Usage: npm start -- /);
  });

  test('a flag that does not exist ends it with those that do', async () => {
    const { err, code } = await start('--onec').result();
    assert.equal(code, 2);
    assert.match(err, /Unknown option '--onec'\nFlags are: --once, /);
  });

  test('a file of clusters that is wrong ends it before anything starts', async () => {
    await writeFile(join(folder, 'clusters.json'), '{"members":[]}');
    for (const [file, fault] of [
      ['clusters.json', /members must describe at least one cluster/],
      ['other.json', /Cannot read the clusters in other\.json: ENOENT/],
    ] as const) {
      const { err, code } = await start('--clusters', file).result();
      assert.equal(code, 1);
      assert.match(err, fault);
    }
    assert.deepEqual(await readdir(folder), ['clusters.json']);
  });

  test('a port that is taken ends it, naming the server that wanted it', async () => {
    const { base, holder } = await holdRoute53Port();
    try {
      const { err, code } = await start('--port-base', String(base)).result();
      assert.equal(code, 1);
      assert.match(err, new RegExp(`Cannot start route53 on port ${base + 3}: the port is taken`));
      assert.equal(existsSync(join(folder, '.sandbox')), false);
    } finally {
      holder.close();
    }
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    test(`${signal} ends it within seconds, even while it starts, and leaves no file`, async () => {
      const { child, result } = start();
      const ended = result();
      await once(child.stdout, 'readable');
      const sentAt = performance.now();
      child.kill(signal);
      const { err, code } = await ended;
      const tookMs = performance.now() - sentAt;
      assert.deepEqual({ code, err }, { code: 0, err: '' });
      assert.ok(tookMs < 10_000, `${tookMs} ms`);
      assert.deepEqual(await readdir(folder), []);
    });
});
