/** The headers of a call as undici takes them with least work: names and values in turn, in one list for all calls of an operation. */
import type { UpstreamRequest } from './call.ts';

/** All headers of a call on the wire. Nobody may change the list. */
export function headerList({ scope, sentHeaders, ifNoneMatch }: UpstreamRequest): string[] {
  scope.headerList ??= listOf(scope.headers);
  const list = sentHeaders === scope.headers ? scope.headerList : listOf(sentHeaders);
  return ifNoneMatch === undefined ? list : [...list, 'if-none-match', ifNoneMatch];
}

function listOf(headers: Record<string, string>): string[] {
  // Not gzip: on a local network, bytes cost less than packing and unpacking them.
  const list = ['accept-encoding', 'identity'];
  for (const name in headers) list.push(name, headers[name] as string);
  return list;
}
