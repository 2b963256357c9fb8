/**
 * The value of a JSON text; undefined if it is none, or if it has more than `mostMarks` commas and opening brackets. A value takes some
 * fifty bytes a mark, so that a text of nothing else would take far more memory than a text of events.
 */
export const parseJson = (text: string, mostMarks: number): unknown => {
  if (hasMoreMarks(text, mostMarks)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const marks: ReadonlySet<number> = new Set(Array.from(',[{', (mark) => mark.charCodeAt(0)));

const hasMoreMarks = (text: string, most: number): boolean => {
  if (text.length <= most) return false;
  let left = most;
  for (let at = 0; at < text.length && left >= 0; at += 1) {
    if (marks.has(text.charCodeAt(at))) left -= 1;
  }
  return left < 0;
};
