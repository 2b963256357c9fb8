import type { Ms } from '../../core/model/time.ts';
import type { Flag, Words } from '../command.ts';
import { UsageError } from './usage-error.ts';

const defaultSeconds = 300;

/** The flag that says how long to wait. */
export const timeoutFlag: Flag = {
  name: 'timeout',
  value: 'SECONDS',
  summary: `how long to wait (${defaultSeconds})`,
};

/** How long to wait. Throws `UsageError` for anything but a number of seconds. */
export const timeLimitOf = (words: Words): Ms => {
  const text = words.value(timeoutFlag.name) ?? String(defaultSeconds);
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds > 0) return seconds * 1000;
  throw new UsageError(
    `Cannot use ${JSON.stringify(text.slice(0, 20))} as --timeout: it is a number of seconds`,
  );
};
