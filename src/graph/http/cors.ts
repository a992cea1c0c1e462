/**
 * Which pages may call the graph from a browser: the origins listed, and while the demo runs any page on this machine.
 * Never with credentials: a key is sent by the page's own code, so there is nothing a browser could add on its own.
 */
import type { IncomingRequest } from '../pipeline/pipeline.ts';
import type { HeaderList } from './header-list.ts';

export interface CorsOptions {
  /** Origins as browsers write them: scheme, host, port. */
  origins: readonly string[];
  /** Whether pages of loopback addresses may call too, on any port. */
  loopback: boolean;
}

export interface Cors {
  /** The answer to a preflight, or undefined where the request is none. */
  preflight(request: Request): Response | undefined;
  /** Headers that let the page that sent the request read its answer, if its origin is allowed. */
  expose(request: Pick<IncomingRequest, 'headers'>): HeaderList;
}

const loopbackOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;
const preflightSeconds = 600;
const noHeaders: HeaderList = [];

/** The policy. An origin that is not allowed gets an answer without CORS headers, which its browser then withholds. */
export function createCors({ origins, loopback }: CorsOptions): Cors {
  const listed = new Set(origins);

  function allowedOrigin(request: Pick<IncomingRequest, 'headers'>): string | undefined {
    const origin = request.headers.get('origin');
    if (origin === null) return undefined;
    return listed.has(origin) || (loopback && loopbackOrigin.test(origin)) ? origin : undefined;
  }

  return {
    preflight(request) {
      if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
      const headers = new Headers({ vary: 'Origin' });
      const origin = allowedOrigin(request);
      if (origin !== undefined) {
        headers.set('access-control-allow-origin', origin);
        headers.set('access-control-allow-methods', 'GET, POST');
        headers.set('access-control-allow-headers', 'authorization, content-type, x-request-id');
        headers.set('access-control-max-age', String(preflightSeconds));
      }
      return new Response(null, { status: 204, headers });
    },
    expose(request) {
      const origin = allowedOrigin(request);
      if (origin === undefined) return noHeaders;
      return [
        'access-control-allow-origin',
        origin,
        'access-control-expose-headers',
        'Retry-After, RateLimit, X-Request-Id',
      ];
    },
  };
}
