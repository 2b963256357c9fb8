/** Longest name that somebody can have meant to type. */
const longest = 64;

/** The name among others that a mistyped one most likely means, if one is near enough. */
export const nearName = (wrong: string, names: readonly string[]): string | undefined => {
  if (wrong.length > longest) return undefined;
  const [near] = names
    .map((name) => ({ name, edits: edits(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits: count }) => count <= Math.max(1, Math.floor(wrong.length / 3)))
    .sort((one, other) => one.edits - other.edits);
  return near?.name;
};

/** Letters to insert, remove or replace on the way from one word to another (Levenshtein). */
const edits = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
