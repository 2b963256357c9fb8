import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aService, planSettings } from '../support/builders/service.ts';
import { readVectors } from '../support/read-vectors.ts';
import { createWorld, recordLines, runUntilQuiet, web } from './world.ts';

type Given = {
  readonly shards?: readonly {
    readonly items: readonly { readonly hostname: string }[];
  }[];
  readonly lookupOverTime?: readonly {
    readonly atSeconds: number;
    readonly addresses: readonly string[];
  }[];
};

type Expect = {
  readonly aRecordValuesAtSeconds?: { readonly [seconds: string]: readonly string[] };
};

const caseNamed = (name: string) => {
  const found = readVectors<Given, Expect>('regressions').find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

describe('situations that users reported, beyond the sandbox', () => {
  it('W9: load balancer hostname changes its addresses', async () => {
    const { given, expect } = caseNamed('load balancer hostname changes its addresses');
    const hostname = given.shards?.[0]?.items[0]?.hostname ?? '';
    const startedAt: { ms?: number } = {};
    const world = createWorld({
      settings: { ...planSettings, dns: { ...planSettings.dns, hostNames: 'resolve' } },
      resolve: async (name) => {
        assert.equal(name, hostname);
        const seconds = (world.clock.now() - (startedAt.ms ?? world.clock.now())) / 1_000;
        const known = given.lookupOverTime?.filter(({ atSeconds }) => atSeconds <= seconds) ?? [];
        return { addresses: known.at(-1)?.addresses ?? [], ttlSeconds: 60 };
      },
    });
    const { host, join, member } = world.kubernetes.world;
    join('tokyo', { region: 'ap-northeast-1', zones: ['ap-northeast-1a'] });
    host.put({ ...aService(), finalizers: [] });
    await world.ask(0);
    await runUntilQuiet(world, { withinMs: 5_000 });
    member('tokyo').setIngress(web, [{ hostname }]);
    member('tokyo').setEndpoints(web, 1);
    await world.ask(0);
    startedAt.ms = world.clock.now();
    for (const [seconds, values] of Object.entries(expect.aRecordValuesAtSeconds ?? {})) {
      const until = startedAt.ms + Number(seconds) * 1_000;
      await runUntilQuiet(world, { withinMs: until - world.clock.now() });
      const global = recordLines(world).find((line) =>
        line.startsWith('web.shop.demo.svc.seamark'),
      );
      assert.equal(global, `web.shop.demo.svc.seamark.example A ${values.join()}`);
    }
  });
});
