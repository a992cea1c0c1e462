/** What operators ask on a port of their own: `/metrics`, and `/ready` with its details. Callers of the graph never reach it. */
import type { Readiness } from '../readiness.ts';
import type { Metrics, Watched } from '../telemetry/metrics.ts';
import { endpoints } from '../upstream/fetch.ts';
import { answerReadiness } from './readiness-answer.ts';

export interface AdminOptions {
  metrics: Metrics;
  readiness: Readiness;
  upstream: Watched;
  /** What is known of the service's description, in any form that is JSON. */
  drift: () => object;
}

/** The port's one function. */
export function createAdmin({
  metrics,
  readiness,
  upstream,
  drift,
}: AdminOptions): (request: Request) => Promise<Response> {
  const answers: Record<string, () => Promise<Response>> = {
    '/metrics': async () => {
      const { contentType, text } = await metrics.render();
      return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
    },
    '/ready': async () => {
      const breakers = Object.fromEntries(endpoints.map((endpoint) => [endpoint, upstream.breakerState(endpoint)]));
      const calls = Object.fromEntries(endpoints.map((endpoint) => [endpoint, upstream.load(endpoint)]));
      const fault = await readiness.findFault();
      const details = { breakers, calls, drift: drift() };
      return answerReadiness(fault, fault ? { reason: fault.reason, ...details } : details);
    },
    '/health': async () => Response.json({ status: 'ok' }),
  };

  return async ({ method, url }) => {
    const { pathname } = new URL(url);
    const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
    if (!answer) return Response.json({ error: 'Not found', see: Object.keys(answers) }, { status: 404 });
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    return answer();
  };
}
