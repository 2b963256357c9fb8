import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Bundle, bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { schedulerEvent } from './lambda-events.ts';
import { createProcessFunction } from './process-function.ts';

/** Variables that no function can do without, and some values that are wrong. */
const faults: readonly (readonly [string, readonly string[]])[] = [
  ['audit-webhook', ['SEAMARK_TABLE', 'SEAMARK_SERVICE_QUEUE_URL', 'SEAMARK_WEBHOOK_TOKEN_HASHES']],
  ['audit-logs', ['SEAMARK_TABLE', 'SEAMARK_SERVICE_QUEUE_URL', 'SEAMARK_LOG_GROUPS']],
  [
    'reconcile-service',
    [
      'SEAMARK_TABLE',
      'SEAMARK_SERVICE_QUEUE_URL',
      'SEAMARK_ZONE_QUEUE_URL',
      'SEAMARK_FEDERATION',
      'SEAMARK_HOST_EKS',
      'SEAMARK_DNS_SUFFIX',
      'SEAMARK_DNS_TTL_SECONDS',
    ],
  ],
  ['publish-zone', ['SEAMARK_TABLE', 'SEAMARK_ZONE_QUEUE_URL', 'SEAMARK_ROUTE53_RATE']],
  [
    'resync',
    [
      'SEAMARK_TABLE',
      'SEAMARK_RESYNC_QUEUE_URL',
      'SEAMARK_HOST_EKS',
      'SEAMARK_FEDERATION',
      'SEAMARK_DNS_SUFFIX',
    ],
  ],
  ['cluster-health', ['SEAMARK_TABLE', 'SEAMARK_FEDERATION', 'SEAMARK_PROBE_FAILURES']],
];

const wrong = {
  SEAMARK_DNS_TTL_SECONDS: 'a while',
  SEAMARK_ROUTE53_RATE: '-5',
  SEAMARK_PROBE_FAILURES: '0',
  SEAMARK_LOG_GROUPS: '[',
};

describe('a function whose settings are at fault', () => {
  let outDir: string;
  let bundles: readonly Bundle[];
  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'seamark-settings-'));
    bundles = await bundleFunctions({ outDir });
  });
  after(() => rm(outDir, { recursive: true }));

  it('is each of them', () => {
    assert.deepEqual(bundles.map(({ name }) => name).sort(), faults.map(([name]) => name).sort());
  });

  for (const [name, variables] of faults) {
    it(`${name} tells all faults in its init error, and again the next time`, async (t) => {
      const bundle = bundles.find((one) => one.name === name);
      assert.ok(bundle);
      const target = createProcessFunction({
        ...{ name, dir: bundle.dir, environment: wrong, timeoutSeconds: 10, memoryMb: 256 },
        logFile: join(outDir, `${name}.log`),
      });
      t.after(() => target.close());
      for (const attempt of [1, 2]) {
        const result = await target.invoke(schedulerEvent());
        assert.equal(result.kind, 'error', `attempt ${attempt}`);
        const { errorType, errorMessage } = result.payload;
        assert.equal(errorType, 'Error');
        assert.match(errorMessage, /^Cannot start: the settings have \d+ fault\(s\): /);
        for (const variable of variables)
          assert.match(errorMessage, new RegExp(`\\b${variable}\\b`));
        assert.doesNotMatch(errorMessage, /a while/, 'values are never told');
      }
      assert.equal(target.starts(), 0);
      assert.ok(
        target
          .printed()
          .some((line) => line.includes('Init Error') || line.includes('Cannot start')),
      );
    });
  }
});
