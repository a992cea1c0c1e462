/** Seeded randomness: the same seed gives the same demo data on every machine and after every restart. */

/** Numbers from 0 (included) to 1 (excluded), the same sequence for the same seed (FNV-1a into mulberry32). */
export function createRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return mulberry32(state);
}

/** The same of a number. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number of a normal distribution with mean 0 and standard deviation 1 (Box-Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Rounds to a number of decimals, as instruments do; never to -0. */
export const round = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

/** Keeps a value between two bounds. */
export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);
