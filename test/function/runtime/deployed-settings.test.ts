import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundleFunctions } from '../../../infra/bundle/bundle.ts';
import { functionLimits } from '../../../infra/function-limits.ts';
import { deployedEnvironments } from '../../support/deployed-environments.ts';
import { auditBatch, functionUrlEvent, logEvent, schedulerEvent } from './lambda-events.ts';
import { createProcessFunction, type ProcessFunction } from './process-function.ts';

/** Of all AWS services: nobody listens there, so that no call leaves the machine. */
const nowhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };

/** Asks for as little as each function can be asked for. */
const events: { readonly [name: string]: unknown } = {
  'audit-webhook': functionUrlEvent({ body: auditBatch(), authorization: 'Bearer nobody' }),
  'audit-logs': logEvent({ messageType: 'CONTROL_MESSAGE', logEvents: [] }),
  'reconcile-service': { Records: [] },
  'publish-zone': { Records: [] },
};

describe('the functions with the environment that the stack sets for the settings of the project', () => {
  let outDir: string;
  const functions = new Map<string, ProcessFunction>();

  before(async () => {
    outDir = await mkdtemp(join(tmpdir(), 'seamark-deployed-'));
    const bundles = await bundleFunctions({ outDir });
    for (const [name, environment] of await deployedEnvironments()) {
      const target = createProcessFunction({
        ...{ name, dir: bundles.find((one) => one.name === name)?.dir ?? '' },
        environment: { ...environment, ...nowhere },
        timeoutSeconds: functionLimits[name].timeoutMs / 1_000,
        memoryMb: functionLimits[name].memoryMb,
        logFile: join(outDir, `${name}.log`),
      });
      functions.set(name, target);
    }
  });
  after(async () => {
    await Promise.all([...functions.values()].map((target) => target.close()));
    await rm(outDir, { recursive: true });
  });

  for (const [name, event] of Object.entries(events)) {
    it(`${name} starts and answers`, async () => {
      const result = await functions.get(name)?.invoke(event);
      assert.equal(result?.kind, 'ok', JSON.stringify(result));
    });
  }

  for (const [name, what, words] of [
    ['resync', 'the table', /Cannot request a pass of resync/],
    ['cluster-health', 'the host on EKS', /EKS|control/],
  ] as const) {
    it(`${name} starts, and says that it can't reach ${what}`, async () => {
      const target = functions.get(name);
      const result = await target?.invoke(schedulerEvent());
      assert.equal(result?.kind, 'error', JSON.stringify(result));
      assert.match(result.payload.errorMessage, words);
      assert.equal(target?.starts(), 1);
    });
  }

  it('are all of them', () => {
    const named = [...Object.keys(events), 'resync', 'cluster-health'];
    assert.deepEqual([...functions.keys()].sort(), named.sort());
  });
});
