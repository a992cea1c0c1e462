/** Liveness and readiness for load balancers and supervisors. Neither needs a key nor counts against a quota. */
import { createCachedCheck } from '../../platform/time/cached-check.ts';
import { type ServiceResponse, uncachedResponse, type Route } from '../requests/service-request.ts';
import type { Store } from '../store/store.ts';

/**
 * GET /health: 200 while the process responds. GET /ready: 200, or 503 with `STOPPING` while the process is about to end, or with
 * `STORE_UNAVAILABLE`. The store is checked at most once a second.
 */
export function createHealthRoutes(findStoreFault: Store['findFault'], isStopping: () => boolean): Route[] {
  const findFault = createCachedCheck(findStoreFault);
  async function ready(): Promise<ServiceResponse> {
    const failure = await findFault();
    const code = isStopping() ? 'STOPPING' : failure && 'STORE_UNAVAILABLE';
    return code === undefined ? answer(200, { status: 'ready' }) : answer(503, { status: 'unavailable', code });
  }
  return [
    { method: 'GET', path: '/health', handle: () => answer(200, { status: 'ok' }) },
    { method: 'GET', path: '/ready', handle: ready },
  ];
}

function answer(status: number, body: object): ServiceResponse {
  return uncachedResponse(status, JSON.stringify(body), status < 500 ? {} : { 'retry-after': '1' });
}
