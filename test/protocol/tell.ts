import type { Exploration } from './explorer.ts';

/** An exploration in one line. */
export const tellExploration = (exploration: Exploration): string => {
  const { states, executions, steps, longest, ends, complete, counterexample } = exploration;
  const figures = `${states} states, ${executions} executions, ${steps} steps, ${ends} ends, longest ${longest}`;
  if (counterexample !== undefined) return `BROKEN after ${figures}`;
  return complete ? `complete, ${figures}` : `bound reached, ${figures}`;
};
