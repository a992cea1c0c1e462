/** An unchecked object of the service, with the member names of its contract type: renaming one there is a type error here. */
export type Untrusted<Value> = { readonly [Name in keyof Value]?: unknown };
