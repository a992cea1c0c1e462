/**
 * Every path from here into the product, in one place: the module that is a layer, by the layer's name, and what the stand-ins need of
 * the product.
 */

const graph = new URL('../../src/graph/', import.meta.url);

/** The module that each layer is. */
export const modules: Record<string, string> = {
  transport: new URL('upstream/transport.ts', graph).href,
  executor: new URL('execution/executor.ts', graph).href,
  scan: new URL('execution/scan/list-text.ts', graph).href,
  door: new URL('http/json-door.ts', graph).href,
  sharing: new URL('upstream/share.ts', graph).href,
  cache: new URL('upstream/cache.ts', graph).href,
  fragments: new URL('execution/fragments.ts', graph).href,
};

export type { createExecutor } from '../../src/graph/execution/executor.ts';
export { Fragment, type Fragments } from '../../src/graph/execution/fragments.ts';
export type { ListText } from '../../src/graph/execution/scan/list-text.ts';
export type { createJsonDoor } from '../../src/graph/http/json-door.ts';
export type { cacheReads } from '../../src/graph/upstream/cache.ts';
export { headerList } from '../../src/graph/upstream/header-list.ts';
export { UpstreamResponse } from '../../src/graph/upstream/response.ts';
export type { shareReads } from '../../src/graph/upstream/share.ts';
export type { createTransport } from '../../src/graph/upstream/transport.ts';
