/** What operators ask on a port of their own: `/metrics`, and `/ready` with its details. Callers of the graph never reach it. */
import type { Logger } from '../../platform/log.ts';
import type { Metrics, Watched } from '../telemetry/metrics.ts';
import { answerReadiness, type ReadinessSource } from './readiness-answer.ts';

export interface AdminOptions extends ReadinessSource {
  metrics: Metrics;
  upstream: Watched;
  /** What is known of the service's description, in any form that is JSON. */
  drift: () => object;
  log: Logger;
}

/** The port's one function. Never rejects: what failed is in the log, and not in the answer. */
export function createAdmin(options: AdminOptions): (request: Request) => Promise<Response> {
  const { metrics, upstream, drift, log } = options;
  const { endpoints } = upstream;
  const answers: Record<string, () => Promise<Response>> = {
    '/metrics': async () => {
      const { contentType, text } = await metrics.render();
      return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
    },
    '/ready': async () => {
      const breakers = Object.fromEntries(endpoints.map((endpoint) => [endpoint, upstream.breakerState(endpoint)]));
      const calls = Object.fromEntries(endpoints.map((endpoint) => [endpoint, upstream.load(endpoint)]));
      const fault = await options.readiness.findFault();
      return answerReadiness(options, { ...(fault && { reason: fault.reason }), breakers, calls, drift: drift() });
    },
    '/health': async () => Response.json({ status: 'ok' }),
  };

  async function route({ method, url }: Request): Promise<Response> {
    const { pathname } = new URL(url);
    const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
    if (!answer) return Response.json({ error: 'Not found', see: Object.keys(answers) }, { status: 404 });
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    return answer();
  }

  return (request) =>
    route(request).catch((err) => {
      log.error({ err }, 'internal error');
      return Response.json({ error: 'Internal Server Error' }, { status: 500 });
    });
}
