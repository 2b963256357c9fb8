/** Half of the ten seconds after which a person wonders whether a tool still works; the other half is for what lies between two looks. */
export const tellEveryMs = 5_000;

/** Says when to tell something again: at most once in each span, whose first one begins now. */
export const createPace = (everyMs: number, now: () => number): (() => boolean) => {
  let last = now();
  return () => {
    const at = now();
    if (at - last < everyMs) return false;
    last = at;
    return true;
  };
};
