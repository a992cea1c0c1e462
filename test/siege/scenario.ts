/**
 * The siege: what a hostile caller and a bad network do, done to a real process over real sockets. A scenario gives figures, each beside
 * its bound; `npm run test:full -- load` runs every scenario whole and prints them, the gate runs their short forms.
 */

/** What was measured, and the bound it has to keep. */
export interface Figure {
  what: string;
  value: number;
  /** Of the value: `MiB`, `ms`, `%`; empty for a count. */
  unit: string;
  /** At least one of both, unless the figure is there to be read beside another. */
  atMost?: number;
  atLeast?: number;
}

/** `short` takes seconds and belongs to the gate; `whole` is of the size that the promise names. */
export type SiegeSize = 'short' | 'whole';

export interface Scenario {
  /** The promise, as a sentence. */
  title: string;
  run(size: SiegeSize): Promise<Figure[]>;
}

/** Whether a figure keeps its bound. A figure that is no number keeps none. */
export function isKept({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Figure): boolean {
  return value <= atMost && value >= atLeast;
}
