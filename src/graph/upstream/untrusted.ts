/** What came from the service before anybody looked at it, in the contract's own names. */

/** An object under the names its type has in the contract, each holding anything: what is renamed there is a type error here. */
export type Untrusted<Value> = { readonly [Name in keyof Value]?: unknown };
