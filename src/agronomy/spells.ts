/**
 * Runs of dry and of wet days. A wet day has at least a minimum of precipitation: 1 mm in the indices of ETCCDI (CDD and
 * CWD, http://etccdi.pacificclimate.org/list_27_indices.shtml). An unknown day is neither: it ends a run and belongs to
 * none.
 */

/** The least precipitation of a wet day in the indices of ETCCDI, in millimetres. */
export const wetDayMillimetres = 1;

/** A run of days of one kind. Days are counted from 0. */
interface Spell {
  kind: 'dry' | 'wet';
  firstDay: number;
  lastDay: number;
  /** Sum of its days, in the unit of the depths. */
  precipitation: number;
  /** Whether the day before it is known: it is then of the other kind. */
  isStartKnown: boolean;
  /** Whether the day after it is known: it is then of the other kind. */
  isEndKnown: boolean;
}

/** Finds the spells of consecutive days, in order. An unknown day is undefined. Threshold and depths are in one unit. */
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
