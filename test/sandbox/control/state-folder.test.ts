import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type Endpoints,
  readEndpoints,
  takeStateFolder,
  writeEndpointsFile,
} from '../../../infra/sandbox/state-folder.ts';

const endpointsWith = (control: string): Endpoints => ({
  kubernetes: { host: 'http://127.0.0.1:1' },
  dynamodb: 'http://127.0.0.1:2',
  sqs: 'http://127.0.0.1:3',
  route53: 'http://127.0.0.1:4',
  dns: { host: '127.0.0.1', port: 5 },
  webhook: { url: 'http://127.0.0.1:6/', tokens: { host: 't' } },
  control,
  hostedZoneId: 'Z1',
  tableName: 'seamark',
});

const now = (): number => Date.now();
/** No process has it: Linux and macOS stop far below. */
const deadPid = 2 ** 30;

describe('the state folder', () => {
  let parent = '';
  let folder = '';
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'seamark-state-'));
    folder = join(parent, '.sandbox');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  test('holds files that only the owner may read, and leaves nothing', async () => {
    const state = await takeStateFolder(folder, now);
    const file = await state.write('kubeconfig', 'secret');
    assert.equal(await readFile(file, 'utf8'), 'secret');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    await writeEndpointsFile(state, endpointsWith('http://127.0.0.1:7'));
    assert.deepEqual(await readEndpoints(folder), endpointsWith('http://127.0.0.1:7'));
    state.remove();
    assert.equal(existsSync(folder), false);
    assert.equal(await readEndpoints(folder), undefined);
  });

  test('of a sandbox that starts is refused to a second one', async () => {
    const first = await takeStateFolder(folder, now);
    await assert.rejects(takeStateFolder(folder, now), {
      message: `Cannot start a sandbox here: one is already running (process ${process.pid}); stop it with Ctrl-C where it runs, or with kill ${process.pid}`,
    });
    assert.equal(existsSync(folder), true);
    first.remove();
  });

  test('of a sandbox that is up is refused, however long ago it started', async () => {
    const control = createServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
    try {
      const address = control.address();
      assert.ok(typeof address === 'object' && address !== null);
      const first = await takeStateFolder(folder, now);
      await writeEndpointsFile(first, endpointsWith(`http://127.0.0.1:${address.port}`));
      await utimes(join(folder, 'pid'), 0, 0);
      await assert.rejects(takeStateFolder(folder, now), /one is already running/);
      first.remove();
    } finally {
      control.close();
      control.closeAllConnections();
    }
  });

  const leftovers: readonly (readonly [string, () => Promise<void>])[] = [
    ['a process that is gone', () => writeFile(join(folder, 'pid'), `${deadPid}\n`)],
    ['no process at all', () => writeFile(join(folder, 'pid'), '')],
    [
      'another process of that number, since nobody answers',
      async () => {
        await writeFile(join(folder, 'pid'), `${process.pid}\n`);
        const text = JSON.stringify(endpointsWith('http://127.0.0.1:1'));
        await writeFile(join(folder, 'endpoints.json'), text);
      },
    ],
    [
      'another process of that number, since no start takes so long',
      async () => {
        await writeFile(join(folder, 'pid'), `${process.pid}\n`);
        await utimes(join(folder, 'pid'), 0, 0);
      },
    ],
  ];
  for (const [whose, leave] of leftovers)
    test(`is taken over with its leftovers from ${whose}`, async () => {
      await mkdir(folder);
      await writeFile(join(folder, 'old'), '');
      await leave();
      const state = await takeStateFolder(folder, now);
      assert.equal(existsSync(join(folder, 'old')), false);
      assert.equal((await readFile(join(folder, 'pid'), 'utf8')).trim(), String(process.pid));
      state.remove();
    });

  test('that somebody else took over meanwhile is not removed', async () => {
    const state = await takeStateFolder(folder, now);
    await writeFile(join(folder, 'pid'), `${deadPid}\n`);
    state.remove();
    assert.equal(existsSync(folder), true);
  });
});
