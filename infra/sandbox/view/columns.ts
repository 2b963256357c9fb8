/** Lays rows out in columns, two spaces apart; the last column is not padded. */
export const columns = (rows: readonly (readonly string[])[], indent = ''): readonly string[] => {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    `${indent}${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
};

/** Breaks words into lines of at most `width` characters; a longer word stands alone. */
export const wrap = (words: readonly string[], width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
