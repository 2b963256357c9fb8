const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const YEAR = 365 * DAY;

type Step = {
  /** The step serves ages below this many seconds. */
  readonly belowSeconds: number;
  readonly unit: readonly [seconds: number, sign: string];
  /** A second, finer unit, left out when it is zero. */
  readonly finer?: readonly [seconds: number, sign: string];
};

const STEPS: readonly Step[] = [
  { belowSeconds: 2 * MINUTE, unit: [1, 's'] },
  { belowSeconds: 10 * MINUTE, unit: [MINUTE, 'm'], finer: [1, 's'] },
  { belowSeconds: 3 * HOUR, unit: [MINUTE, 'm'] },
  { belowSeconds: 8 * HOUR, unit: [HOUR, 'h'], finer: [MINUTE, 'm'] },
  { belowSeconds: 2 * DAY, unit: [HOUR, 'h'] },
  { belowSeconds: 8 * DAY, unit: [DAY, 'd'], finer: [HOUR, 'h'] },
  { belowSeconds: 2 * YEAR, unit: [DAY, 'd'] },
  { belowSeconds: 8 * YEAR, unit: [YEAR, 'y'], finer: [DAY, 'd'] },
  { belowSeconds: Number.POSITIVE_INFINITY, unit: [YEAR, 'y'] },
];

/** An age as kubectl shows it: `5s`, `3m12s`, `2d4h`. Source: `duration.HumanDuration` of apimachinery. */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / 1_000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  const step = STEPS.find(({ belowSeconds }) => seconds < belowSeconds);
  if (step === undefined) return '<invalid>';
  const [size, sign] = step.unit;
  const whole = `${Math.floor(seconds / size)}${sign}`;
  if (step.finer === undefined) return whole;
  const rest = Math.floor((seconds % size) / step.finer[0]);
  return rest === 0 ? whole : `${whole}${rest}${step.finer[1]}`;
}

/** The age of a moment in RFC 3339 form, `<unknown>` if there is none. */
export function ageOf(timestamp: unknown, now: number): string {
  const moment = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(moment) ? '<unknown>' : humanDuration(now - moment);
}
