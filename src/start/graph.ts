/** The gateway over a service, on its port, and the operators' port beside it. */
import { createServerAdapter } from '@whatwg-node/server';
import type { Config } from '../config.ts';
import { watchDrift } from '../graph/drift/watch.ts';
import { createGateway } from '../graph/gateway.ts';
import { type AdminOptions, createAdmin } from '../graph/http/admin.ts';
import { hasGraphiql } from '../graph/http/pages/graphiql.ts';
import { createReadiness, unreachable } from '../graph/http/readiness.ts';
import type { OperationLimits } from '../graph/operation/limits/limit.ts';
import { endpoints } from '../graph/reads/client.ts';
import { isReachable } from '../graph/upstream/published.ts';
import { createUpstream } from '../graph/upstream/upstream.ts';
import { listen } from '../platform/listen.ts';
import { standardErrorStream } from '../platform/log-stream.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { findTracer } from '../platform/tracing.ts';
import { type Common, corsOptions, guarded, reachable } from './common.ts';
import type { Service } from './service.ts';

/** Addresses without a path. */
export interface GraphUrls {
  graphUrl: string;
  adminUrl: string | undefined;
}

/** Starts it. Rejects with a ListenError. */
export async function startGraph(common: Common, service: Service): Promise<GraphUrls> {
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
    graphiql: config.GRAPHIQL && hasGraphiql() ? { demoKey: service.demoKey } : undefined,
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
