/** An unchecked object of the service, with the names of its type in the contract: to rename one there is a type error here. */
export type Untrusted<Value> = { readonly [Name in keyof Value]?: unknown };
