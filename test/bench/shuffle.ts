/** Numbers in [0, 1) that a seed determines: mulberry32, whose period of 2^32 is plenty for an order. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The same things in an order by chance, each as likely (Fisher and Yates). */
export const shuffle = <Thing>(
  things: readonly Thing[],
  random: () => number,
): readonly Thing[] => {
  const shuffled = [...things];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [moved] = shuffled.splice(other, 1, ...shuffled.slice(last, last + 1));
    shuffled.splice(last, 1, ...(moved === undefined ? [] : [moved]));
  }
  return shuffled;
};
