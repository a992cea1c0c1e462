/** The answer to what is not begun because the process is overloaded. */
import type { Cors } from '../../platform/server/cors.ts';
import type { NodeHandler } from '../../platform/server/listen.ts';
import { readRequestId } from '../../platform/server/http-request.ts';
import { ServiceProblem } from '../records/errors.ts';
import { refusal } from './service-request.ts';

const detail = 'The service has too much work: repeat the request after a moment.';
const problem = new ServiceProblem('unavailable', detail, { headers: { 'retry-after': '1' } });

/** Refuses any request to the service's port with 503 `unavailable` and Retry-After: nothing of it was done, its body is not read. */
export function createOverloadAnswer(cors: Cors): NodeHandler {
  return ({ url = '/', headers: sent }, outgoing) => {
    const get = (name: string) => (sent[name] as string | undefined) ?? null;
    const requestId = readRequestId(get('x-request-id'));
    const { status, headers, body } = refusal(problem, requestId, url.split('?', 1)[0] ?? '/');
    const own = Object.entries({ ...headers, 'x-content-type-options': 'nosniff', 'x-request-id': requestId });
    outgoing.writeHead(status, [...own.flat(), ...cors.expose({ headers: { get } })]);
    outgoing.end(body);
  };
}
