/** Where a request comes from: the socket's address, or what the nearest proxy says where that proxy is trusted. */

/** The last entry of X-Forwarded-For is the proxy's own; those before it are whatever the caller wrote. */
export function callerAddress(headers: Pick<Headers, 'get'>, socketAddress: string, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for') : null;
  return forwarded?.split(',').at(-1)?.trim() || socketAddress;
}
