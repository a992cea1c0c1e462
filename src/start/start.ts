/** Starts the service, unless a remote one is named, and the gateway over it; stops both cleanly. The one place that knows both. */
import type { Config } from '../config.ts';
import { allCapabilities } from '../capability.ts';
import type { Metrics } from '../graph/telemetry/metrics.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import type { Logger } from '../platform/log/log.ts';
import { createShutdown } from './shutdown.ts';
import { admissionOf, type Common } from './common.ts';
import { type GraphUrls, startGraph } from './graph.ts';
import { remoteService, startService } from './service.ts';
import { type ServiceUrls, startServiceAlone } from './service-only.ts';
import { version } from './version.ts';

export interface Stoppable {
  /** Stops accepting, finishes what is in flight, closes connections and the store: all within `DRAIN_MS`. */
  stop(): Promise<void>;
}

/** The gateway and the service under it. */
export interface Running extends GraphUrls, Stoppable {
  /** Address of the service: the embedded one's own, or the remote's. */
  serviceUrl: string;
  /** The demo key; undefined where the demo is off or the service is remote. */
  demoKey: string | undefined;
}

/** Starts everything. Rejects with a ListenError, or the store's refusal, after stopping what had started. */
export function start(config: Config, log: Logger): Promise<Running> {
  return startWith(config, log, async (common) => {
    const service =
      config.FIELD_DATA_URL === undefined ? await startService(common) : remoteService(config, config.FIELD_DATA_URL);
    const urls = await startGraph(common, service);
    return { ...urls, serviceUrl: service.url, demoKey: service.demoKey };
  });
}

/** Starts the service without a gateway. Rejects as `start` does. */
export function startServiceOnly(config: Config, log: Logger): Promise<ServiceUrls & Stoppable> {
  return startWith(config, log, startServiceAlone);
}

async function startWith<Started extends object>(
  config: Config,
  log: Logger,
  begin: (common: Common) => Promise<Started>,
): Promise<Started & Stoppable> {
  const started = createShutdown({ drainMs: config.DRAIN_MS, drainDelayMs: config.DRAIN_DELAY_MS });
  const metrics = config.ADMIN_PORT === undefined ? undefined : await createMetrics();
  const admission = admissionOf(config, log);
  started.part({ close: async () => admission.close() });
  const counts = await shareCounts(config, log);
  if (counts) started.part(counts);
  try {
    const running = await begin({ config, log, started, metrics, admission, counts });
    return { ...running, stop: started.stop };
  } catch (error) {
    await started.abandon();
    throw error;
  }
}

function createMetrics(): Promise<Metrics> | undefined {
  return allCapabilities.find((each) => each.createMetrics)?.createMetrics?.(version());
}

/** Imported only where it is needed: a process that counts by itself loads no client of Redis. */
async function shareCounts({ REDIS_URL: url }: Config, log: Logger): Promise<SharedCounts | undefined> {
  if (url === undefined) return undefined;
  const { createSharedCounts } = await import('../platform/server/rate-limit/shared-counts.ts');
  return createSharedCounts(url, log);
}
