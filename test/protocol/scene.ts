import { createCast } from './cast.ts';
import type { Configuration } from './configuration.ts';
import { whatIsWrong } from './end.ts';
import type { Scene } from './explorer.ts';
import { createGround } from './ground.ts';
import { type Stage, start, stepsOf } from './steps.ts';

/** Opens a run of a configuration, in which nothing has happened. */
export const openScene = async (configuration: Configuration): Promise<Scene> => {
  const ground = createGround(start);
  const none = { deaths: 0, lostAnswers: 0, failures: 0, duplicates: 0, delays: 0, resyncs: 0 };
  const cast = createCast(configuration, ground);
  await configuration.before?.(ground, cast.calmPorts);
  const stage: Stage = {
    configuration,
    ground,
    cast,
    left: { ...none, ...configuration.budget },
    edits: configuration.edits,
    warned: new Set(),
  };
  return {
    steps: () => stepsOf(stage),
    state: () =>
      JSON.stringify([ground.state(), stage.cast.state(), stage.left, stage.edits.length]),
    broken: stage.cast.broken,
    end: () => whatIsWrong(stage),
  };
};
