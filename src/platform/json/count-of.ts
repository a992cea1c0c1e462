/** `1 hour`, `2 hours`: a count in a sentence. The noun is one whose plural ends in s. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
