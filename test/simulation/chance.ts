/** A stream of numbers in [0, 1). */
export type Chance = () => number;

/** The stream of that name in the run of that seed: what one stream draws never shifts another, so that a shrunk script replays. */
export const chanceOf = (seed: number, name: string): Chance => {
  let state = seed >>> 0;
  for (let at = 0; at < name.length; at += 1) {
    state = Math.imul(state ^ name.charCodeAt(at), 16_777_619) >>> 0;
  }
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A whole number from `least` to `most`, both included. */
export const whole = (chance: Chance, least: number, most: number): number =>
  least + Math.floor(chance() * (most - least + 1));

/** One of the items. Throws where there is none. */
export const pick = <Item>(chance: Chance, items: readonly Item[]): Item => {
  const item = items[whole(chance, 0, items.length - 1)];
  if (item === undefined) throw new Error('Cannot pick: there is nothing to pick from');
  return item;
};
