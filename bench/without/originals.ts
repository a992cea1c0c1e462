/**
 * All imports of this folder from the product: the module of each layer, by its name, and exports that the stand-ins need.
 */

const src = new URL('../../src/', import.meta.url);

/** Address of the module of each layer. */
export const modules: Record<string, string> = {
  transport: new URL('graph/upstream/wire/undici.ts', src).href,
  executor: new URL('executor/executor.ts', src).href,
  scan: new URL('executor/bytes/list-program.ts', src).href,
  'plain-json': new URL('graph/http/node.ts', src).href,
  runs: new URL('graph/operation/coalescer.ts', src).href,
  cache: new URL('graph/upstream/layers/cache.ts', src).href,
  groups: new URL('graph/upstream/layers/batch.ts', src).href,
  freed: new URL('platform/server/http-reply.ts', src).href,
  fragments: new URL('executor/run/text-cache.ts', src).href,
};

export type { createExecutor } from '../../src/executor/executor.ts';
export { JsonText, type TextCache } from '../../src/executor/run/text-cache.ts';
export type { ListProgram } from '../../src/executor/bytes/list-program.ts';
export type { createNodeHandler } from '../../src/graph/http/node.ts';
export type { cacheReads } from '../../src/graph/upstream/layers/cache.ts';
export type { batchReads } from '../../src/graph/upstream/layers/batch.ts';
export { UpstreamResponse } from '../../src/graph/upstream/response.ts';
export * from '../../src/platform/server/http-reply.ts';
export type { Coalescer } from '../../src/graph/operation/coalescer.ts';
export type { createTransport } from '../../src/graph/upstream/wire/undici.ts';
