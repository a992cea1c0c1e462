/** The service that the graph calls: the embedded one, started here on a port of its own, or a remote one. */
import { type Parts, storeOptions } from '../capability.ts';
import type { Config } from '../config.ts';
import type { Unready } from '../graph/http/readiness.ts';
import type { Transport } from '../graph/upstream/call.ts';
import { probeConnectTimeoutMs } from '../graph/upstream/published.ts';
import { callInProcess } from '../graph/upstream/wire/in-process.ts';
import { createTransport } from '../graph/upstream/wire/undici.ts';
import { type ProcessParts, openPort } from './open-port.ts';

export type Service = Parts['service'] & {
  demoKey: string | undefined;
  /** Makes the transport by which the graph calls the service. */
  transport(connectionsMax: number): Transport;
  /** Why the embedded service cannot answer; undefined if it can or is remote. */
  findFault(): Promise<Unready | undefined>;
};

const backgroundConnectionsMax = 2;
const descriptionBytesMax = 4 * 1024 * 1024;
/** Time limit for closing one of both transports: both fit well within the part of the drain time reserved for closing. */
const closeMsMax = 250;
const closeRatioMax = 0.025;

/** A service at an address. Nothing is requested of it yet. */
export function remoteService(config: Config, url: string): Service {
  const shared = { baseUrl: url, closeMsMax: Math.min(closeMsMax, config.DRAIN_MS * closeRatioMax) };
  return {
    url,
    demoKey: undefined,
    transport: (connectionsMax) => createTransport({ ...shared, connectionsMax, bytesMax: config.UPSTREAM_BYTES_MAX }),
    background: createTransport({
      ...shared,
      connectionsMax: backgroundConnectionsMax,
      bytesMax: descriptionBytesMax,
      connectTimeoutMs: probeConnectTimeoutMs,
    }),
    descriptionUrl: `${url}${config.FIELD_DATA_OPENAPI_PATH}`,
    findFault: async () => undefined,
  };
}

/** Opens the store and serves it. Rejects with a StoreError or a ListenError. */
export async function startService(parts: ProcessParts): Promise<Service> {
  const { config, log, started } = parts;
  // Imported only where it is needed: a gateway over a remote service opens no database.
  const { createFieldDataService } = await import('../field-data/server.ts');
  const { DEMO: demo, DEMO_NOW: demoNow } = config;
  const calendar = demo && demoNow !== undefined ? () => new Date(demoNow) : undefined;
  const service = await createFieldDataService({
    ...storeOptions(config),
    demo,
    calendar,
    demoApiKey: config.DEMO_API_KEY,
    readsRequireKey: config.FIELD_DATA_READS_REQUIRE_KEY,
    rateLimitPerMinute: config.FIELD_DATA_RATE_LIMIT_PER_MINUTE,
    rateLimitExempt: config.FIELD_DATA_RATE_LIMIT_EXEMPT,
    counts: parts.counts,
    trustProxy: config.TRUST_PROXY,
    isStopping: started.isStopping,
    cors: { origins: config.CORS_ORIGINS, loopback: demo },
    log,
    onServed: parts.metrics?.served,
  });
  started.part(service);
  // Logs a store that can only be read, such as a file of mode 0400, before the banner.
  if (parts.isServed) await service.findStoreFault();
  parts.metrics?.register({ database: service.connections, pages: service.cachedPages, unread: service.unread });
  const url = await openPort(parts, 'service', service);
  // The graph calls the function itself: the socket is for REST callers.
  const transport = callInProcess(service.call);
  return {
    url,
    demoKey: service.demoKey,
    transport: () => transport,
    background: transport,
    descriptionUrl: `${url}/openapi.json`,
    watchChanges: service.watchChanges,
    calendar,
    async findFault() {
      const failure = await service.findStoreFault();
      return failure && { code: 'STORE_UNAVAILABLE', reason: failure.message };
    },
  };
}
