/** Where a request comes from: the socket's address, or what the nearest proxy says where that proxy is trusted. */
import { isIP } from 'node:net';

/**
 * An IP address without its port. Of X-Forwarded-For the last entry is the nearest proxy's own, those before it are whatever the caller
 * wrote; an entry that is no address (a proxy may write `unknown`) leaves the proxy's.
 */
export function clientAddress(headers: Pick<Headers, 'get'>, socketAddress: string, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for') : null;
  if (forwarded === null) return socketAddress;
  const address = withoutPort(forwarded.slice(forwarded.lastIndexOf(',') + 1).trim());
  return isIP(address) === 0 ? socketAddress : address;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`, as some proxies write them. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}
