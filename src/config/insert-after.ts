/** Merges entries of the product and of its capabilities into one order. */

/** The own entries after which the settings, commands and banner rows of a capability are listed. */
export type After = Partial<Record<'settings' | 'commands' | 'banner', string>>;

/** Returns the own entries and those of capabilities. Entries after the same one keep their order; those that name none come first. */
export function insertAfter<Value, Each extends { after: After }>(
  own: readonly (readonly [name: string, value: Value])[],
  kind: keyof After,
  capabilities: readonly Each[],
  addedBy: (capability: Each) => Readonly<Record<string, Value>> | undefined,
) {
  const addedAfter = (name?: string) =>
    capabilities.filter(({ after }) => after[kind] === name).flatMap((each) => Object.entries(addedBy(each) ?? {}));
  return [...addedAfter(), ...own.flatMap((entry) => [entry, ...addedAfter(entry[0])])];
}
