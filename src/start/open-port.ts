/** The parts of the process that graph and service share, and the checks of all their ports. */
import type { Config } from '../config.ts';
import type { Metrics } from '../graph/telemetry/metrics.ts';
import { type Admission, type RefusalReason, withAdmission } from '../platform/server/admission/admission.ts';
import type { SharedCounts } from '../platform/server/rate-limit/shared-counts.ts';
import { listen, type NodeHandler } from '../platform/server/listen.ts';
import { connectionsWithin } from '../platform/server/open-files.ts';
import type { Logger } from '../platform/log/log.ts';
import type { Shutdown } from './shutdown.ts';

/** The parts of the process that graph and service share. */
export interface ProcessParts {
  config: Config;
  log: Logger;
  started: Shutdown;
  metrics: Metrics | undefined;
  /** Counts shared with other processes, if any. */
  counts: SharedCounts | undefined;
  /** One for the process: all its ports share one event loop and one memory. */
  admission: Admission;
  /** Whether it opens ports. A command that calls the gateway itself needs none. */
  isServed: boolean;
}

/** Also the description, which gateways request to see whether the service is lost: overload is no loss. */
const exemptPaths = new Set(['/health', '/ready', '/openapi.json']);

const settingsOf = {
  graph: { portSetting: 'PORT', hostSetting: 'HOST' },
  service: { portSetting: 'FIELD_DATA_PORT', hostSetting: 'HOST' },
  admin: { portSetting: 'ADMIN_PORT', hostSetting: 'ADMIN_HOST' },
} as const;

/** The address in links to a port that is not opened. */
const unserved = 'http://localhost';

/**
 * Opens a port of the process, which runs requests that the admission of all ports accepts, and returns its address. Without
 * `refuseOverload` it runs every request. Rejects with a ListenError.
 */
export async function openPort(
  { config, started, metrics, admission, isServed }: ProcessParts,
  name: keyof typeof settingsOf,
  { handle, refuseOverload: refuse }: { handle: NodeHandler; refuseOverload?: NodeHandler },
): Promise<string> {
  if (!isServed) return unserved;
  const onRefuse = (reason: RefusalReason) => metrics?.shed(name, reason);
  const handler = refuse ? withAdmission(handle, { admission, refuse, exempt: exemptPaths, onRefuse }) : handle;
  const { portSetting, hostSetting } = settingsOf[name];
  const { [portSetting]: port = 0, [hostSetting]: host } = config;
  const connectionsMax = connectionsWithin(config.CONNECTIONS_MAX);
  const listener = await listen(handler, { port, host, portSetting, hostSetting, connectionsMax });
  // The admin port closes after the requests of the others, so that they are in the metrics.
  if (name === 'admin') started.part({ close: () => listener.close(0) });
  else started.listener(listener);
  metrics?.registerPort(name, listener.connections);
  return listener.url;
}
