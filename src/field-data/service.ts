/** Runs each request from its headers to a route and back. It is the error boundary: every error becomes a response. */
import { createAddressRanges } from '../platform/server/address-ranges.ts';
import { type CorsOptions, createCors } from '../platform/server/cors.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import { freeBytes, type Reply, wholeBytesMax, writeReply } from '../platform/server/http-reply.ts';
import { type HttpRequest, NodeRequest } from '../platform/server/http-request.ts';
import type { NodeHandler } from '../platform/server/listen.ts';
import { BufferedBytes } from '../platform/server/buffered-bytes.ts';
import type { Logger } from '../platform/log/log.ts';
import { createOutageLog } from '../platform/log/outage-log.ts';
import { createAuthenticate } from './requests/caller.ts';
import { problemFacts, ServiceProblem, unavailable } from './records/errors.ts';
import { type ServiceResponse, refusal, type RequestContext } from './requests/service-request.ts';
import { CallerLeft } from './requests/long-work.ts';
import { createOverloadAnswer, overloaded } from './requests/overload.ts';
import { createRateLimit } from './requests/rate-limit.ts';
import { createRequestScopes, type OnServed } from './requests/request-scope.ts';
import { createCreateObservationRoute } from './routes/create-observation.ts';
import { createPublishedRoutes } from './routes/published.ts';
import { createDocsRoutes } from './routes/pages/docs.ts';
import { createEarthObservationsRoutes } from './routes/earth-observations.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createHomeRoute } from './routes/pages/home.ts';
import { createPageCache } from './routes/page-cache.ts';
import { createListObservationsRoutes } from './routes/list-observations.ts';
import { createProblemRoutes } from './routes/pages/problems.ts';
import { createRouter } from './routes/router.ts';
import { createSdkRelease, deprecationHeaders, type SdkRelease } from './routes/sdk-release.ts';
import { createWeatherRoutes } from './routes/weather.ts';
import type { Store } from './store/store.ts';
import { StoreBusyError, StoreError } from './store/store-error.ts';

export interface ServiceOptions {
  /** The key that sees demo fields and nothing else. */
  demoKey?: string | undefined;
  /** Whether a read without a key is refused. */
  readsRequireKey: boolean;
  /** Requests a minute, per key or, without a key, per address. 0 means no limit. */
  rateLimitPerMinute: number;
  /** Networks whose callers are not counted, as CIDRs: gateways, which limit their own callers. */
  rateLimitExempt?: readonly string[];
  /** Counts shared with other processes, if any. */
  counts?: SharedCounts | undefined;
  /** Whether the caller's address is the last entry of X-Forwarded-For, which the nearest proxy wrote. */
  trustProxy?: boolean;
  /** Pages that may call from a browser. Defaults to none. */
  cors?: CorsOptions;
  /** Deprecations of the release descriptor. Defaults to the committed ones. */
  deprecations?: SdkRelease['deprecations'];
  /** Limits the bytes of large responses that callers have not read yet. Above it, further ones are refused. Defaults to 128 MiB. */
  unsent?: BufferedBytes;
  /** Whether the process is about to end, so that callers should go elsewhere. */
  isStopping?: () => boolean;
  log: Logger;
  onServed?: OnServed | undefined;
  now?: () => Date;
  /** The clock for the default bounds of windows. Defaults to `now`. */
  calendar?: (() => Date) | undefined;
}

export type FieldDataService = ReturnType<typeof createService>;

/** Logged for a request whose caller disconnected, as proxies do. It is not in the contract, and nobody receives it. */
const callerLeftStatus = 499;
const noPages: CorsOptions = { origins: [], loopback: false };
const exposedHeaders =
  'Age, Date, Deprecation, ETag, Idempotent-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id';

/** Creates the service over a store. Closing the service closes the store. */
export function createService(store: Store, options: ServiceOptions) {
  const { demoKey, readsRequireKey, rateLimitPerMinute, trustProxy = false, log, now = () => new Date() } = options;
  const { calendar = now, isStopping = () => false, unsent = new BufferedBytes(), onServed } = options;
  const authenticate = createAuthenticate(store, demoKey);
  const countRequest = createRateLimit(rateLimitPerMinute, now, options.counts);
  const exempt = createAddressRanges(options.rateLimitExempt ?? []);
  const cors = createCors(options.cors ?? noPages, exposedHeaders);
  const pages = createPageCache();
  const outage = createOutageLog(log, 'the store', async () => (await store.findFault())?.message);
  const release = createSdkRelease(options.deprecations);
  const routes = [
    ...createWeatherRoutes(store, calendar),
    ...createEarthObservationsRoutes(store, calendar),
    ...createListObservationsRoutes(store, pages),
    createCreateObservationRoute(store, now),
    createHomeRoute({ demo: demoKey !== undefined, readsRequireKey }),
    ...createPublishedRoutes(release),
    ...createDocsRoutes(),
    ...createProblemRoutes(),
    ...createHealthRoutes(findStoreFault, isStopping),
  ];
  const route = createRouter(routes);
  const paths = new Set(routes.map(({ path }) => path));
  const deprecated = deprecationHeaders(release);
  const limits = { countRequest, exempt, readsRequireKey, trustProxy };
  const begin = createRequestScopes({ authenticate, ...limits, cors, deprecated, log, paths, onServed });

  async function findStoreFault(): Promise<StoreError | undefined> {
    const failure = await store.findFault();
    outage.report(failure?.message, failure);
    return failure;
  }

  async function handleRequest(context: RequestContext, isInternal: boolean): Promise<ServiceResponse> {
    try {
      const answered = await route(context);
      const { body, own = [] } = answered;
      if (isInternal || (body?.length ?? 0) <= wholeBytesMax || !unsent.isFull()) return answered;
      freeBytes(own);
      throw overloaded;
    } catch (error) {
      if (error instanceof CallerLeft) return { status: callerLeftStatus, headers: {}, body: null };
      const problem = problemOf(error);
      const { requestId } = context;
      if (error instanceof StoreBusyError) log.warn({ requestId, reason: error.message }, 'the store is busy');
      else if (error instanceof StoreError) outage.report(error.message, error);
      else if (problemFacts[problem.code].status >= 500 && problem !== overloaded)
        log.error({ requestId, err: error }, 'field data fault');
      return refusal(problem, requestId, context.request.pathname);
    }
  }

  async function answer(request: HttpRequest, isInternal = false): Promise<ServiceResponse> {
    const { context, isForPages, headers, end } = begin(request, isInternal);
    const preflight = isForPages ? cors.preflight(request) : undefined;
    const answered: ServiceResponse = preflight
      ? { status: 204, headers: {}, body: null }
      : await handleRequest(context, isInternal);
    if (request.method === 'HEAD') answered.body = null;
    const forPages = isForPages ? (preflight ?? cors.expose(request)) : [];
    answered.headers = { ...answered.headers, ...headers(answered.headers.link) };
    for (let at = 0; at < forPages.length; at += 2) answered.headers[forPages[at] ?? ''] = forPages[at + 1] ?? '';
    end(answered.status);
    return answered;
  }

  return {
    /** Answers any request of a socket. */
    handle: (async (incoming, outgoing) => {
      try {
        const request = new NodeRequest(incoming, outgoing, new URL(`http://localhost${incoming.url}`));
        writeReply(replyOf(await answer(request)), outgoing, unsent);
      } catch {
        outgoing.destroy();
      }
    }) satisfies NodeHandler as NodeHandler,
    /** The same for a call of the gateway in the same process, which is not counted. */
    call: (request: HttpRequest, isInternal = true) => answer(request, isInternal),
    /** The key that writes to demo fields; undefined where there is no demo. */
    demoKey,
    /** Why the store cannot read or write now, for operators; undefined if it can. */
    findStoreFault,
    /** Connections to the database; undefined where the store has none to share. */
    connections: store.connections,
    /** Hints of writes to the store. */
    watchChanges: store.watchChanges,
    /** The size of the cached pages of notes. */
    cachedPages: pages.size,
    /** Bytes of large responses to sockets that their callers have not read yet. */
    unread: () => ({ bytes: unsent.bytes }),
    /** Refuses a request of a socket because the process is overloaded. */
    refuseOverload: createOverloadAnswer(cors),
    /** Closes the store. Call it after the last request was answered. */
    close() {
      outage.close();
      return store.close();
    },
  };
}

function replyOf({ status, headers, body, own }: ServiceResponse): Reply {
  const list: string[] = [];
  for (const name of Object.keys(headers).sort()) list.push(name, headers[name] ?? '');
  return { status, headers: list, body: body instanceof Uint8Array ? [body] : (body ?? ''), own };
}

function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error;
  if (error instanceof StoreError) return unavailable(error, error.kind !== 'gone' && error.kind !== 'damaged');
  return new ServiceProblem('internal_error', 'Report the request id: the log has the reason.', { cause: error });
}
