/**
 * Runs of dry and of wet days: a wet day has at least so much precipitation, 1 mm in the indices of ETCCDI (CDD and CWD,
 * http://etccdi.pacificclimate.org/list_27_indices.shtml). A day that is not known is neither: it ends a run and joins none.
 */

/** Runs in order. Days are counted from 0. */
export interface Spell {
  kind: 'dry' | 'wet';
  firstDay: number;
  lastDay: number;
  /** Sum of its days, in the unit that came. */
  precipitation: number;
  /** The day before it is known, and of the other kind. */
  isStartKnown: boolean;
  /** The day after it is known, and of the other kind. */
  isEndKnown: boolean;
}

/** The spells of days in order; undefined is a day that is not known. Threshold and depths are in one unit. */
export function spellsOf(depths: readonly (number | undefined)[], minWetDay: number): Spell[] {
  const spells: Spell[] = [];
  let current: Spell | undefined;
  for (const [day, depth] of depths.entries()) {
    if (depth === undefined) {
      current = undefined;
      continue;
    }
    const kind = depth >= minWetDay ? 'wet' : 'dry';
    if (current?.kind === kind) {
      current.lastDay = day;
      current.precipitation += depth;
      continue;
    }
    if (current) current.isEndKnown = true;
    const isStartKnown: boolean = current !== undefined;
    current = { kind, firstDay: day, lastDay: day, precipitation: depth, isStartKnown, isEndKnown: false };
    spells.push(current);
  }
  return spells;
}
