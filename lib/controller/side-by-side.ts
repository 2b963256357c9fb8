/** Works on many things at once, at most `limit` of them at a time; the results come in the order of the things. */
export const sideBySide = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly PromiseSettledResult<Result>[]> => {
  const results = new Map<number, PromiseSettledResult<Result>>();
  const waiting = items.entries();
  const run = async (): Promise<void> => {
    // All runners take from the same iterator.
    for (const [at, item] of waiting) {
      const [result] = await Promise.allSettled([work(item)]);
      results.set(at, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return items.flatMap((_, at) => results.get(at) ?? []);
};
