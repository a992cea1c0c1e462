/** Entries of the product's own and of its capabilities in one order. */

/** The own entries after which a capability's are listed: its settings, its commands, the rows of its banner. */
export type After = Partial<Record<'settings' | 'commands' | 'banner', string>>;

/** The own entries with those that each capability adds; what is added after the same one stays in its order, what names none is first. */
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
