/** The service over a store: one request's way from its headers to a route and back, and the boundary that no fault passes. */
import { type Context, Hono } from 'hono';
import { addressGroup } from '../platform/address-group.ts';
import { createAddressRanges } from '../platform/address-ranges.ts';
import { clientAddress } from '../platform/client-address.ts';
import { type CorsOptions, createCors } from '../platform/cors.ts';
import type { SharedCounts } from '../platform/counts/shared-counts.ts';
import type { NodeHandler } from '../platform/listen.ts';
import type { Logger } from '../platform/log.ts';
import { assertScope, createAuthenticate, type KnownCaller } from './requests/caller.ts';
import { problemFacts, renderProblem, ServiceProblem, unavailable } from './records/errors.ts';
import type { Answer, Exchange, Route } from './requests/exchange.ts';
import { createOverloadAnswer } from './requests/overload.ts';
import { createRateLimit, type Quota, rateLimited } from './requests/rate-limit.ts';
import { readRequestId } from './requests/request-id.ts';
import { createCreateObservationRoute } from './routes/create-observation.ts';
import { createDescriptionRoute, createYamlDescriptionRoute } from './routes/description.ts';
import { createDocsFileRoute, createDocsRoute } from './routes/docs.ts';
import { createEarthObservationsRoute } from './routes/earth-observations.ts';
import { createHealthRoute, createReadyRoute, healthPaths } from './routes/health.ts';
import { createHomeRoute, type HomeOptions } from './routes/home.ts';
import { createListObservationsRoute } from './routes/list-observations.ts';
import { createProblemListRoute, createProblemsRoute } from './routes/problems.ts';
import { createSdkReleaseRoute } from './routes/sdk-release.ts';
import { createWeatherRoute } from './routes/weather.ts';
import { type ConnectionLoad, type Store, StoreError } from './store/store.ts';

export interface ServiceOptions {
  /** The key that sees demo fields and nothing else. */
  demoKey?: string | undefined;
  /** Whether a read without a key is refused. */
  readsRequireKey: boolean;
  /** Requests a minute, per key, else per address; 0 is off. */
  rateLimitPerMinute: number;
  /** Networks whose callers are not counted: gateways, which limit their own. CIDRs. */
  rateLimitExempt?: readonly string[];
  /** Where requests are counted together with other processes, if anywhere. */
  counts?: SharedCounts | undefined;
  /** Whether the caller's address is what the nearest proxy wrote last into X-Forwarded-For. */
  trustProxy?: boolean;
  /** Which pages may call from a browser; none where left out. */
  cors?: CorsOptions;
  /** Whether the process is about to end, so that callers should go elsewhere. */
  isStopping?: () => boolean;
  log: Logger;
  now?: () => Date;
}

/** What the listener knows of a request that HTTP does not say. */
export interface Client {
  address?: string | undefined;
  /** A call of the gateway in the same process, which limits its own callers: not counted here. */
  internal?: boolean;
}

export interface FieldDataService {
  /** Answers any request at all; never rejects. */
  fetch(request: Request, client?: Client): Promise<Response>;
  /** The key that writes to demo fields; undefined where there is no demo. */
  demoKey: string | undefined;
  /** What keeps the store from reading or writing now, for operators; undefined where nothing does. */
  findStoreFault(): Promise<StoreError | undefined>;
  /** Connections to the database; undefined where the store has none to share. */
  connections: (() => ConnectionLoad) | undefined;
  /** Answers a request of the socket that is not begun because the process is behind. */
  refuseOverload: NodeHandler;
  /** Closes the store. Call it after the last request was answered. */
  close(): Promise<void>;
}

interface Environment {
  Bindings: { exchange: Exchange };
}

const serviceDescription = '</openapi.json>; rel="service-desc"';
const noPages: CorsOptions = { origins: [], loopback: false };
/** What a page reads of an answer beside its body. */
const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Makes the service over a store, which it closes. */
export function createService(store: Store, options: ServiceOptions): FieldDataService {
  const { demoKey, readsRequireKey, rateLimitPerMinute, trustProxy = false, log, now = () => new Date() } = options;
  const authenticate = createAuthenticate(store, demoKey);
  const countRequest = createRateLimit(rateLimitPerMinute, now, options.counts);
  const exempt = createAddressRanges(options.rateLimitExempt ?? []);
  const cors = createCors(options.cors ?? noPages, exposedHeaders);
  const home = { demo: demoKey !== undefined, readsRequireKey };
  const app = createApp(createRoutes(store, now, home, options.isStopping ?? (() => false)));

  const peerOf = (request: Request, { address = 'unknown' }: Client) =>
    clientAddress(request.headers, address, trustProxy);

  async function answer(request: Request, client: Client): Promise<Response> {
    const startedAt = performance.now();
    const url = new URL(request.url);
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const headers: Record<string, string> = {
      'x-request-id': requestId,
      link: serviceDescription,
      'x-content-type-options': 'nosniff',
    };
    // The gateway in this process is no page.
    const isForPages = cors.isOpen && !client.internal;
    if (url.pathname.startsWith('/api/')) headers.vary = isForPages ? 'Authorization, Origin' : 'Authorization';
    else if (isForPages) headers.vary = 'Origin';
    let caller: KnownCaller | undefined;

    async function count(key: string | undefined, requests = 1): Promise<Quota | undefined> {
      if (client.internal || exempt.has(peerOf(request, client))) return undefined;
      const quota = await countRequest(key ?? `address ${addressGroup(peerOf(request, client))}`, requests);
      if (quota.retryAfterSeconds === undefined) return quota;
      Object.assign(headers, quota.headers);
      throw rateLimited(quota.retryAfterSeconds);
    }

    const exchange: Exchange = {
      request,
      url,
      requestId,
      async admit(scope, requests) {
        try {
          caller = await authenticate(request.headers.get('authorization'));
          assertScope(caller, scope, readsRequireKey);
        } catch (error) {
          // A key that is not known names nobody: guessing costs its address.
          if (error instanceof ServiceProblem && error.code === 'unauthenticated') await count(undefined);
          throw error;
        }
        const quota = await count(caller.quota, requests);
        Object.assign(headers, quota?.headers);
        return caller;
      },
    };

    const preflight = isForPages ? cors.preflight(request) : undefined;
    const response = preflight ? new Response(null, { status: 204 }) : await app.fetch(request, { exchange });
    const links = response.headers.get('link');
    if (links !== null) headers.link = `${serviceDescription}, ${links}`;
    for (const name in headers) response.headers.set(name, headers[name] ?? '');
    const forPages = isForPages ? (preflight ?? cors.expose(request)) : [];
    for (let at = 0; at < forPages.length; at += 2) response.headers.set(forPages[at] ?? '', forPages[at + 1] ?? '');
    log[client.internal || healthPaths.has(url.pathname) ? 'debug' : 'info'](
      {
        requestId,
        method: request.method,
        path: url.pathname,
        status: response.status,
        ms: Math.round((performance.now() - startedAt) * 100) / 100,
        key: caller?.mask,
      },
      'field data request',
    );
    return response;
  }

  app.onError((error, context: Context<Environment>) => {
    const problem = problemOf(error);
    const { requestId } = context.env.exchange;
    if (problemFacts[problem.code].status >= 500) log.error({ requestId, err: error }, 'field data fault');
    return refuse(problem, context.env.exchange);
  });

  return {
    fetch: (request, client = {}) => answer(request, client),
    demoKey,
    findStoreFault: () => store.findFault(),
    connections: store.connections,
    refuseOverload: createOverloadAnswer(cors),
    close: () => store.close(),
  };
}

/** Every endpoint, one file each. */
function createRoutes(store: Store, now: () => Date, home: HomeOptions, isStopping: () => boolean): Route[] {
  return [
    createWeatherRoute(store, now),
    createEarthObservationsRoute(store, now),
    createListObservationsRoute(store),
    createCreateObservationRoute(store, now),
    createHomeRoute(home),
    createDescriptionRoute(),
    createYamlDescriptionRoute(),
    createSdkReleaseRoute(),
    createDocsRoute(),
    createDocsFileRoute(),
    createProblemListRoute(),
    createProblemsRoute(),
    createHealthRoute(),
    createReadyRoute(store, isStopping),
  ];
}

function createApp(routes: readonly Route[]): Hono<Environment> {
  const app = new Hono<Environment>();
  for (const { method, path, handle } of routes) {
    app.on(method, path, async (context) => respond(await handle(context.env.exchange, context.req.param())));
  }
  for (const [path, group] of Map.groupBy(routes, (route) => route.path)) {
    const methods = group.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(path, () => {
      const allow = methods.join(', ');
      throw new ServiceProblem('method_not_allowed', `This path has ${allow}.`, { headers: { allow } });
    });
  }
  app.notFound((context) => refuse(new ServiceProblem('not_found', 'No such path.'), context.env.exchange));
  return app;
}

function respond({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

function refuse(problem: ServiceProblem, { requestId, url }: Exchange): Response {
  return respond({
    status: problemFacts[problem.code].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
    body: renderProblem(problem, requestId, url.pathname),
  });
}

function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof StoreError) return unavailable(error);
  return new ServiceProblem('internal_error', 'The request id finds the reason in the log.', { cause: error });
}
