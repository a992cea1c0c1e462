/** The reply to requests that an overloaded process does not start: rendered once for each media type, because that costs least. */
import type { Cors } from '../../platform/server/cors.ts';
import type { NodeHandler } from '../../platform/server/listen.ts';
import { readRequestId } from '../../platform/server/http-request.ts';
import { GatewayError, retryAfter } from '../errors/gateway-error.ts';
import { uncacheableHeaders } from './caching.ts';
import { refusalMediaType } from './negotiation.ts';
import { render } from './render.ts';

const status = 503;
const message = 'The gateway has too much work: repeat the request after a moment.';
const error = new GatewayError('OVERLOADED', { message, ...retryAfter(status, 1) });

/** Frozen, so that it is rendered once for each media type. */
const result = Object.freeze({ errors: [error] });

/**
 * Refuses any request to the graph's port with 503 OVERLOADED and Retry-After, without reading its body. Answers preflights: after a
 * refused one, a page cannot read the refusal.
 */
export function createOverloadHandler(cors: Cors): NodeHandler {
  return ({ method = '', headers: sent }, outgoing) => {
    const get = (name: string) => (sent[name] as string | undefined) ?? null;
    const preflight = cors.preflight({ method, headers: { get } });
    if (preflight) return outgoing.writeHead(204, [...preflight]).end();
    const { headers, body } = render(result, refusalMediaType(get('accept')));
    outgoing.writeHead(status, [
      ...headers,
      ...uncacheableHeaders(get('authorization') !== null),
      ...cors.expose({ headers: { get } }),
      'x-request-id',
      readRequestId(get('x-request-id')),
    ]);
    outgoing.end(body);
  };
}
