/** Starts the service, unless a remote one is named, and the gateway over it; stops both cleanly. The one place that sees both wings. */
import { getRequestListener, RequestError } from '@hono/node-server';
import { createServerAdapter } from '@whatwg-node/server';
import type { Config } from './config.ts';
import { watchDrift } from './graph/drift/watch.ts';
import { type AdminOptions, createAdmin } from './graph/http/admin.ts';
import type { OperationLimits } from './graph/operation/limits/limit.ts';
import { createReadiness, type Unready, unreachable } from './graph/http/readiness.ts';
import { createGateway } from './graph/gateway.ts';
import { createMetrics, type Metrics } from './graph/telemetry/metrics.ts';
import { endpoints } from './graph/reads/client.ts';
import { createUpstream } from './graph/upstream/upstream.ts';
import { isReachable } from './graph/upstream/published.ts';
import type { Transport } from './graph/upstream/call.ts';
import { callInProcess } from './graph/upstream/wire/in-process.ts';
import { createTransport } from './graph/upstream/wire/undici.ts';
import { type Admission, createAdmission } from './platform/admission/admission.ts';
import { guard } from './platform/admission/guard.ts';
import type { CorsOptions } from './platform/cors.ts';
import { type Listener, listen, type NodeHandler } from './platform/listen.ts';
import { renderMalformed } from './platform/malformed.ts';
import type { Logger } from './platform/log.ts';
import { standardErrorStream } from './platform/log-stream.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { findTracer } from './platform/tracing.ts';

export interface Running {
  /** Address of the graph, without a path. */
  graphUrl: string;
  /** Address of the service: the embedded one's own, or the remote's. */
  serviceUrl: string;
  /** Address of metrics and the details of readiness; undefined without ADMIN_PORT. */
  adminUrl: string | undefined;
  /** The demo key; undefined where the demo is off or the service is remote. */
  demoKey: string | undefined;
  /** Stops accepting, finishes what is in flight, closes connections and the store: all within `DRAIN_MS`. */
  stop(): Promise<void>;
}

/** Starts everything. Rejects with a ListenError, or the store's refusal, after stopping what had started. */
export async function start(config: Config, log: Logger): Promise<Running> {
  const started = createShutdown({ drainMs: config.DRAIN_MS, drainDelayMs: config.DRAIN_DELAY_MS });
  const metrics = config.ADMIN_PORT === undefined ? undefined : createMetrics();
  const admission = admissionOf(config, log);
  started.part({ close: async () => admission.close() });
  const common: Common = { config, log, started, metrics, admission };
  try {
    const service =
      config.FIELD_DATA_URL === undefined ? await startService(common) : remoteService(config, config.FIELD_DATA_URL);
    const { graphUrl, adminUrl } = await startGraph(common, service);
    return { graphUrl, serviceUrl: service.url, adminUrl, demoKey: service.demoKey, stop: started.stop };
  } catch (error) {
    await started.abandon();
    throw error;
  }
}

/** What both halves are started with. */
interface Common {
  config: Config;
  log: Logger;
  started: Shutdown;
  metrics: Metrics | undefined;
  /** One for the process: all its ports share one event loop and one memory. */
  admission: Admission;
}

function admissionOf({ EVENT_LOOP_DELAY_MS_MAX: delayMsMax }: Config, log: Logger): Admission {
  return createAdmission({
    delayMsMax,
    onChange: (isBehind) => {
      if (isBehind) log.warn('the process is behind: new requests may be refused with 503');
      else log.info('the process has caught up');
    },
  });
}

const healthPaths = new Set(['/health', '/ready']);

/** The handler of a port, behind the admission that all ports share. */
function guarded({ admission, metrics }: Common, port: string, handler: NodeHandler, refuse: NodeHandler): NodeHandler {
  return guard(handler, { admission, refuse, exempt: healthPaths, onRefuse: (reason) => metrics?.shed(port, reason) });
}

interface Service {
  url: string;
  /** Of the embedded service. */
  listener?: Listener;
  demoKey: string | undefined;
  /** Makes how the graph calls it. */
  transport(connectionsMax: number): Transport;
  /** The way to its description, for readiness and drift: no operation waits behind these. */
  aside: Transport;
  descriptionUrl: string;
  /** What of its own keeps it from answering, where it is ours. */
  findFault(): Promise<Unready | undefined>;
}

const asideConnectionsMax = 2;
const descriptionBytesMax = 4 * 1024 * 1024;
/** What closing one of both transports may take: together well within the part of the drain time that is kept for closing. */
const closeMsMax = 250;
const closeRatioMax = 0.025;

function remoteService(config: Config, url: string): Service {
  const common = { baseUrl: url, closeMsMax: Math.min(closeMsMax, config.DRAIN_MS * closeRatioMax) };
  return {
    url,
    demoKey: undefined,
    transport: (connectionsMax) => createTransport({ ...common, connectionsMax, bytesMax: config.UPSTREAM_BYTES_MAX }),
    aside: createTransport({ ...common, connectionsMax: asideConnectionsMax, bytesMax: descriptionBytesMax }),
    descriptionUrl: `${url}${config.FIELD_DATA_OPENAPI_PATH}`,
    findFault: async () => undefined,
  };
}

async function startService(common: Common): Promise<Service> {
  const { config, log, started } = common;
  // Imported only where it is needed: a gateway over a remote service opens no database.
  const { createFieldDataService } = await import('./field-data/server.ts');
  const service = await createFieldDataService({
    dataDir: config.FIELD_DATA_DIR,
    demo: config.DEMO,
    demoApiKey: config.DEMO_API_KEY,
    readsRequireKey: config.READS_REQUIRE_KEY,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
    cors: corsOptions(config, config.DEMO),
    log,
  });
  started.part(service);
  const handler = getRequestListener(
    (request, { incoming }) => service.fetch(request, { address: incoming.socket.remoteAddress }),
    // The service answers every Request; what comes here could not be made one: a malformed Host, or none, or OPTIONS *.
    { errorHandler: answerMalformed },
  );
  const listener = await listen(guarded(common, 'service', handler, service.refuseOverload), {
    port: config.FIELD_DATA_PORT,
    host: config.HOST,
    portSetting: 'FIELD_DATA_PORT',
    connectionsMax: config.CONNECTIONS_MAX,
  });
  started.listener(listener);
  // The graph calls the function itself: the socket is for REST callers.
  const transport = callInProcess((request) => service.fetch(request, { internal: true }));
  const url = reachable(listener);
  const findFault = async (): Promise<Unready | undefined> => {
    const fault = await service.findStoreFault();
    return fault && { code: 'STORE_UNAVAILABLE', reason: fault.message };
  };
  return {
    url,
    listener,
    demoKey: service.demoKey,
    transport: () => transport,
    aside: transport,
    descriptionUrl: `${url}/openapi.json`,
    findFault,
  };
}

function answerMalformed(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500;
  const { headers, body } = renderMalformed(status);
  return new Response(body, { status, headers });
}

interface GraphUrls {
  graphUrl: string;
  adminUrl: string | undefined;
}

async function startGraph(common: Common, service: Service): Promise<GraphUrls> {
  const { config, log, started, metrics, admission } = common;
  const tracer = findTracer();
  const upstream = createUpstream({
    endpoints,
    transport: service.transport,
    concurrencyMax: config.UPSTREAM_CONCURRENCY_MAX,
    queueMax: config.UPSTREAM_QUEUE_MAX,
    deadlineMs: config.DEADLINE_MS,
    cacheBytesMax: config.UPSTREAM_CACHE_BYTES_MAX,
    observer: metrics?.observer,
    tracer,
  });
  started.part(upstream);
  started.part(service.aside);
  metrics?.watch(upstream, admission);
  const readiness = createReadiness(async () => {
    const fault = await service.findFault();
    if (fault) return fault;
    // A service that publishes its description and answers no read is of no use to callers.
    const isWell = upstream.isCalling() && (await isReachable(service.aside, service.descriptionUrl));
    return isWell ? undefined : unreachable;
  });
  const gateway = createGateway({
    serviceUrl: service.url,
    fetch: upstream.fetch,
    readiness,
    isStopping: started.isStopping,
    metrics,
    tracer,
    log,
    deadlineMs: config.DEADLINE_MS,
    callsAtOnceMax: upstream.callsAtOnceMax,
    bodyBytesMax: config.BODY_BYTES_MAX,
    limits: operationLimits(config),
    documentsBytesMax: config.DOCUMENTS_BYTES_MAX,
    rateLimitPerMinute: config.GATEWAY_RATE_LIMIT_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
    introspection: config.INTROSPECTION,
    restDescriptionUrl: config.FIELD_DATA_URL === undefined ? service.descriptionUrl : undefined,
    cors: corsOptions(config, service.demoKey !== undefined),
    graphiql: config.GRAPHIQL ? { demoKey: service.demoKey } : undefined,
  });
  const handler = guarded(common, 'graph', gateway.handle, gateway.refuseOverload);
  const listener = await listen(handler, {
    port: config.PORT,
    host: config.HOST,
    portSetting: 'PORT',
    connectionsMax: config.CONNECTIONS_MAX,
  });
  started.listener(listener);
  metrics?.watchPort('graph', listener.connections);
  if (service.listener) metrics?.watchPort('service', service.listener.connections);
  metrics?.watchLog(standardErrorStream().dropped);
  const { aside, url, descriptionUrl } = service;
  const drift = watchDrift({ transport: aside, serviceUrl: url, descriptionUrl }, log);
  started.part(drift);
  const adminUrl =
    metrics &&
    (await startAdmin(config, started, {
      metrics,
      readiness,
      isStopping: started.isStopping,
      upstream,
      drift: drift.current,
      log,
    }));
  return { graphUrl: reachable(listener), adminUrl };
}

async function startAdmin(config: Config, started: Shutdown, options: AdminOptions): Promise<string> {
  const listener = await listen(createServerAdapter(createAdmin(options)), {
    port: config.ADMIN_PORT ?? 0,
    host: config.ADMIN_HOST,
    portSetting: 'ADMIN_PORT',
    hostSetting: 'ADMIN_HOST',
    connectionsMax: config.CONNECTIONS_MAX,
  });
  started.listener(listener);
  options.metrics.watchPort('admin', listener.connections);
  return reachable(listener);
}

/** A front end in development stands on another port: while there is only demo data it may call at once. */
function corsOptions(config: Config, loopback: boolean): CorsOptions {
  return { origins: config.CORS_ORIGINS, loopback };
}

function operationLimits(config: Config): OperationLimits {
  return {
    tokensMax: config.TOKENS_MAX,
    nestingMax: config.NESTING_MAX,
    directivesMax: config.DIRECTIVES_MAX,
    selectionsMax: config.SELECTIONS_MAX,
    depthMax: config.DEPTH_MAX,
    aliasesMax: config.ALIASES_MAX,
    rootFieldsMax: config.ROOT_FIELDS_MAX,
    variablesMax: config.VARIABLES_MAX,
    idsMax: config.IDS_MAX,
    upstreamCallsMax: config.UPSTREAM_CALLS_MAX,
  };
}

/** An address one can call: a server bound to every interface is reached on the loopback. */
function reachable({ url }: Listener): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
