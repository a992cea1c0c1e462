/** The gateway over a service, on its port, and the operators' port. */
import { allCapabilities, graphOf } from '../capability.ts';
import { everyInterface } from '../config.ts';
import { createGateway } from '../graph/gateway.ts';
import { hasGraphiql } from '../graph/http/pages/graphiql.ts';
import { createReadiness, unreachable } from '../graph/http/readiness.ts';
import { Capacity } from '../graph/operation/capacity.ts';
import { limitsOf } from '../graph/operation/limits/limit.ts';
import { endpoints } from '../graph/reads/client.ts';
import { findLoss } from '../graph/upstream/published.ts';
import { createUpstream } from '../graph/upstream/upstream.ts';
import { createOutageLog } from '../platform/log/outage-log.ts';
import { bytesWithin } from '../platform/sync/memory-ratio.ts';
import { BufferedBytes } from '../platform/server/buffered-bytes.ts';
import { findTracer } from '../platform/log/trace-headers.ts';
import { startAdmin } from './admin.ts';
import { type ProcessParts, openPort } from './open-port.ts';
import type { Service } from './service.ts';
import { version } from './version.ts';

/** Bytes of a response cache. Up to 64 MiB, at most a thirty-second of the memory of a container; a larger setting holds as it is. */
const cacheBytesOf = (bytesMax: number) => (bytesMax > 67_108_864 ? bytesMax : bytesWithin(bytesMax, 32));

/** The last part of the time for requests in flight: operations end their calls, and reply. */
const replyRatio = 0.1;
const replyMsMax = 500;

/** Starts the gateway. Returns it and its addresses without a path. Rejects with a ListenError. */
export async function startGraph(parts: ProcessParts, service: Service) {
  const { config, log, started, metrics, counts } = parts;
  const tracer = findTracer();
  const upstream = createUpstream({
    endpoints,
    transport: service.transport,
    concurrencyMax: config.UPSTREAM_CONCURRENCY_MAX,
    queueMax: config.UPSTREAM_QUEUE_MAX,
    deadlineMs: config.DEADLINE_MS,
    cacheBytesMax: cacheBytesOf(config.UPSTREAM_CACHE_BYTES_MAX),
    observer: metrics?.observer,
    tracer,
    onFailure: () => outage?.suspect(),
    onOutage(endpoint, reason) {
      if (reason === undefined) log.info({ endpoint }, 'the endpoint is called again');
      else log.warn({ endpoint, reason }, 'the breaker of the endpoint is open');
    },
  });
  // The embedded service logs its own outages.
  const outage =
    config.FIELD_DATA_URL === undefined
      ? undefined
      : createOutageLog(log, 'the service', async () => (await readiness.findFault())?.reason);
  started.part(upstream);
  // While connections can still carry the replies: later, they are cut.
  started.onStop((drainMs) => {
    setTimeout(upstream.endWaiting, drainMs - Math.min(drainMs * replyRatio, replyMsMax)).unref();
  });
  started.part(service.background);
  if (outage) started.part({ close: async () => outage.close() });
  metrics?.register({ upstream, cache: upstream.cacheSize });
  const findOutage = async () => {
    const cause = await findLoss(service.background, service.descriptionUrl);
    if (cause !== undefined) return unreachable(cause);
    // A service that publishes its description and answers no read is of no use to callers.
    return upstream.isCalling() ? undefined : unreachable('the breakers of all its reads are open');
  };
  const readiness = createReadiness(async () => {
    const unready = (await service.findFault()) ?? (await findOutage());
    outage?.report(unready?.reason);
    return unready;
  });
  const capabilityParts = { config, log, version: version(), service, upstream };
  const created = await Promise.all(allCapabilities.flatMap(({ create }) => create?.(capabilityParts) ?? []));
  const gateway = createGateway({
    schema: await graphOf(config),
    serviceUrl: service.url,
    fetch: upstream.fetch,
    calendar: service.calendar,
    readiness,
    isStopping: started.isStopping,
    isCut: started.isCut,
    metrics,
    tracer,
    log,
    deadlineMs: config.DEADLINE_MS,
    bodyBytesMax: config.BODY_BYTES_MAX,
    limits: limitsOf(config),
    capacity: new Capacity(new BufferedBytes(config.UNSENT_BYTES_MAX), config.RECORDS_IN_FLIGHT_MAX, upstream.callerOf),
    documentsBytesMax: config.DOCUMENTS_BYTES_MAX,
    rateLimitPerMinute: config.GATEWAY_RATE_LIMIT_PER_MINUTE,
    callerOf: upstream.callerOf,
    counts,
    trustProxy: config.TRUST_PROXY,
    introspection: config.INTROSPECTION,
    // On every interface, or through a proxy, the name by which callers know this machine is not known.
    restDescriptionUrl:
      config.FIELD_DATA_URL === undefined && !config.TRUST_PROXY && !everyInterface.has(config.HOST)
        ? service.descriptionUrl
        : undefined,
    // A front end in development has another port. While there is only demo data, it may call without a setting.
    cors: { origins: config.CORS_ORIGINS, loopback: service.demoKey !== undefined },
    graphiql: config.GRAPHIQL && hasGraphiql() ? { demoKey: service.demoKey } : undefined,
    additions: created,
  });
  const graphUrl = await openPort(parts, 'graph', gateway);
  for (const { onListening, onStop, live, close } of created) {
    if (parts.isServed) onListening?.();
    if (onStop) started.onStop(onStop);
    if (live) metrics?.register({ live });
    if (close) started.part({ close });
  }
  const adminUrl = await startAdmin(parts, {
    readiness,
    isStopping: started.isStopping,
    upstream,
    readyDetails: () => Object.assign({}, ...created.map(({ readyDetails }) => readyDetails?.())),
    pages: Object.assign({}, ...created.map(({ adminPages }) => adminPages)),
  });
  return { graphUrl, adminUrl, gateway };
}
