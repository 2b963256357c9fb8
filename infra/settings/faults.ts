/** Something in the settings file that can't be meant. */
export type Fault = {
  /** True where there is nothing that can be looked into: it is not there, or of another form. */
  readonly isClosed?: boolean;
  /** Where it stands, such as `eksClusters[1].roleArn`. */
  readonly place: string;
  /** Completes the sentence that `place` begins; never quotes a value. */
  readonly message: string;
};

/** More than anybody mends at once. */
const mostFaults = 50;

/** Settings nest less deeply than that. */
const mostSteps = 8;

/** A fault at a place that is written as such places are. */
export const faultAt = (place: string, message: string): Fault => ({ place, message });

/** A fault at the end of keys and indexes, which are the file's own words. */
export const faultOnPath = (path: readonly unknown[], message: string): Fault => {
  const [first, ...rest] = path;
  if (first === undefined) return { place: 'the file', message };
  const steps = rest.slice(0, mostSteps).map(stepText);
  const more = rest.length > mostSteps ? '...' : '';
  return { place: `${keyText(first)}${steps.join('')}${more}`, message };
};

/** One error for all faults. */
export const faultsError = (file: string, faults: readonly Fault[]): Error => {
  const lines = faults.slice(0, mostFaults).map(({ place, message }) => `\n- ${place} ${message}`);
  const more = faults.length - lines.length;
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return new Error(
    `Cannot use settings ${file}: ${count}${lines.join('')}${more > 0 ? `\n- and ${more} more` : ''}`,
  );
};

const plainKey = /^[$\w][-\w]{0,63}$/;

/** Odd keys are quoted, escaped and cut short, so that nothing in them reaches a terminal. */
const keyText = (key: unknown): string => {
  const text = String(key);
  if (plainKey.test(text)) return text;
  const quoted = JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}...` : text);
  return quoted.replace(/[^ -~]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
};

const stepText = (key: unknown): string => {
  if (typeof key === 'number') return `[${key}]`;
  const text = keyText(key);
  return text.startsWith('"') ? `[${text}]` : `.${text}`;
};
