/** The service over a store: one request's way from its headers to a route and back, and the boundary that no fault passes. */
import { type Context, Hono } from 'hono';
import { createAddressRanges } from '../platform/server/address-ranges.ts';
import { type CorsOptions, createCors } from '../platform/server/cors.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import type { NodeHandler } from '../platform/server/listen.ts';
import type { Logger } from '../platform/log/log.ts';
import { createOutageLog } from '../platform/log/outage-log.ts';
import { createAuthenticate } from './requests/caller.ts';
import { problemFacts, renderProblem, ServiceProblem, unavailable } from './records/errors.ts';
import type { Answer, RequestContext, Route } from './requests/service-request.ts';
import type { HttpRequest } from './requests/node-request.ts';
import { createOverloadAnswer } from './requests/overload.ts';
import { createRateLimit } from './requests/rate-limit.ts';
import { type Client, createRequestScopes } from './requests/request-scope.ts';
import { createCreateObservationRoute } from './routes/create-observation.ts';
import { createDescriptionRoute, createYamlDescriptionRoute } from './routes/description.ts';
import { createDocsFileRoute, createDocsRoute } from './routes/pages/docs.ts';
import { createEarthObservationsRoute } from './routes/earth-observations.ts';
import { createHealthRoute, createReadyRoute } from './routes/health.ts';
import { createHomeRoute, type HomeOptions } from './routes/pages/home.ts';
import { createKeptPages, type KeptPages, type PagesHeld } from './routes/page-cache.ts';
import { createListObservationsRoute } from './routes/list-observations.ts';
import { createProblemListRoute, createProblemsRoute } from './routes/pages/problems.ts';
import { createSdkReleaseRoute } from './routes/sdk-release.ts';
import { createWeatherRoute } from './routes/weather.ts';
import { type ConnectionLoad, type Store, StoreBusyError, StoreError } from './store/store.ts';

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

export type { Client };

export interface FieldDataService {
  /** Answers any request at all; never rejects. */
  fetch(request: Request, client?: Client): Promise<Response>;
  /** Answers a plain request of a socket, just as `fetch` would; never rejects. Undefined where `fetch` is to be asked. */
  receive(arrival: HttpRequest): Promise<Answer> | undefined;
  /** Answers a call of the gateway in the same process, just as `fetch` would; rejects for a path that has no route. */
  call(call: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>): Promise<Answer>;
  /** The key that writes to demo fields; undefined where there is no demo. */
  demoKey: string | undefined;
  /** What keeps the store from reading or writing now, for operators; undefined where nothing does. */
  findStoreFault(): Promise<StoreError | undefined>;
  /** Connections to the database; undefined where the store has none to share. */
  connections: (() => ConnectionLoad) | undefined;
  /** The pages of notes that are kept rendered. */
  pagesHeld(): PagesHeld;
  /** Answers a request of the socket that is not begun because the process is behind. */
  refuseOverload: NodeHandler;
  /** Closes the store. Call it after the last request was answered. */
  close(): Promise<void>;
}

interface Environment {
  Bindings: { exchange: RequestContext };
}

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
  const pages = createKeptPages(store);
  const outage = createOutageLog(log, 'the store', { look: async () => (await store.findFault())?.message });
  const routes = createRoutes({ ...store, findFault: findStoreFault }, pages, {
    now,
    home,
    isStopping: options.isStopping ?? (() => false),
  });
  const app = createApp(routes);
  const direct = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const visit = createRequestScopes({ authenticate, countRequest, exempt, cors, readsRequireKey, trustProxy, log });

  async function run(route: Route, exchange: RequestContext): Promise<Answer> {
    try {
      return await route.handle(exchange, {});
    } catch (error) {
      return answerFault(error, exchange);
    }
  }

  function answerFault(error: unknown, exchange: RequestContext): Answer {
    const problem = problemOf(error);
    const { requestId } = exchange;
    if (error instanceof StoreBusyError) log.warn({ requestId, reason: error.message }, 'the store is busy');
    else if (error instanceof StoreError) outage.report(error.message, error);
    else if (problemFacts[problem.code].status >= 500) log.error({ requestId, err: error }, 'field data fault');
    return refuse(problem, exchange);
  }

  async function findStoreFault(): Promise<StoreError | undefined> {
    const fault = await store.findFault();
    outage.report(fault?.message, fault);
    return fault;
  }

  async function answer(request: Request, client: Client): Promise<Response> {
    const { exchange, isForPages, headers, end } = visit(request, new URL(request.url), client);
    const preflight = isForPages ? cors.preflight(request) : undefined;
    const route = direct.get(`${request.method} ${exchange.url.pathname}`);
    const response = preflight
      ? new Response(null, { status: 204 })
      : route
        ? respond(await run(route, exchange))
        : await app.fetch(request, { exchange });
    const common = headers(response.headers.get('link') ?? undefined);
    for (const name in common) response.headers.set(name, common[name] ?? '');
    const forPages = isForPages ? (preflight ?? cors.expose(request)) : [];
    for (let at = 0; at < forPages.length; at += 2) response.headers.set(forPages[at] ?? '', forPages[at + 1] ?? '');
    end(response.status);
    return response;
  }

  /** The same for what came plainly, to a path that a route has; undefined for any other. */
  function receive(arrival: HttpRequest): Promise<Answer> | undefined {
    const route = direct.get(`${arrival.method} ${arrival.url.pathname}`);
    return route && answerPlainly(arrival, route);
  }

  async function answerPlainly(arrival: HttpRequest, route: Route): Promise<Answer> {
    const { exchange, isForPages, headers, end } = visit(arrival, arrival.url, arrival);
    const answered = await run(route, exchange);
    Object.assign(answered.headers, headers(answered.headers.link));
    const forPages = isForPages ? cors.expose(arrival) : [];
    for (let at = 0; at < forPages.length; at += 2) answered.headers[forPages[at] ?? ''] = forPages[at + 1] ?? '';
    end(answered.status);
    return answered;
  }

  app.onError((error, { env }: Context<Environment>) => respond(answerFault(error, env.exchange)));

  return {
    fetch: (request, client = {}) => answer(request, client),
    receive,
    async call(call) {
      const isHead = call.method === 'HEAD';
      const answered = await receive({ ...call, method: isHead ? 'GET' : call.method, internal: true });
      if (answered === undefined) throw new Error(`No route of ${call.method} ${call.url.pathname}.`);
      return isHead ? { ...answered, body: null } : answered;
    },
    demoKey,
    findStoreFault,
    connections: store.connections,
    pagesHeld: pages.held,
    refuseOverload: createOverloadAnswer(cors),
    close() {
      outage.close();
      return store.close();
    },
  };
}

/** Every endpoint, one file each. */
function createRoutes(
  store: Store,
  pages: KeptPages,
  { now, home, isStopping }: { now: () => Date; home: HomeOptions; isStopping: () => boolean },
): Route[] {
  return [
    createWeatherRoute(store, now),
    createEarthObservationsRoute(store, now),
    createListObservationsRoute(store, pages),
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
  app.notFound(({ env }) => respond(refuse(new ServiceProblem('not_found', 'No such path.'), env.exchange)));
  return app;
}

function respond({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

function refuse(problem: ServiceProblem, { requestId, url }: RequestContext): Answer {
  return {
    status: problemFacts[problem.code].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
    body: renderProblem(problem, requestId, url.pathname),
  };
}

function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof StoreError) return unavailable(error);
  return new ServiceProblem('internal_error', 'The request id finds the reason in the log.', { cause: error });
}
