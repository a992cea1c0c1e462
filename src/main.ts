/** Starts the service, unless a remote one is named, and the gateway over it; stops both cleanly. The one place that sees both wings. */
import type { Config } from './config.ts';
import { createMetrics } from './graph/telemetry/metrics.ts';
import type { SharedCounts } from './platform/counts/shared-counts.ts';
import type { Logger } from './platform/log.ts';
import { createShutdown } from './platform/shutdown.ts';
import { admissionOf, type Common } from './start/common.ts';
import { startGraph } from './start/graph.ts';
import { remoteService, startService } from './start/service.ts';

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
  const counts = await shareCounts(config, log);
  if (counts) started.part(counts);
  const common: Common = { config, log, started, metrics, admission, counts };
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

/** Imported only where it is needed: a process that counts by itself loads no client of Redis. */
async function shareCounts({ REDIS_URL: url }: Config, log: Logger): Promise<SharedCounts | undefined> {
  if (url === undefined) return undefined;
  const { createSharedCounts } = await import('./platform/counts/shared-counts.ts');
  return createSharedCounts(url, log);
}
