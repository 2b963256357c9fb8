/** A key of a JSON text that can't be meant: it stands twice in its object, or has a meaning of its own in JavaScript. */
export type KeyFault = {
  /** Keys and indexes that lead to it. */
  readonly path: readonly (string | number)[];
  readonly message: string;
};

type Frame =
  | { readonly kind: 'object'; readonly seen: Set<string>; key: string; awaitsKey: boolean }
  | { readonly kind: 'array'; index: number };

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

/** Names that every object has by itself: as keys they would be lost without a word. */
const taken = ['__proto__', 'constructor', 'prototype'];

/** A text with more faults than that is no settings file. */
const mostFaults = 100;

/**
 * The keys that `JSON.parse` would drop or overwrite in silence. The text must be JSON; however deep it nests, this takes no more stack.
 */
export const faultyKeys = (text: string): readonly KeyFault[] => {
  const stack: Frame[] = [];
  const faults: KeyFault[] = [];
  for (const [word] of text.matchAll(token)) {
    const top = stack.at(-1);
    if (faults.length >= mostFaults) break;
    if (word.startsWith('"')) faults.push(...keyFaults(word, top, stack));
    else step(word, top, stack);
  }
  return faults;
};

const step = (word: string, top: Frame | undefined, stack: Frame[]): void => {
  if (word === '{') stack.push({ kind: 'object', seen: new Set(), key: '', awaitsKey: true });
  else if (word === '[') stack.push({ kind: 'array', index: 0 });
  else if (word === '}' || word === ']') stack.pop();
  else if (top?.kind === 'object') top.awaitsKey = word === ',';
  else if (top !== undefined) top.index += 1;
};

const keyFaults = (
  word: string,
  top: Frame | undefined,
  stack: readonly Frame[],
): readonly KeyFault[] => {
  if (top?.kind !== 'object' || !top.awaitsKey) return [];
  // A JSON string, so that it parses to a string.
  const key = JSON.parse(word) as string;
  top.key = key;
  const twice = top.seen.has(key);
  top.seen.add(key);
  if (taken.includes(key)) {
    return [{ path: pathOf(stack), message: 'is a name that cannot be used' }];
  }
  return twice ? [{ path: pathOf(stack), message: 'stands there twice' }] : [];
};

const pathOf = (stack: readonly Frame[]): KeyFault['path'] =>
  stack.map((frame) => (frame.kind === 'object' ? frame.key : frame.index));
