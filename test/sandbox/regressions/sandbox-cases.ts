import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubernetesAssets } from '../../../infra/sandbox/control-plane/assets.ts';
import { isApplicable } from '../../support/not-applicable.ts';
import { clusterPlays } from './cluster-plays.ts';
import { copyPlays } from './copy-plays.ts';
import { e2eCases, e2ePlays } from './e2e-plays.ts';
import { type Federation, startFederation } from './federation.ts';
import { fleetPlays } from './fleet-plays.ts';
import { namePlays } from './name-plays.ts';
import { type Plays, regressionCases } from './regression-case.ts';

/** Cases that the sandbox can't play, with the test that does. */
const playedElsewhere: { readonly [name: string]: string } = {
  'load balancer hostname changes its addresses':
    'needs minutes of a resolver: test/scenario/regressions.test.ts',
  'DNS names live in a parent zone':
    'the sandbox has one suffix, its zone: test/unit/dns/regressions.test.ts',
};

const peaceful: Plays = { ...namePlays, ...copyPlays };
const allPlays: Plays = { ...peaceful, ...clusterPlays, ...fleetPlays };

const namesOf = (cases: readonly { readonly name: string }[]) => cases.map(({ name }) => name);

/** Plays every reported case in one federation, whose clusters run on the programs, if any are given. */
export const sandboxCases = (title: string, findAssets?: () => Promise<KubernetesAssets>): void => {
  describe(`a whole federation of ${title}`, () => {
    let federation: Federation | undefined;
    const running = (): Federation => {
      assert.ok(federation);
      return federation;
    };
    before(async () => {
      federation = await startFederation(await findAssets?.());
    });
    after(() => federation?.close());

    it('plays every case, unless another test does', () => {
      const played = [allPlays, playedElsewhere].flatMap(Object.keys);
      assert.deepEqual(played.sort(), namesOf(regressionCases).toSorted());
      const applicable = namesOf(e2eCases).filter((name) => isApplicable('e2e', name));
      assert.deepEqual(Object.keys(e2ePlays).sort(), applicable.sort());
    });

    const playRegressions = (plays: Plays): void => {
      for (const [name, play] of Object.entries(plays)) {
        for (const one of regressionCases.filter((each) => each.name === name))
          it(`regression: ${name}`, () => play(running(), one));
      }
    };

    describe('in which every cluster answers, side by side', { concurrency: true }, () => {
      playRegressions(peaceful);
      for (const { name, given } of e2eCases) {
        const play = e2ePlays[name];
        if (play) it(`end to end: ${name}`, () => play(running(), given));
      }
    });

    describe('in which one cluster or another fails, side by side', { concurrency: true }, () => {
      playRegressions(clusterPlays);
    });

    describe('as a whole, one after another', () => playRegressions(fleetPlays));
  });
};
