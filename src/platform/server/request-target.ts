/**
 * Which resource a request is for is read from its target alone (RFC 9112, section 3). The Host header is only checked, before any handler
 * joins it with the target to an address: a Host that holds a slash or a question mark would choose the path.
 */
import type { IncomingMessage } from 'node:http';
import { memoize } from '../sync/memoize.ts';

/** Host names, IPv4, IPv6 in brackets, and a port: what a request to this server can be addressed to, of all that RFC 3986 allows. */
const hostForm = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;

/** The host as URLs write it, so that all readers take it for the same; undefined where it is none. */
const readHost = memoize((text) =>
  hostForm.test(text) && URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`).host : undefined,
);

/**
 * Brings the target into its origin form, a path and a query, and gives whether the request is one that can be routed. It is not with a
 * malformed, repeated or (from HTTP/1.1 on) missing Host, or with a target that names no resource of this server: `*`, another scheme.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { headers } = request;
  if (headers.host === undefined) {
    if (request.httpVersion !== '1.0') return false;
  } else {
    const host = readHost(headers.host);
    if (host === undefined || countHosts(request.rawHeaders) > 1) return false;
    if (host !== headers.host) headers.host = host;
  }
  return request.url?.startsWith('/') || readAbsoluteForm(request);
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const absoluteForm = /^https?:\/\/[^/?#]/i;

/** `GET http://host/path`, as proxies are asked. A server has to take it, and to take its host in place of the header's. */
function readAbsoluteForm(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  if (!absoluteForm.test(target) || !URL.canParse(target)) return false;
  const { host, pathname, search } = new URL(target);
  request.url = pathname + search;
  request.headers.host = host;
  return true;
}
