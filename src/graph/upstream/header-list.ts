/** The headers of a call as undici takes them with least work: names and values in turn, in one list for all calls of an operation. */
import type { UpstreamRequest } from './call.ts';

const lists = new WeakMap<Record<string, string>, string[]>();

/** All headers of a call on the wire. Nobody may change the list. */
export function headerList({ sentHeaders, ifNoneMatch }: UpstreamRequest): string[] {
  // Not gzip: on a local network, bytes cost less than packing and unpacking them.
  const list = lists.getOrInsertComputed(sentHeaders, () => [
    'accept-encoding',
    'identity',
    ...Object.entries(sentHeaders).flat(),
  ]);
  return ifNoneMatch === undefined ? list : [...list, 'if-none-match', ifNoneMatch];
}
