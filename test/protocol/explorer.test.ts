import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explore, type Scene, type Step } from './explorer.ts';

/** Two walkers who each read a number and write it back plus one, `rounds` times. */
const openWalkers = async (rounds: number, wrong: (total: number) => boolean): Promise<Scene> => {
  let total = 0;
  const walkers = ['left', 'right'].map((name) => ({ name, left: rounds, read: -1 }));
  const steps = (): readonly Step[] =>
    walkers
      .filter(({ left }) => left > 0)
      .map((walker) => ({
        name: `${walker.name} ${walker.read < 0 ? 'reads' : 'writes'} ${walker.left}`,
        take: async () => {
          if (walker.read < 0) walker.read = total;
          else {
            total = walker.read + 1;
            walker.read = -1;
            walker.left -= 1;
          }
        },
      }));
  return {
    steps,
    state: () => JSON.stringify([total, walkers]),
    broken: () => [],
    end: async () => (wrong(total) ? [`the total is ${total}`] : []),
  };
};

const bound = { executions: 10_000 };

describe('the explorer', () => {
  it('meets every end that there is, and each state once', async () => {
    const totals = new Set<number>();
    const seen = (total: number): boolean => {
      totals.add(total);
      return false;
    };
    const { complete, states, counterexample } = await explore(() => openWalkers(2, seen), bound);
    assert.equal(counterexample, undefined);
    assert.ok(complete);
    assert.deepEqual([...totals].sort(), [2, 3, 4]);
    const once = await explore(() => openWalkers(2, seen), bound);
    assert.equal(once.states, states);
  });

  it('tells the steps that lead to what is wrong, and they lead there again', async () => {
    const open = () => openWalkers(1, (total) => total === 1);
    const { counterexample } = await explore(open, bound);
    assert.deepEqual(counterexample?.words, ['the total is 1']);
    const scene = await open();
    for (const name of counterexample.path.slice(0, -1)) {
      await scene
        .steps()
        .find((step) => step.name === name)
        ?.take();
    }
    assert.deepEqual(await scene.end(), ['the total is 1']);
  });

  it('says so where the bound was reached first', async () => {
    const { complete, executions } = await explore(() => openWalkers(2, () => false), {
      executions: 2,
    });
    assert.deepEqual({ complete, executions }, { complete: false, executions: 2 });
  });

  it('lets a run end before a step that may never happen', async () => {
    const ends: number[] = [];
    const open = async (): Promise<Scene> => {
      let taken = 0;
      const late: Step = {
        name: 'late',
        optional: true,
        take: async () => {
          taken += 1;
        },
      };
      return {
        steps: () => (taken === 0 ? [late] : []),
        state: () => String(taken),
        broken: () => [],
        end: async () => {
          ends.push(taken);
          return [];
        },
      };
    };
    assert.ok((await explore(open, bound)).complete);
    assert.deepEqual(ends, [0, 1]);
  });
});
