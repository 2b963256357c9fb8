import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createFunctionLog } from '../../../infra/sandbox/function-log.ts';

describe('the log of the functions', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seamark-log-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('keeps every line in its file', async () => {
    const log = createFunctionLog(folder);
    log.write('resync', '{"level":"INFO","message":"resync"}');
    log.write('resync', 'plain');
    await log.close();
    assert.equal(
      await readFile(join(folder, 'functions.log'), 'utf8'),
      'resync: {"level":"INFO","message":"resync"}\nresync: plain\n',
    );
  });

  test('keeps metrics in a file of their own', async () => {
    const log = createFunctionLog(folder);
    const metrics = '{"_aws":{"Timestamp":1,"CloudWatchMetrics":[]},"PassFailures":1,"Error":1}';
    log.write('resync', metrics);
    log.write('resync', 'plain');
    await log.close();
    assert.equal(await readFile(log.file, 'utf8'), 'resync: plain\n');
    assert.equal(await readFile(log.metricsFile, 'utf8'), `resync: ${metrics}\n`);
    assert.deepEqual(log.trouble(), []);
  });

  test('remembers the newest different complaints, each in short', async () => {
    const log = createFunctionLog(folder);
    const complain = (message: string, at: number) =>
      log.write(
        'resync',
        JSON.stringify({ level: 'ERROR', message: 'failed', error: { message }, at }),
      );
    log.write('resync', '{"level":"INFO","message":"all is well"}');
    complain('Cannot read', 1);
    complain('Cannot write', 2);
    complain('Cannot read', 3);
    log.write('publish-zone', 'Task timed out after 60.00 seconds');
    assert.deepEqual(log.trouble(), [
      'resync: ERROR: failed: Cannot write',
      'resync: ERROR: failed: Cannot read',
      'publish-zone: Task timed out after 60.00 seconds',
    ]);
    for (let number = 0; number < 20; number += 1) complain(`${'x'.repeat(400)} ${number}`, 0);
    complain('last', 4);
    const trouble = log.trouble();
    assert.ok(trouble.length <= 8);
    assert.equal(trouble.at(-1), 'resync: ERROR: failed: last');
    assert.ok(trouble.every((line) => line.length <= 240));
    await log.close();
  });
});
