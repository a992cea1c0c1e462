/** The parts of the process that graph and service share, and the checks of all their ports. */
import type { Config } from '../config.ts';
import type { Metrics } from '../graph/telemetry/metrics.ts';
import { type Admission, createAdmission } from '../platform/server/admission/admission.ts';
import { withAdmission } from '../platform/server/admission/with-admission.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import type { CorsOptions } from '../platform/server/cors.ts';
import type { Listener, NodeHandler } from '../platform/server/listen.ts';
import type { Logger } from '../platform/log/log.ts';
import type { Shutdown } from './shutdown.ts';

/** The parts of the process that graph and service share. */
export interface Common {
  config: Config;
  log: Logger;
  started: Shutdown;
  metrics: Metrics | undefined;
  /** Counts shared with other processes, if any. */
  counts: SharedCounts | undefined;
  /** One for the process: all its ports share one event loop and one memory. */
  admission: Admission;
}

/** The admission of one process. */
export function admissionOf({ EVENT_LOOP_DELAY_MS_MAX: delayMsMax }: Config, log: Logger): Admission {
  return createAdmission({
    delayMsMax,
    onChange: (isBehind) => {
      if (isBehind) log.warn('the process is behind: new requests may be refused with 503');
      else log.info('the process has caught up');
    },
  });
}

const healthPaths = new Set(['/health', '/ready']);

/** The handler of a port, which begins what the admission of all ports lets in. */
export function guarded(
  { admission, metrics }: Common,
  port: string,
  handler: NodeHandler,
  refuse: NodeHandler,
): NodeHandler {
  return withAdmission(handler, {
    admission,
    refuse,
    exempt: healthPaths,
    onRefuse: (reason) => metrics?.shed(port, reason),
  });
}

/** A front end in development stands on another port: while there is only demo data it may call at once. */
export function corsOptions(config: Config, loopback: boolean): CorsOptions {
  return { origins: config.CORS_ORIGINS, loopback };
}

/** An address one can call: a server bound to every interface is reached on the loopback. */
export function reachable({ url }: Listener): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
