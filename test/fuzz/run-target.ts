import fc from 'fast-check';
import type { FuzzTarget } from './target.ts';

/** Names of what every object inherits. */
const inherited = (): string =>
  [Object.prototype, Array.prototype, Function.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).map(String).sort().join())
    .join('\n');

/**
 * Tries a target with so many cases of one seed. Returns why it failed, with the case as small as it could be made and how to run it
 * again, or undefined.
 */
export const runTarget = async (
  { name, property }: FuzzTarget,
  seed: number,
  numRuns: number,
): Promise<string | undefined> => {
  const before = inherited();
  const details = await fc.check(property as fc.IAsyncProperty<unknown>, { seed, numRuns }); // it takes either sort
  if (inherited() !== before) return `${name}: seed ${seed} changed what every object inherits`;
  return details.failed
    ? `${name}: npm run fuzz -- --seed ${seed} --only '${name}'\n${fc.defaultReportMessage(details) ?? ''}`
    : undefined;
};
