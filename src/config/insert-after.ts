/** Entries of the product's own and of its capabilities in one order. */

type Entry<Value> = readonly [name: string, value: Value];

/** The own entries after which a capability's are listed: its settings, its commands, the rows of its banner. */
export interface After {
  settings?: string;
  commands?: string;
  banner?: string;
}

/** The name of the entry after which a capability's entries stand; undefined for the start. */
export interface Added<Value> {
  after: string | undefined;
  entries: readonly Entry<Value>[];
}

/** The own entries with all that is added; what is added after the same one stays in its order. */
export function insertAfter<Value>(
  own: readonly Entry<Value>[],
  added: readonly Added<Value>[],
): readonly Entry<Value>[] {
  const addedAfter = (name: string | undefined) =>
    added.filter(({ after }) => after === name).flatMap(({ entries }) => entries);
  return [...addedAfter(undefined), ...own.flatMap((entry) => [entry, ...addedAfter(entry[0])])];
}
