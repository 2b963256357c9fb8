import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLease } from '../../lib/controller/with-lease.ts';
import { serviceWork } from '../../lib/core/model/work-key.ts';
import { isApplicable } from '../support/not-applicable.ts';
import { readVectors, wanted } from '../support/read-vectors.ts';
import { lifeCycle, runStage } from './life-cycle.ts';
import { createWorld, joinTwo, web } from './world.ts';

const topic = 'controller-manager';
const [create] = lifeCycle;
assert.ok(create);

type Given = { readonly dnsProvider?: string; readonly replicas?: number };
type Expect = {
  readonly processExits?: boolean;
  readonly serviceControllerRuns?: boolean;
  readonly dnsControllerReportsError?: boolean;
  readonly activeReplicas?: number;
};

/** W19: what DNS is set to does not stop the copies, and is told. */
const withBadDns = async (): Promise<Expect> => {
  const zone = () => ({ kind: 'unknown', message: 'Cannot find the hosted zone' }) as const;
  const world = createWorld({ zone });
  joinTwo(world);
  await runStage(world, create);
  const conditions = world.kubernetes.world.host.get(web)?.conditions ?? [];
  const dns = conditions.find(({ type }) => type === 'DNSInSync');
  return {
    processExits: world.telemetry.lines().some(({ level }) => level === 'error'),
    serviceControllerRuns: world.kubernetes.world.member('tokyo').get(web) !== undefined,
    dnsControllerReportsError: dns?.status === 'False' && dns.message.includes('hosted zone'),
  };
};

/** W44: as many invocations as there are replicas come for one key; a lease lets one work. */
const withReplicas = async (replicas: number): Promise<Expect> => {
  const world = createWorld();
  const key = serviceWork(web);
  await world.ask(0);
  let activeReplicas = 0;
  const passes = Array.from({ length: replicas }, (_, index) =>
    withLease(
      key,
      async () => {
        activeReplicas += 1;
        await world.clock.sleep(1_000);
        return { kind: 'done' };
      },
      world.context(`replica-${index}`),
    ),
  );
  for (let turn = 0; turn < 10; turn += 1) await world.clock.advance(500);
  const results = (await Promise.all(passes)).map(({ result }) => result);
  assert.deepEqual(
    results.filter((result) => result !== 'held'),
    ['done'],
  );
  return { activeReplicas };
};

describe('what a controller manager answered for: vectors', () => {
  const cases = readVectors<Given, Expect>(topic).filter(({ name }) => isApplicable(topic, name));
  for (const one of cases) {
    it(one.name, async () => {
      const { replicas } = one.given;
      const seen = replicas === undefined ? await withBadDns() : await withReplicas(replicas);
      assert.deepEqual(seen, wanted(one));
    });
  }
});
