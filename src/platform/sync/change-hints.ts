/** Hints that a list may have changed, sent after writes to anyone who watches the store. A lost hint delays a change, but loses none. */

/** A list of a field that may have changed: a hint to read it again, never an answer. */
export interface ChangeHint {
  fieldId: string;
  list: 'weather' | 'earth_observations' | 'observations';
}

/** Some hints; undefined where any list of any field may have changed. */
export type Hints = readonly ChangeHint[] | undefined;

/**
 * Calls `onHints`, which must not throw, after each committed write. Writes of other processes on the store count too, if the store can
 * report them. Writes in quick succession are one call, with each list once. `onHints` gets undefined if hints may have been lost, and
 * when listening to other processes begins. Returns a function that stops it.
 */
export type WatchChanges = (onHints: (hints: Hints) => void) => () => void;
