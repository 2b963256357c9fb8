import type { SweepState } from '../model/sweep-state.ts';
import type { EpochMs, Ms } from '../model/time.ts';

/** A sweep that began this long ago and has not ended may have lost its message. */
const stalledMs: Ms = 900_000;

/** A sweep that began longer ago starts over: what it compared is too old. */
const staleMs: Ms = 21_600_000;

/** True if somebody should ask for a sweep. `everyMs` of 0 means never. */
export const isSweepDue = (latest: SweepState | undefined, now: EpochMs, everyMs: Ms): boolean => {
  if (everyMs === 0) return false;
  if (latest === undefined) return true;
  return now - latest.beganAt >= (latest.endedAt === undefined ? stalledMs : everyMs);
};

/** The sweep that a pass goes on with or begins; undefined if the latest one has ended and the next one is not due. */
export const sweepToRun = (
  latest: SweepState | undefined,
  now: EpochMs,
  everyMs: Ms,
): SweepState | undefined => {
  if (everyMs === 0) return undefined;
  if (latest === undefined) return { beganAt: now };
  const ageMs = now - latest.beganAt;
  if (latest.endedAt === undefined) return ageMs < staleMs ? latest : { beganAt: now };
  return ageMs < everyMs ? undefined : { beganAt: now };
};
