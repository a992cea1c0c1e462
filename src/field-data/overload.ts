/** The answer to what is not begun because the process is behind. */
import type { NodeHandler } from '../platform/listen.ts';
import { problemFacts, renderProblem, ServiceProblem } from './errors.ts';
import { readRequestId } from './request-id.ts';

const headers = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  'retry-after': '1',
  'x-content-type-options': 'nosniff',
};
const problem = new ServiceProblem('unavailable', 'The service has more to do than it can: send the same again.');

/** Refuses any request to the service's port with 503 `unavailable` and Retry-After: nothing of it was done, its body is not read. */
export const refuseOverload: NodeHandler = ({ url = '/', headers: sent }, outgoing) => {
  const requestId = readRequestId((sent['x-request-id'] as string | undefined) ?? null);
  outgoing.writeHead(problemFacts[problem.code].status, { ...headers, 'x-request-id': requestId });
  outgoing.end(renderProblem(problem, requestId, url.split('?', 1)[0] ?? '/'));
};
