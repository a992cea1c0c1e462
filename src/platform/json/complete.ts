/** The type with every property required, at any depth. A literal of it cannot omit a property by mistake; undefined stays allowed. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? number extends T['length']
    ? Complete<Item>[]
    : T
  : T extends object
    ? { [Name in keyof Required<T>]: Complete<T[Name]> }
    : T;
