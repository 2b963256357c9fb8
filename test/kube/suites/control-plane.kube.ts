import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type ControlPlanes,
  startControlPlanes,
} from '../../../infra/sandbox/control-plane/control-planes.ts';
import { httpsStatus } from '../../../infra/sandbox/control-plane/https-status.ts';
import type { KubernetesServer } from '../../../infra/sandbox/kubernetes/server.ts';
import { startPlainFront } from '../plain-front.ts';
import { givenAssets } from '../real-clusters.ts';

const run = promisify(execFile);
const script = resolve(import.meta.dirname, '../../../infra/sandbox/start.ts');
const token = 'operator-token';

/** Command lines of the programs that were started for the folder. */
const programsOf = async (folder: string): Promise<readonly string[]> => {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'args'], { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(folder) && /\b(etcd|kube-[a-z-]+) --/.test(line));
};

const awaitNone = async (folder: string): Promise<void> => {
  const until = performance.now() + 10_000;
  for (;;) {
    const left = await programsOf(folder);
    if (left.length === 0) return;
    if (performance.now() > until) assert.deepEqual(left, []);
    await pause(50);
  }
};

/** What one object of the server is answered with. */
const statusOf = ({ url, ca = '' }: KubernetesServer, name: string): Promise<number | undefined> =>
  httpsStatus(`${url}/api/v1/namespaces/${name}`, { ca, token, limitMs: 5_000 });

describe('a control plane of real programs', () => {
  let folder = '';
  let planes: ControlPlanes | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-plane-'));
  });
  afterEach(async () => {
    await planes?.close();
    planes = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async (signal?: AbortSignal): Promise<ControlPlanes> => {
    planes = await startControlPlanes({
      assets: await givenAssets(),
      folder,
      now: Date.now,
      ...(signal ? { signal } : {}),
    });
    return planes;
  };
  const users = { [token]: 'operator' };
  const groups = { operator: ['system:masters'] };

  test('leaves no process once it is closed', async () => {
    const { start, close } = await begin();
    await Promise.all(['tokyo', 'oregon'].map((name) => start({ name, users, groups })));
    assert.ok((await programsOf(folder)).length >= 3);
    await close();
    await awaitNone(folder);
  });

  test('answers nobody while it is suspended, and holds what it held afterwards', async () => {
    const { start } = await begin();
    const server = await start({ name: 'tokyo', users, groups });
    const front = await startPlainFront(server.url, { ca: server.ca ?? '', token });
    const created = await fetch(`${front.url}/api/v1/namespaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'shop' } }),
    });
    await front.close();
    assert.equal(created.status, 201);
    await server.suspend();
    assert.equal(await statusOf(server, 'shop'), undefined);
    await server.resume();
    assert.equal(await statusOf(server, 'shop'), 200);
  });

  test('refuses a port that is taken, and says that it is', async () => {
    const holder = createServer();
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      const { start } = await begin();
      await assert.rejects(start({ name: 'tokyo', port, users, groups }), {
        code: 'EADDRINUSE',
        message: /^Cannot start kube-apiserver of tokyo: it ended; its last lines are:\n/,
      });
    } finally {
      holder.close();
    }
  });

  test('that is no longer wanted while it starts leaves nothing running', async () => {
    const unwanted = new AbortController();
    const { start, close } = await begin(unwanted.signal);
    const starting = start({ name: 'tokyo', users, groups });
    setTimeout(() => unwanted.abort(new Error('enough')), 300);
    await assert.rejects(starting, { message: 'enough' });
    await close();
    await awaitNone(folder);
  });
});

describe('npm start on real programs', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-start-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (...words: readonly string[]) => {
    const child = spawn(process.execPath, [script, ...words], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const hear = (part: Buffer): void => {
      said += part.toString();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const ended = once(child, 'exit');
    const heard = async (words: string): Promise<void> => {
      while (!said.includes(words)) {
        if (child.exitCode !== null || child.signalCode !== null) assert.fail(said);
        await pause(50);
      }
    };
    return { child, ended, heard, said: () => said };
  };

  test('--once tells the whole story, and leaves nothing', async () => {
    const { ended, said } = start('--once');
    const [code] = await ended;
    assert.equal(code, 0, said());
    assert.match(said(), /✓ kubernetes +host, tokyo, oregon, ohio \(kube-apiserver\)/);
    await awaitNone(folder);
    assert.deepEqual(await readdir(folder), []);
  });

  test('Ctrl-C ends every program, and leaves no file', async () => {
    const { child, ended, heard } = start();
    await heard('✓ kubernetes');
    assert.ok((await programsOf(folder)).length >= 5);
    child.kill('SIGINT');
    const [code] = await ended;
    assert.equal(code, 0);
    await awaitNone(folder);
    assert.deepEqual(await readdir(folder), []);
  });

  test('no program outlives a sandbox that is killed', async () => {
    const { child, ended, heard } = start();
    await heard('✓ kubernetes');
    child.kill('SIGKILL');
    await ended;
    await awaitNone(folder);
  });
});
