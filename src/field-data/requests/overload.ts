/** The response to requests that an overloaded process does not begin. */
import type { Cors } from '../../platform/server/cors.ts';
import type { NodeHandler } from '../../platform/server/listen.ts';
import { ServiceProblem } from '../records/errors.ts';
import { readRequestId } from '../../platform/server/http-request.ts';
import { serviceDescription } from './request-scope.ts';
import { refusal } from './service-request.ts';

const detail = 'The service has too much work: repeat the request after a moment.';
export const overloaded = new ServiceProblem('unavailable', detail, { headers: { 'retry-after': '1' } });

/**
 * Creates a handler that refuses every request with 503 `unavailable` and Retry-After, before it reads the body or does any work. It
 * answers preflights, so that a page can read the refusal.
 */
export function createOverloadAnswer(cors: Cors): NodeHandler {
  return ({ method = '', url = '/', headers: sent }, outgoing) => {
    const get = (name: string) => (sent[name] as string | undefined) ?? null;
    const preflight = cors.preflight({ method, headers: { get } });
    if (preflight) return outgoing.writeHead(204, [...preflight]).end();
    const requestId = readRequestId(get('x-request-id'));
    const forPages = cors.expose({ headers: { get } });
    const { status, headers, body } = refusal(overloaded, requestId, url.split('?', 1)[0] ?? '/');
    const common = ['link', serviceDescription, 'x-content-type-options', 'nosniff', 'x-request-id', requestId];
    outgoing.writeHead(status, [...Object.entries(headers).flat(), ...common, ...forPages]).end(body);
  };
}
