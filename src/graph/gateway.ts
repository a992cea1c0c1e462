/** The graph's door: `createGateway(options)` gives one function from Request to Response, and the same for a node:http socket. */
import type { IncomingMessage } from 'node:http';
import type { Tracer } from '@opentelemetry/api';
import { createServerAdapter } from '@whatwg-node/server';
import { execute } from 'graphql';
import { clientAddress } from '../platform/client-address.ts';
import { type CorsOptions, createCors } from '../platform/cors.ts';
import type { NodeHandler } from '../platform/listen.ts';
import type { Logger } from '../platform/log.ts';
import { createContext, readRequestId } from './request/context.ts';
import { DocumentCache } from './operation/document-cache.ts';
import { GatewayError } from './errors/gateway-error.ts';
import { createExecutor } from '../executor/executor.ts';
import { KeptTexts } from '../executor/run/kept-texts.ts';
import { compress } from './http/compression.ts';
import { createDocuments } from './http/pages/pages.ts';
import { createGraphiqlPage, type GraphiqlOptions } from './http/pages/graphiql.ts';
import { type HeaderList, setHeaders } from './http/header-list.ts';
import { createJsonDoor } from './http/node.ts';
import { createOperationDoor } from './http/operations.ts';
import { createOverloadAnswer } from './http/overload.ts';
import { createCallerLimit } from './http/rate-limit/caller-limit.ts';
import { answerReadiness } from './http/readiness-answer.ts';
import { refuse } from './http/refusal.ts';
import { createYogaDoor } from './http/yoga.ts';
import type { OperationLimits } from './operation/limits/limit.ts';
import { createErrorMask } from './errors/masking.ts';
import { createPipeline } from './operation/pipeline.ts';
import type { PreparedDocument } from './operation/documents.ts';
import type { Readiness } from './http/readiness.ts';
import { schema } from './schema/schema.ts';
import { admitUnknownWords } from './schema/unknown-word.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { watchOperations } from './telemetry/watch.ts';
import { createFieldDataClient } from './reads/client.ts';
import type { Fetch } from './upstream/call.ts';

export interface GatewayOptions {
  /** Where the Field Data Service is, without a trailing slash; may carry a path prefix. */
  serviceUrl: string;
  /** The way to the service: the upstream chain, or in tests a function that records its calls. */
  fetch: Fetch;
  log: Logger;
  deadlineMs: number;
  /** Calls of one operation in flight at a time. */
  callsAtOnceMax: number;
  /** Bytes of one request body. */
  bodyBytesMax: number;
  /** What one operation may cost. */
  limits: OperationLimits;
  /** Memory for documents and what is made of them. */
  documentsBytesMax: number;
  /** Operations of one caller a minute; 0 is off. */
  rateLimitPerMinute: number;
  /** Whether the nearest proxy is believed when it says where a request comes from. */
  trustProxy: boolean;
  /** Whether the schema can be read: through the graph, as SDL, and in the page for language models. */
  introspection: boolean;
  /** Where that page finds the REST description, if callers may know. */
  restDescriptionUrl?: string | undefined;
  cors: CorsOptions;
  /** The key GraphiQL is filled in with; undefined switches the page off. */
  graphiql: Omit<GraphiqlOptions, 'endpoint'> | undefined;
  /** What `/ready` asks; without it, being up is being ready. */
  readiness?: Readiness;
  /** Whether the process is about to end: then it is not ready, whatever the service says. */
  isStopping?: () => boolean;
  /** Where operations are counted, if anywhere. */
  metrics?: Metrics | undefined;
  /** Of an OpenTelemetry SDK, where there is one. */
  tracer?: Tracer | undefined;
  now?: () => Date;
}

export interface Gateway {
  /** Answers one request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The same for node:http. */
  handle: NodeHandler;
  /** Answers a request that is not begun because the process is behind. */
  refuseOverload: NodeHandler;
}

const endpoint = '/graphql';
/** What front ends read of an answer beside its body. */
const exposedHeaders = ['Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'];
const alwaysReady: Readiness = { findFault: async () => undefined };
const neverStopping = () => false;

/** Builds the gateway. It opens no socket and no connection by itself. */
export function createGateway(options: GatewayOptions): Gateway {
  const { log, deadlineMs, callsAtOnceMax, metrics, tracer, now = () => new Date() } = options;
  const { readiness = alwaysReady, isStopping = neverStopping } = options;
  const callerLimit = createCallerLimit(options.rateLimitPerMinute);
  const client = createFieldDataClient(options.serviceUrl, callerLimit.watch(options.fetch), now);
  const graphiql = options.graphiql && createGraphiqlPage({ ...options.graphiql, endpoint });
  const cors = createCors(options.cors, exposedHeaders);
  const { limits, introspection, bodyBytesMax, trustProxy, restDescriptionUrl } = options;
  const documents = introspection
    ? createDocuments({ schema, endpoint, limits, restDescriptionUrl })
    : new Map<string, never>();

  const prepared = new DocumentCache<PreparedDocument>(options.documentsBytesMax);
  const fragments = new KeptTexts();
  metrics?.watchHeld({ documents: () => prepared.held, textsBytes: () => fragments.bytes });
  const mask = createErrorMask((error) => log.error({ err: error }, 'internal error'));
  const pipeline = createPipeline({
    schema,
    documents: prepared,
    limits,
    introspection,
    // The reference executor stands behind it: Yoga's own does not know the coercion of graphql 17 that open enums rely on.
    execute: createExecutor(schema, execute, { memoryOf: (document) => prepared.memoryOf(document), fragments }),
    admitVariables: (operation, variables) => admitUnknownWords(schema, operation, variables),
    createContext: (request, { requestId, caller, operation: { traceHeaders } }) =>
      createContext(request, { requestId, caller, client, deadlineMs, callsAtOnceMax, traceHeaders, now }),
    mask,
  });
  const door = createOperationDoor({ callerLimit, watch: watchOperations({ log, metrics, tracer }), cors });
  const yoga = createYogaDoor({ schema, url: endpoint, bodyBytesMax, pipeline, mask });

  async function answer(request: Request, { req }: { req?: IncomingMessage }): Promise<Response> {
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const address = clientAddress(request.headers, req?.socket.remoteAddress ?? '', trustProxy);
    try {
      const response = await route(request, address, requestId);
      response.headers.set('x-request-id', requestId);
      return await compress(request, response);
    } catch (error) {
      log.error({ err: error, requestId }, 'internal error');
      return refuse(request, new GatewayError('INTERNAL_SERVER_ERROR', { requestId, http: { status: 500 } }));
    }
  }

  async function route(request: Request, address: string, requestId: string): Promise<Response> {
    if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
    const { pathname } = new URL(request.url);
    if (pathname === endpoint) {
      if (graphiql && wantsPage(request)) return graphiql(request);
      const preflight = cors.preflight(request);
      return preflight ? answerPreflight(preflight) : answerOperation(request, address, requestId);
    }
    if (pathname === '/health') return Response.json({ status: 'ok' });
    if (pathname === '/ready') return answerReadiness({ readiness, isStopping });
    const document = documents.get(pathname);
    if (document) return document(request);
    if (pathname === '/' && graphiql) return new Response(null, { status: 302, headers: { location: endpoint } });
    return Response.json({ error: 'Not found', see: endpoint }, { status: 404 });
  }

  async function answerOperation(request: Request, address: string, requestId: string): Promise<Response> {
    const { answer: response, headers } = await door({
      request,
      requestId,
      address,
      isGone: () => request.signal.aborted,
      respond: (context) => yoga(request, context),
      refuse: (error) => refuse(request, error),
    });
    setHeaders(response.headers, headers);
    response.headers.append('vary', 'Origin');
    return response;
  }

  const fetch: Gateway['fetch'] = (request) => answer(request, {});
  const otherwise = createServerAdapter<{ req?: IncomingMessage }>(answer);
  const handle = createJsonDoor({ url: endpoint, bodyBytesMax, trustProxy, door, pipeline, log, otherwise });
  return { fetch, handle, refuseOverload: createOverloadAnswer(cors) };
}

function answerPreflight(headers: HeaderList): Response {
  const response = new Response(null, { status: 204 });
  setHeaders(response.headers, headers);
  return response;
}

function wantsPage(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && (request.headers.get('accept')?.includes('text/html') ?? false);
}
