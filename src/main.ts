/** Starts the service, unless a remote one is named, and the gateway over it; stops both cleanly. The one place that sees both wings. */
import { getRequestListener } from '@hono/node-server';
import type { Config } from './config.ts';
import { createGateway } from './graph/server.ts';
import { createUpstream } from './graph/upstream/chain.ts';
import type { Transport } from './graph/upstream/fetch.ts';
import { callInProcess } from './graph/upstream/in-process.ts';
import { createTransport } from './graph/upstream/transport.ts';
import { type Listener, listen } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';

export interface Running {
  /** Address of the graph, without a path. */
  graphUrl: string;
  /** Address of the service: the embedded one's own, or the remote's. */
  serviceUrl: string;
  /** The demo key; undefined where the demo is off or the service is remote. */
  demoKey: string | undefined;
  /** Stops accepting, finishes what is in flight within `DRAIN_MS`, closes connections and the store. */
  stop(): Promise<void>;
}

/** A part that was started and has to be stopped. */
interface Part {
  close(): Promise<void>;
}

/** A field the examples ask for; the demo has it, a remote service may not. */
export const exampleFieldId = 'fld_demo_01';

/** Starts everything. Rejects with a ListenError, or the store's refusal, after stopping what had started. */
export async function start(config: Config, log: Logger): Promise<Running> {
  // Stopped in the reverse order of their start: the graph first, so that what it has in flight still finds the service.
  const parts: Part[] = [];
  const stop = async (): Promise<void> => {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) await part.close();
  };
  try {
    const service =
      config.FIELD_DATA_URL === undefined
        ? await startService(config, log, parts)
        : remoteService(config, config.FIELD_DATA_URL);
    const graphUrl = await startGraph(config, log, service, parts);
    return { graphUrl, serviceUrl: service.url, demoKey: service.demoKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Service {
  url: string;
  demoKey: string | undefined;
  /** How the graph calls it. */
  transport: Transport;
}

function remoteService(config: Config, url: string): Service {
  const transport = createTransport({
    baseUrl: url,
    connectionsMax: config.UPSTREAM_CONCURRENCY_MAX,
    bytesMax: config.UPSTREAM_BYTES_MAX,
  });
  return { url, demoKey: undefined, transport };
}

async function startService(config: Config, log: Logger, parts: Part[]): Promise<Service> {
  // Imported only where it is needed: a gateway over a remote service opens no database.
  const { createFieldDataService } = await import('./field-data/server.ts');
  const service = await createFieldDataService({
    dataDir: config.FIELD_DATA_DIR,
    demo: config.DEMO,
    demoApiKey: config.DEMO_API_KEY,
    readsRequireKey: config.READS_REQUIRE_KEY,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
    log,
  });
  parts.push(service);
  const handler = getRequestListener((request, { incoming }) =>
    service.fetch(request, { address: incoming.socket.remoteAddress }),
  );
  const listener = await listen(handler, {
    port: config.FIELD_DATA_PORT,
    host: config.HOST,
    portSetting: 'FIELD_DATA_PORT',
  });
  parts.push(draining(listener, config.DRAIN_MS));
  // The graph calls the function itself: the socket is for REST callers.
  const transport = callInProcess((request) => service.fetch(request, { internal: true }));
  return { url: reachable(listener), demoKey: service.demoKey, transport };
}

async function startGraph(config: Config, log: Logger, service: Service, parts: Part[]): Promise<string> {
  const upstream = createUpstream({
    transport: service.transport,
    concurrencyMax: config.UPSTREAM_CONCURRENCY_MAX,
    queueMax: config.UPSTREAM_QUEUE_MAX,
    cacheBytesMax: config.UPSTREAM_CACHE_BYTES_MAX,
  });
  parts.push(upstream);
  const gateway = createGateway({
    serviceUrl: service.url,
    fetch: upstream.fetch,
    log,
    deadlineMs: config.DEADLINE_MS,
    graphiql: config.GRAPHIQL ? { demoKey: service.demoKey, fieldId: exampleFieldId } : undefined,
  });
  const listener = await listen(gateway.handle, { port: config.PORT, host: config.HOST, portSetting: 'PORT' });
  parts.push(draining(listener, config.DRAIN_MS));
  return reachable(listener);
}

function draining(listener: Listener, drainMs: number): Part {
  return { close: () => listener.close(drainMs) };
}

/** An address one can call: a server bound to every interface is reached on the loopback. */
function reachable({ url }: Listener): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
