/** Each distinct text once, in plain order. */
export const distinctTexts = (texts: readonly string[]): readonly string[] =>
  // Most lists in a plan have one text or none.
  texts.length < 2 ? texts : [...new Set(texts)].sort();

/** Each distinct text of several lists once, in plain order. */
export const unionOf = (lists: readonly (readonly string[])[]): readonly string[] => {
  const filled = lists.filter((list) => list.length > 0);
  return distinctTexts(filled.length > 1 ? filled.flat() : (filled[0] ?? []));
};
