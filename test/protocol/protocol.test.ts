import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quickConfigurations, withoutAssumption } from './configurations.ts';
import { explore } from './explorer.ts';
import { sabotages } from './sabotage.ts';
import { openScene } from './scene.ts';
import { tellExploration } from './tell.ts';

const enough = { executions: 20_000 };

describe('the queue and ledger protocol, in every order of steps', () => {
  for (const configuration of quickConfigurations) {
    it(configuration.name, async (test) => {
      const exploration = await explore(() => openScene(configuration), enough);
      test.diagnostic(tellExploration(exploration));
      assert.equal(exploration.counterexample, undefined);
      assert.ok(exploration.complete, 'the bound was reached first');
      assert.ok(exploration.ends > 1, 'only one end was reached');
    });
  }
});

describe('what is broken on purpose is found', () => {
  for (const sabotage of sabotages) {
    it(sabotage.name, async (test) => {
      const exploration = await explore(() => openScene(sabotage), enough);
      test.diagnostic(tellExploration(exploration));
      assert.match(exploration.counterexample?.words.join('\n') ?? 'nothing', sabotage.shows);
    });
  }

  it('a batch that reaches Route 53 after the lease of its publisher, which the protocol takes to be impossible', async (test) => {
    const exploration = await explore(() => openScene(withoutAssumption), enough);
    test.diagnostic(tellExploration(exploration));
    const { words = [], path = [] } = exploration.counterexample ?? {};
    assert.match(words.join('\n'), /missing: web\.seamark\.example A 192\.0\.2\.1/);
    assert.ok(path.some((step) => /recordStore\.change arrives late/.test(step)));
  });
});
