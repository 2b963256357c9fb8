/** Some values, unique and sorted, and how many had no room. */
export type Turns = { readonly taken: readonly string[]; readonly left: number };

/**
 * At most `limit` values: the lists take turns, each giving its smallest value that is not yet taken, so that none goes empty while
 * another has two. The same lists always give the same values (case R32).
 */
export const takeTurns = (lists: readonly (readonly string[])[], limit: number): Turns => {
  const [only = [], ...others] = lists.filter((list) => list.length > 0);
  if (others.length === 0 && only.length < 2 && only.length <= limit)
    return { taken: only, left: 0 };
  const all = new Set(lists.flat());
  if (all.size <= limit) return { taken: [...all].sort(), left: 0 };
  const queues = lists.map((list) => [...new Set(list)].sort());
  const taken = new Set<string>();
  for (let round = 0; taken.size < limit; round += 1) {
    for (const queue of queues) {
      const value = queue[round];
      if (value !== undefined && taken.size < limit) taken.add(value);
    }
  }
  return { taken: [...taken].sort(), left: all.size - taken.size };
};
