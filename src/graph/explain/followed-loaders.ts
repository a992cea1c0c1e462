/** Loaders whose loads are reported: a plan notes the reads by them, and a receipt those that were coalesced or failed. */
import type { Loaders } from '../reads/client.ts';
import type { Read } from '../reads/declaration.ts';
import * as reads from '../reads/reads.ts';
import type { Endpoint } from '../upstream/call.ts';

export type ReadQuery = Readonly<Record<string, unknown>>;

interface AnyLoader {
  load(query: ReadQuery): Promise<unknown>;
  clearAll(): void;
}

/** The same loaders; each load is what `onLoad` makes of it, by `load`. */
export function followLoaders(
  loaders: Loaders,
  onLoad: (endpoint: Endpoint, query: ReadQuery, load: () => Promise<unknown>) => Promise<unknown>,
): Loaders {
  const followed = Object.entries<Read<never, unknown>>(reads).map(([name, { name: endpoint }]) => {
    const loader = (loaders as unknown as Readonly<Record<string, AnyLoader>>)[name] as AnyLoader;
    const load = (query: ReadQuery) => onLoad(endpoint, query, () => loader.load(query));
    return [name, { load, clearAll: () => loader.clearAll() }];
  });
  return Object.fromEntries(followed) as Loaders;
}
