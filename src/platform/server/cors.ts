/**
 * Decides which pages may call from a browser (https://fetch.spec.whatwg.org/#http-cors-protocol): the listed origins, and while the demo
 * runs any page on this machine. Credentials are never allowed. The page's own code sends the key, so a browser has nothing to add by
 * itself. A page may send any headers that its libraries send.
 */

import type { HeaderList } from './http-reply.ts';
import type { HttpRequest } from './http-request.ts';

export interface CorsOptions {
  /** Origins as browsers write them: scheme, host, port. */
  origins: readonly string[];
  /** Whether pages of loopback addresses may call too, on any port. */
  loopback: boolean;
}

export type Cors = ReturnType<typeof createCors>;

/** Origins of this machine. */
export const loopbackOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;
const preflightSeconds = 600;
const noHeaders: HeaderList = [];
/** Allowed if no headers are requested, or a list that cannot be repeated. */
const usualHeaders = 'authorization, content-type, x-request-id';
/** Names of headers (RFC 9110, section 5.1) as browsers list them. */
const headerNames = /^[!#$%&'*+.^_`|~0-9a-z-]+(?:, ?[!#$%&'*+.^_`|~0-9a-z-]+)*$/i;
const headerNamesLengthMax = 1_024;

/**
 * The policy of one port. Pages may read the response headers in `exposedNames`. An origin that is not allowed gets a response without
 * CORS headers, which its browser withholds.
 */
export function createCors({ origins, loopback }: CorsOptions, exposedNames: string) {
  const listed = new Set(origins);

  function allowedOrigin({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
    const origin = headers.get('origin');
    if (origin === null) return undefined;
    return listed.has(origin) || (loopback && loopbackOrigin.test(origin)) ? origin : undefined;
  }

  return {
    /** Whether any page may call at all: answers then differ by the request's Origin. */
    isOpen: loopback || listed.size > 0,
    /** Returns the headers of the 204 response to a preflight, or undefined for another request. */
    preflight(request: Pick<HttpRequest, 'headers' | 'method'>): HeaderList | undefined {
      if (request.method !== 'OPTIONS' || request.headers.get('access-control-request-method') === null)
        return undefined;
      const vary = ['vary', 'Origin, Access-Control-Request-Headers'];
      const origin = allowedOrigin(request);
      if (origin === undefined) return vary;
      const allowed = {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': allowedHeaders(request.headers.get('access-control-request-headers')),
        'access-control-max-age': String(preflightSeconds),
      };
      return [...vary, ...Object.entries(allowed).flat()];
    },
    /** Headers that let the page that sent the request read its answer, if its origin is allowed. */
    expose(request: Pick<HttpRequest, 'headers'>): HeaderList {
      const origin = allowedOrigin(request);
      if (origin === undefined) return noHeaders;
      return ['access-control-allow-origin', origin, 'access-control-expose-headers', exposedNames];
    },
  };
}

/** The requested headers, if they are a list of names short enough to repeat. */
function allowedHeaders(requested: string | null): string {
  const isRepeatable = requested !== null && requested.length <= headerNamesLengthMax && headerNames.test(requested);
  return isRepeatable ? requested : usualHeaders;
}
