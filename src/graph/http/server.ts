/**
 * The entry point of all requests: `receive` assigns the request id, routes, catches remaining errors, and compresses the reply. It knows
 * neither node:http nor how an operation runs.
 */
import { FetchRequest } from '../../platform/server/fetch-request.ts';
import { clientAddress, type NodeRequest, readRequestId } from '../../platform/server/http-request.ts';
import { compress } from '../../platform/server/compression.ts';
import { type CorsOptions, createCors } from '../../platform/server/cors.ts';
import { empty, headerOf, json, type Reply, toResponse } from '../../platform/server/http-reply.ts';
import type { BufferedBytes } from '../../platform/server/buffered-bytes.ts';
import type { Logger } from '../../platform/log/log.ts';
import { andThen, attempt, type MaybePromise } from '../../platform/sync/maybe-promise.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { OperationLimits } from '../operation/limits/limit.ts';
import type { Attached } from '../operation/declarations.ts';
import { uncacheableHeaders } from './caching.ts';
import { prefersPage } from './negotiation.ts';
import { endpoint, type ReadOptions } from './operation-request.ts';
import { createOperations, type OperationsOptions } from './operations.ts';
import { createOverloadHandler } from './overload.ts';
import { createGraphiql, type GraphiqlOptions, type GraphiqlPlugin } from './pages/graphiql.ts';
import { createPages } from './pages/llms.ts';
import { readOnly } from './pages/page.ts';
import { type ReadinessSource, replyReadiness } from './readiness.ts';
import { refuse } from './render.ts';
import type { createYoga, YogaOptions } from './yoga.ts';

/** The settings of the server. */
export interface ServerSettings extends ReadinessSource {
  /** Whether to trust the nearest proxy's statement of where a request comes from. */
  trustProxy: boolean;
  /** The limits of one operation; the page for language models states them. */
  limits: OperationLimits;
  /** Whether the schema can be read: as SDL, and in the page for language models. */
  introspection: boolean;
  /** URL of the REST description for that page, if callers may know it. */
  restDescriptionUrl?: string | undefined;
  cors: CorsOptions;
  /** The key that GraphiQL is filled in with; undefined disables the page. */
  graphiql: Omit<GraphiqlOptions, 'plugin'> | undefined;
  log: Logger;
}

export interface ServerOptions
  extends ServerSettings,
    Pick<YogaOptions, 'schema' | 'mask'>,
    Pick<OperationsOptions, 'pipeline' | 'callerLimit' | 'watch' | 'now'> {
  /** How operations are read. */
  reading: ReadOptions;
  /** Counts the bytes of answers that are not sent yet. */
  unsent: BufferedBytes;
  /** Additions of capabilities. */
  additions: readonly ServerAddition[];
}

/** Additions of one capability to the server. */
export interface ServerAddition extends Pick<ReadOptions, 'readNamedDocument'>, Attached {
  /** By path. */
  routes?: ReadonlyMap<string, Route>;
  /** Used if GraphiQL is enabled. */
  graphiqlPlugin?: GraphiqlPlugin;
}

/** Replies to a request from this address. Throws or rejects only for internal errors. */
export type Route = (request: FetchRequest, requestId: string, address: string) => MaybePromise<Reply>;

export type Server = ReturnType<typeof createServer>;

/** Headers that front ends may read. */
export const exposedHeaders = 'Age, Date, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';

/** The server of one graph. It opens no socket. */
export function createServer(options: ServerOptions) {
  const { trustProxy, introspection, unsent, log, additions } = options;
  const cors = createCors(options.cors, exposedHeaders);
  const { schema, limits, restDescriptionUrl, reading, pipeline, mask, callerLimit, watch, now } = options;
  let yoga: ReturnType<typeof createYoga> | undefined;
  // Loaded by the first request that needs it: a process of plain operations takes less memory without it. Other requests wait for this
  // load once. Bench row "1,000 fields in one query: peak memory".
  const runByYoga: OperationsOptions['yoga'] = async (request, context) => {
    yoga ??= (await import('./yoga.ts')).createYoga({ reading, schema, pipeline, mask });
    return yoga(request, context);
  };
  const runOperation = createOperations({ reading, callerLimit, watch, cors, pipeline, yoga: runByYoga, now });
  const plugin = additions.find((each) => each.graphiqlPlugin)?.graphiqlPlugin;
  const graphiql = options.graphiql && createGraphiql({ ...options.graphiql, plugin });
  const routes = new Map<string, Route>([
    ['/health', readOnly(async () => json({ status: 'ok' }))],
    ['/ready', readOnly(() => replyReadiness(options))],
    ...(graphiql ? [['/', () => empty(302, ['location', endpoint])] as const, ...graphiql.files] : []),
    ...(introspection ? createPages({ schema, restDescriptionUrl, limits }) : []),
    ...additions.flatMap((each) => [...(each.routes ?? [])]),
  ]);

  function receive(request: NodeRequest | FetchRequest): MaybePromise<Reply> {
    const { headers } = request;
    const requestId = readRequestId(headers.get('x-request-id'));
    return attempt(
      () =>
        andThen(route(request, requestId), (reply) => {
          if (!reply.isPublic) reply.headers.push('x-request-id', requestId);
          // Without this header, caches may store the reply (RFC 9111, section 4.2.2).
          if (request.pathname !== endpoint && headerOf(reply.headers, 'cache-control') === undefined)
            reply.headers.push('cache-control', 'no-store');
          return compress(reply, headers.get('accept-encoding'));
        }),
      (error) => {
        log.error({ err: error, requestId }, 'internal error');
        // The request may have been a write, whose outcome is unknown.
        const refusal = new GatewayError('INTERNAL_SERVER_ERROR', {
          requestId,
          retryable: true,
          http: { status: 500 },
        });
        const reply = refuse(refusal, headers.get('accept'));
        reply.headers.push('x-request-id', requestId, ...uncacheableHeaders(headers.get('authorization') !== null));
        reply.headers.push(...cors.expose(request));
        return reply;
      },
    );
  }

  function route(request: NodeRequest | FetchRequest, requestId: string): MaybePromise<Reply> {
    const { pathname } = request;
    if (pathname === '') return empty(400);
    const address = clientAddress(request.headers, request.peerAddress, trustProxy);
    if (pathname === endpoint) {
      const other = request instanceof FetchRequest ? routeOther(request) : undefined;
      return other ?? runOperation(request, requestId, address);
    }
    const handle = routes.get(pathname);
    if (handle && request instanceof FetchRequest) return handle(request, requestId, address);
    // A gateway that reads from this port by mistake then reports an error, not that there is no such field.
    const code = 'not_found';
    if (pathname.startsWith('/api/') && restDescriptionUrl !== undefined) {
      const see = new URL(pathname, restDescriptionUrl).href;
      return json({ code, error: 'Not found: this port serves the graph, another one the REST service.', see }, 404);
    }
    return json({ code, error: 'Not found', see: endpoint }, 404);
  }

  /** GraphiQL and preflights: requests to the graph's path that are no operations. */
  function routeOther(request: FetchRequest): MaybePromise<Reply> | undefined {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (graphiql && isRead && prefersPage(request.headers.get('accept'))) return graphiql.page(request);
    const preflight = cors.preflight(request);
    return preflight && empty(204, preflight);
  }

  return {
    /** Replies to a request, without a promise if nothing waits. Never throws or rejects. */
    receive,
    /** Like `receive`, from Request to Response. `cut` closes the connection of a client that does not read the response. */
    async fetch(request: Request, peerAddress = '', cut?: () => void): Promise<Response> {
      const reply = await receive(new FetchRequest(request, peerAddress, cut));
      // Nobody will read the body.
      const isUnread = request.method === 'HEAD' || request.signal.aborted;
      if (isUnread && reply.body instanceof ReadableStream) await reply.body.cancel();
      return toResponse(isUnread ? { ...reply, body: '' } : reply, unsent, request.signal, cut);
    },
    /** Replies to a request that an overloaded process does not start. */
    refuseOverload: createOverloadHandler(cors),
  };
}
