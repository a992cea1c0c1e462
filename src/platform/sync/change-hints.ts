/** Hints that a list may have changed, from the store that is written to anyone who watches it. A lost hint costs time, never truth. */

/** A list of a field that may have changed: a hint to read it again, never an answer. */
export interface ChangeHint {
  fieldId: string;
  list: 'weather' | 'earth_observations' | 'observations';
}

/** Some hints; undefined where any list of any field may have changed. */
export type Hints = readonly ChangeHint[] | undefined;

/**
 * Calls `onHints`, which must not throw, after each committed write, by any process that shares the store where the store can. Writes that
 * follow each other closely come together, and each list once. Where hints may have been lost, and when it begins to listen to other
 * processes, `onHints` gets undefined. Returns what stops it.
 */
export type WatchChanges = (onHints: (hints: Hints) => void) => () => void;
