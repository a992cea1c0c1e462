/** Liveness and readiness for load balancers and supervisors. Neither needs a key nor counts against a quota. */
import { createCachedCheck } from '../../platform/time/cached-check.ts';
import { type Answer, answerUncached, type Route } from '../requests/service-request.ts';
import type { Store } from '../store/store.ts';

const keptMs = 1_000;

/**
 * GET /health: 200 while the process responds. GET /ready: 200, or 503 with `STOPPING` while the process is about to end, or with
 * `STORE_UNAVAILABLE`. The store is checked at most once a second.
 */
export function createHealthRoutes(findStoreFault: Store['findFault'], isStopping: () => boolean): Route[] {
  const findFault = createCachedCheck(findStoreFault, keptMs);
  async function ready(): Promise<Answer> {
    const failure = await findFault();
    const code = isStopping() ? 'STOPPING' : failure && 'STORE_UNAVAILABLE';
    return code === undefined ? answer(200, { status: 'ready' }) : answer(503, { status: 'unavailable', code });
  }
  return [
    { method: 'GET', path: '/health', handle: () => answer(200, { status: 'ok' }) },
    { method: 'GET', path: '/ready', handle: ready },
  ];
}

function answer(status: number, body: object): Answer {
  return answerUncached(status, JSON.stringify(body), status < 500 ? {} : { 'retry-after': '1' });
}
