/** The operators' port: `/ready` with its details, and the pages of exporters. Callers of the graph never reach it. */
import type { Logger } from '../../platform/log/log.ts';
import { empty, json, type Reply, toResponse } from '../../platform/server/http-reply.ts';
import type { AdminPage, AdminPages, Watched } from '../telemetry/metrics.ts';
import { type ReadinessSource, replyReadiness } from './readiness.ts';

export interface AdminOptions extends ReadinessSource {
  /** Pages of exporters and capabilities, by path. */
  pages: AdminPages;
  /** The upstream chain, if this process has one. */
  upstream?: Watched;
  /** Further details that `/ready` shows, as JSON. */
  readyDetails?: () => object;
  /** Whether only this machine can call the port. It must then use an IP address or localhost. */
  isLocal: boolean;
  log: Logger;
}

// By any other host name, another site's page may have led a browser here (DNS rebinding).
const localHost = /^(localhost|[\d.]+|\[.+\])$/;

/** Handles all requests of the port. Never rejects: errors go to the log, and not into the reply. */
export function createAdmin(options: AdminOptions): (request: Request) => Promise<Response> {
  const { pages, upstream, readyDetails, log } = options;
  const replies = new Map<string, (query: URLSearchParams) => Promise<Reply>>();
  for (const [path, render] of Object.entries(pages))
    replies.set(path, async (query) => replyPage(await render(query)));
  replies.set('/ready', () =>
    replyReadiness(options, (unready) => ({
      ...(unready && { reason: unready.reason }),
      ...(upstream && detailsOf(upstream)),
      ...readyDetails?.(),
    })),
  );
  replies.set('/health', async () => json({ status: 'ok' }));

  async function route({ method, url }: Request): Promise<Reply> {
    const { hostname, pathname, searchParams } = new URL(url);
    if (options.isLocal && !localHost.test(hostname))
      return json({ error: 'Call this port by an IP address, or as localhost.' }, 403);
    const reply = replies.get(pathname);
    if (!reply) return json({ error: 'Not found', see: [...replies.keys()] }, 404);
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['allow', 'GET, HEAD']);
    return reply(searchParams);
  }

  return async (request) => {
    const reply = await route(request).catch((err) => {
      log.error({ err }, 'internal error');
      return json({ error: 'Internal Server Error' }, 500);
    });
    return toResponse(reply);
  };
}

function replyPage({ contentType, text }: AdminPage): Reply {
  const headers = ['content-type', contentType, 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'];
  return { status: 200, headers, body: text };
}

/** The breaker and the calls of each endpoint. */
function detailsOf({ endpoints, breakerState, load }: Watched): object {
  const ofEach = (read: (endpoint: string) => unknown) =>
    Object.fromEntries(endpoints.map((endpoint) => [endpoint, read(endpoint)]));
  return { breakers: ofEach(breakerState), calls: ofEach(load) };
}
