import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { KubernetesAssets } from '../../../infra/sandbox/control-plane/assets.ts';
import { createSandbox, type SandboxOptions } from '../../../infra/sandbox/sandbox.ts';
import { readEndpoints } from '../../../infra/sandbox/state-folder.ts';
import { nextSteps } from '../../../infra/sandbox/story/next-steps.ts';
import { runStory } from '../../../infra/sandbox/story/run-story.ts';
import { createTeller } from '../../../infra/sandbox/story/steps.ts';
import { defaultTopology } from '../../../infra/sandbox/topology.ts';
import { createScreen } from '../../../infra/sandbox/view/screen.ts';

const now = (): number => Date.now();

const listens = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Sockets that listen or receive in this process. */
const serverHandles = (): readonly string[] =>
  process
    .getActiveResourcesInfo()
    .filter((resource) => /^(TCPServerWrap|UDPWrap|UDPWRAP|MessagePort)$/.test(resource));

/** A sandbox from its start to its end; its clusters run on the programs, if any are given. */
export const sandboxSuite = (name: string, findAssets?: () => Promise<KubernetesAssets>): void => {
  describe(`a sandbox on ${name}`, () => {
    test('tells the whole story, every name checked by DNS, and leaves nothing behind', async () => {
      const parent = await mkdtemp(join(tmpdir(), 'seamark-sandbox-'));
      const folder = join(parent, '.sandbox');
      const output = new PassThrough();
      const screen = createScreen(output, now);
      const assets = await findAssets?.();
      const options: SandboxOptions = {
        folder,
        ...(assets === undefined ? {} : { assets }),
        topology: defaultTopology,
        now,
        random: Math.random,
        step: screen.step,
      };
      const before = serverHandles();
      try {
        const sandbox = await createSandbox(options);
        const urls = Object.values({
          ...sandbox.endpoints.kubernetes,
          ...{ dynamodb: sandbox.endpoints.dynamodb, sqs: sandbox.endpoints.sqs },
          ...{ route53: sandbox.endpoints.route53, control: sandbox.endpoints.control },
          webhook: sandbox.endpoints.webhook.url,
        });
        try {
          assert.deepEqual(await readEndpoints(folder), sandbox.endpoints);
          assert.deepEqual(Object.keys(sandbox.endpoints.kubernetes), [
            'host',
            'tokyo',
            'oregon',
            'ohio',
          ]);
          assert.deepEqual(
            Object.keys(sandbox.endpoints.webhook.tokens),
            Object.keys(sandbox.endpoints.kubernetes),
          );
          const kubeconfig = join(folder, 'kubeconfig');
          assert.equal(statSync(kubeconfig).mode & 0o777, 0o600);
          assert.equal(parse(await readFile(kubeconfig, 'utf8'))['current-context'], 'host');
          assert.deepEqual(
            await Promise.all(urls.map(listens)),
            urls.map(() => true),
          );
          await assert.rejects(createSandbox(options), /one is already running/);

          const signal = AbortSignal.timeout(240_000);
          await runStory(createTeller(sandbox, { screen, now, signal }), true);
          assert.ok(
            nextSteps(sandbox).some((line) => line.includes(`${sandbox.endpoints.dns.port}`)),
          );
        } catch (error) {
          const trouble = sandbox.functionLog.trouble().join('\n');
          throw new Error(`${String(output.read())}\n${trouble}`, { cause: error });
        } finally {
          await sandbox.close();
          screen.close();
        }
        const story = String(output.read());
        assert.match(story, /ap-northeast-1c {2}-> falls up to ap-northeast-1: no ready endpoints/);
        assert.match(story, /us-east-2a {7}203\.0\.113\.\d+ \(alias\)/);
        assert.doesNotMatch(story, /global .*alias/);
        for (const line of story.split('\n')) assert.ok(line.length <= 80, line);
        assert.equal(existsSync(folder), false);
        assert.deepEqual(
          await Promise.all(urls.map(listens)),
          urls.map(() => false),
        );
        assert.deepEqual(serverHandles(), before);
      } finally {
        await rm(parent, { recursive: true, force: true });
      }
    });
  });
};
