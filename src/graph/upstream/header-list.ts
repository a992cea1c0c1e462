/**
 * The headers of a call as undici takes them with least work: names and values in turn, one list for all calls of an operation
 * that have none of their own.
 */
import type { UpstreamRequest } from './call.ts';

const lists = new WeakMap<Record<string, string>, string[]>();

/** All headers of a call on the wire. Nobody may change the list. */
export function headerList({ sentHeaders, ifNoneMatch }: UpstreamRequest): string[] {
  let list = lists.get(sentHeaders);
  if (!list) {
    // Not gzip: between neighbours the bytes cost less than packing and unpacking them.
    list = ['accept-encoding', 'identity', ...Object.entries(sentHeaders).flat()];
    lists.set(sentHeaders, list);
  }
  return ifNoneMatch === undefined ? list : [...list, 'if-none-match', ifNoneMatch];
}
