import type { Script } from './script.ts';

/** A script as a person reads it: one line for each deed and each fault, in the order of time. */
export const tellScript = ({ windows, deeds, ...rest }: Script): string => {
  const lines = [
    ...windows.map(({ from, ...window }) => ({ at: from, ...window, until: clock(window.until) })),
    ...deeds,
  ].sort((left, right) => left.at - right.at);
  return [
    JSON.stringify(rest),
    ...lines.map(({ at, ...what }) => `${clock(at)}  ${JSON.stringify(what)}`),
  ].join('\n');
};

/** `h:mm:ss.mmm` from the start of the run. */
const clock = (ms: number): string => {
  const part = (unit: number, of: number, width: number): string =>
    String(Math.floor(ms / unit) % of).padStart(width, '0');
  return `${part(3_600_000, 24, 1)}:${part(60_000, 60, 2)}:${part(1_000, 60, 2)}.${part(1, 1_000, 3)}`;
};
