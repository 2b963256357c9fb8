import { hash } from 'node:crypto';

/** Something that may happen next. */
export type Step = {
  /** The same in every replay, and no other step's at that point. */
  readonly name: string;
  readonly take: () => Promise<void>;
  /** It may as well never happen: a run may end before it. */
  readonly optional?: boolean;
};

/** A run that stands still until it is told what happens next. */
export type Scene = {
  /** All that may happen now; nothing at the end of the run. */
  readonly steps: () => readonly Step[];
  /** Everything that decides what may follow, as text: two runs in the same state have the same future. */
  readonly state: () => string;
  /** Broken promises so far, in words. */
  readonly broken: () => readonly string[];
  /** Broken promises of a run that ends here. The scene is of no use after that. */
  readonly end: () => Promise<readonly string[]>;
};

/** How a promise was broken. */
export type Counterexample = {
  readonly words: readonly string[];
  /** The names of the steps that lead there. */
  readonly path: readonly string[];
};

/** What an exploration came to. */
export type Exploration = {
  /** Different states that were reached. */
  readonly states: number;
  /** Runs from the beginning. */
  readonly executions: number;
  /** Steps taken in all runs, repeated ones included. */
  readonly steps: number;
  /** Steps of the longest run. */
  readonly longest: number;
  /** Different states in which runs ended. */
  readonly ends: number;
  /** False if the bound was reached first. */
  readonly complete: boolean;
  readonly counterexample?: Counterexample;
};

/** How far to go; the first broken promise ends an exploration in any case. */
export type Bound = {
  readonly executions: number;
  /** Called before each execution; what it throws ends the exploration. */
  readonly between?: () => Promise<void>;
};

type Path = { readonly name: string; readonly before: Path } | undefined;
type Counts = { states: number; executions: number; steps: number; longest: number; ends: number };
type Search = {
  readonly open: () => Promise<Scene>;
  /** Marks of the states that were met. */
  readonly met: Set<string>;
  /** Ways to steps that are still to be tried. */
  readonly untried: Path[];
  readonly counts: Counts;
};

/**
 * Tries every order of steps: each run is taken anew from the beginning, led to a step that nobody has tried (those that come soonest go
 * first), and followed until it ends or meets a state that was met before. Nothing that can happen is left out, but for the bound.
 */
export const explore = async (open: () => Promise<Scene>, bound: Bound): Promise<Exploration> => {
  const counts = { states: 0, executions: 0, steps: 0, longest: 0, ends: 0 };
  const search: Search = { open, met: new Set(), untried: [undefined], counts };
  for (const path of search.untried) {
    if (counts.executions === bound.executions) return { ...counts, complete: false };
    await bound.between?.();
    const counterexample = await run(path, search);
    if (counterexample !== undefined) return { ...counts, complete: false, counterexample };
  }
  return { ...counts, complete: true };
};

/** A run that is longer goes in circles. */
const longestRun = 400;

const run = async (start: Path, search: Search): Promise<Counterexample | undefined> => {
  const { counts } = search;
  counts.executions += 1;
  const scene = await replay(start, search);
  let path = start;
  for (let depth = namesOf(start).length; ; depth += 1) {
    counts.longest = Math.max(counts.longest, depth);
    const words = depth > longestRun ? ['it never comes to rest'] : scene.broken();
    if (words.length > 0) return { words, path: namesOf(path) };
    if (isKnown(scene, search)) return undefined;
    const steps = scene.steps();
    const next = steps[0];
    if (next === undefined || steps.every(({ optional }) => optional === true)) {
      postpone(steps, path, search);
      return await end(scene, path, search);
    }
    postpone(steps.slice(1), path, search);
    path = { name: next.name, before: path };
    counts.steps += 1;
    await next.take();
  }
};

const isKnown = (scene: Scene, { met, counts }: Search): boolean => {
  const mark = hash('sha1', scene.state(), 'base64');
  if (met.has(mark)) return true;
  met.add(mark);
  counts.states += 1;
  return false;
};

const postpone = (steps: readonly Step[], before: Path, { untried }: Search): void => {
  for (const { name } of steps) untried.push({ name, before });
};

const end = async (
  scene: Scene,
  path: Path,
  { counts }: Search,
): Promise<Counterexample | undefined> => {
  counts.ends += 1;
  const words = await scene.end();
  return words.length > 0 ? { words, path: [...namesOf(path), 'the end'] } : undefined;
};

const replay = async (path: Path, { open, counts }: Search): Promise<Scene> => {
  const scene = await open();
  for (const name of namesOf(path)) {
    const step = scene.steps().find((one) => one.name === name);
    if (step === undefined) throw new Error(`Cannot replay the run: "${name}" can't happen now`);
    counts.steps += 1;
    await step.take();
  }
  return scene;
};

const namesOf = (path: Path): readonly string[] => {
  const names: string[] = [];
  for (let at = path; at !== undefined; at = at.before) names.push(at.name);
  return names.reverse();
};
