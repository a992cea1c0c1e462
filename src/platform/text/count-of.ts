/** A count in a sentence: `1 hour`, `2 hours`, `2 aliases`. The plural of the noun is a regular one. */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`;
