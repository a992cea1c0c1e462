/** Starts the service, unless a remote one is named, and the gateway over it; stops both cleanly. The one place that knows both. */
import type { Config } from '../config.ts';
import { isUnlimited } from '../config/settings.ts';
import { allCapabilities } from '../capability.ts';
import type { Gateway } from '../graph/gateway.ts';
import { createReadiness } from '../graph/http/readiness.ts';
import { createAdmission } from '../platform/server/admission/admission.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import type { Logger } from '../platform/log/log.ts';
import { standardErrorStream } from '../platform/log/log-stream.ts';
import { startAdmin } from './admin.ts';
import { createShutdown } from './shutdown.ts';
import type { ProcessParts } from './open-port.ts';
import { startGraph } from './graph.ts';
import { remoteService, startService } from './service.ts';
import { version } from './version.ts';

/** The gateway and the service under it, with their addresses. */
export interface Running {
  graphUrl: string;
  /** Address of the service: the embedded one's own, or the remote's. */
  serviceUrl: string;
  adminUrl: string | undefined;
  /** The demo key; undefined where the demo is off or the service is remote. */
  demoKey: string | undefined;
  /** Stops accepting, finishes what is in flight, closes connections and the store: all within `DRAIN_MS`. */
  stop(): Promise<void>;
}

/** Starts everything. Rejects with a ListenError or the error of the store, after stopping the started parts. */
export function start(config: Config, log: Logger): Promise<Running> {
  return startWith({ config, log, isServed: true }, startBoth);
}

/** Starts everything without a port, for a caller in this process. Rejects with the error of the store. */
export function startUnserved(config: Config, log: Logger): Promise<Pick<Running, 'stop'> & { gateway: Gateway }> {
  return startWith({ config, log, isServed: false }, startBoth);
}

async function startBoth(parts: ProcessParts) {
  const { config } = parts;
  const service =
    config.FIELD_DATA_URL === undefined ? await startService(parts) : remoteService(config, config.FIELD_DATA_URL);
  return { ...(await startGraph(parts, service)), serviceUrl: service.url, demoKey: service.demoKey };
}

/** Starts the service without a gateway. Rejects as `start` does. */
export function startServiceOnly(config: Config, log: Logger): Promise<Omit<Running, 'graphUrl'>> {
  return startWith({ config, log, isServed: true }, async (parts) => {
    const { url, demoKey, findFault } = await startService(parts);
    const readiness = createReadiness(findFault);
    const adminUrl = await startAdmin(parts, { readiness, isStopping: parts.started.isStopping });
    return { serviceUrl: url, adminUrl, demoKey };
  });
}

async function startWith<Started extends object>(
  own: Pick<ProcessParts, 'config' | 'log' | 'isServed'>,
  begin: (parts: ProcessParts) => Promise<Started>,
): Promise<Started & Pick<Running, 'stop'>> {
  const { config, log } = own;
  const started = createShutdown(config);
  const { createMetrics } = allCapabilities.find((each) => each.createMetrics) ?? {};
  const metrics = config.ADMIN_PORT === undefined ? undefined : await createMetrics?.(version());
  const admission = createAdmission({
    delayMsMax: config.EVENT_LOOP_DELAY_MS_MAX,
    onChange: (begins, cause) => {
      const what = cause === 'delay' ? 'is overloaded' : 'has little memory left';
      if (begins) log.warn(`the process ${what}: new requests may be refused with 503`);
      else log.info(`the process ${cause === 'delay' ? 'is no longer overloaded' : 'has enough memory again'}`);
    },
  });
  started.part({ close: async () => admission.close() });
  const counts = await shareCounts(config, log);
  if (counts) started.part(counts);
  metrics?.register({ admission: admission.load, counts, droppedLines: standardErrorStream().dropped });
  try {
    const running = await begin({ ...own, started, metrics, admission, counts });
    return { ...running, stop: own.isServed ? started.stop : started.abandon };
  } catch (error) {
    await started.abandon();
    throw error;
  }
}

/** Imported only where it is needed: a process that counts by itself loads no client of Redis. */
async function shareCounts(config: Config, log: Logger): Promise<SharedCounts | undefined> {
  const { REDIS_URL: url } = config;
  if (url === undefined || isUnlimited(config)) return undefined;
  const { createSharedCounts } = await import('../platform/server/rate-limit/shared-counts.ts');
  return createSharedCounts(url, log);
}
