/** The graph's door: `createGateway(options)` gives one function from Request to Response, and the same for a node:http socket. */
import { createServerAdapter } from '@whatwg-node/server';
import { execute } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { NodeHandler } from '../platform/listen.ts';
import type { Logger } from '../platform/log.ts';
import { createContext, readRequestId } from './context.ts';
import { createExecutor } from './execution/executor.ts';
import { createGraphiqlPage, type GraphiqlOptions } from './http/graphiql.ts';
import { answerReadiness } from './http/readiness-answer.ts';
import { createErrorMask } from './masking.ts';
import type { Readiness } from './readiness.ts';
import { schema } from './schema.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { type OperationContext, useOperationWatch, watchOperations } from './telemetry/operations.ts';
import { createFieldDataClient } from './upstream/client.ts';
import type { Fetch } from './upstream/fetch.ts';

export interface GatewayOptions {
  /** Where the Field Data Service is, without a trailing slash; may carry a path prefix. */
  serviceUrl: string;
  /** The way to the service: the upstream chain, or in tests a function that records its calls. */
  fetch: Fetch;
  log: Logger;
  deadlineMs: number;
  /** Examples of GraphiQL; undefined switches the page off. */
  graphiql: Omit<GraphiqlOptions, 'endpoint'> | undefined;
  /** What `/ready` asks; without it, being up is being ready. */
  readiness?: Readiness;
  /** Where operations are counted, if anywhere. */
  metrics?: Metrics | undefined;
  now?: () => Date;
}

export interface Gateway {
  /** Answers one request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The same for node:http. */
  handle: NodeHandler;
}

const endpoint = '/graphql';
const alwaysReady: Readiness = { isReady: async () => true };

/** The lean executor, with the reference one behind it: Yoga's own does not know the coercion of graphql 17 that open enums rely on. */
const lean = createExecutor(schema, execute);
const useLeanExecutor: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(lean) };

/** Builds the gateway. It opens no socket and no connection by itself. */
export function createGateway(options: GatewayOptions): Gateway {
  const { log, deadlineMs, metrics, readiness = alwaysReady, now = () => new Date() } = options;
  const client = createFieldDataClient(options.serviceUrl, options.fetch, now);
  const watched = watchOperations({ log, metrics });
  const graphiql = options.graphiql && createGraphiqlPage({ ...options.graphiql, endpoint });

  const yoga = createYoga<OperationContext>({
    schema,
    graphqlEndpoint: endpoint,
    context: ({ request, requestId, operation: { traceHeaders } }) =>
      createContext(request, { requestId, client, deadlineMs, traceHeaders, now }),
    maskedErrors: { maskError: createErrorMask((error) => log.error({ err: error }, 'internal error')) },
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    logging: false,
    plugins: [useLeanExecutor, useOperationWatch()],
  });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const response = await route(request, pathname, requestId);
    response.headers.set('x-request-id', requestId);
    return response;
  }

  async function route(request: Request, pathname: string, requestId: string): Promise<Response> {
    if (pathname === endpoint) {
      if (graphiql && wantsPage(request)) return graphiql(request);
      return watched(request, requestId, (operation) => yoga.fetch(request, { requestId, operation }));
    }
    if (pathname === '/health') return Response.json({ status: 'ok' });
    if (pathname === '/ready') return answerReadiness(await readiness.isReady());
    if (pathname === '/' && graphiql) return new Response(null, { status: 302, headers: { location: endpoint } });
    return Response.json({ error: 'Not found', see: endpoint }, { status: 404 });
  }

  const adapter = createServerAdapter(answer);
  return { fetch: async (request) => adapter.fetch(request), handle: adapter };
}

function wantsPage(request: Request): boolean {
  return request.method === 'GET' && (request.headers.get('accept')?.includes('text/html') ?? false);
}
