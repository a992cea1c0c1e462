/** What an exporter of metrics is notified of, and where it reads figures that have a state instead of events. It is another's to export them. */
import type { ConnectionCounts } from '../../platform/server/connections.ts';
import type { Endpoint } from '../upstream/call.ts';
import type { BreakerState } from '../upstream/layers/breaker.ts';
import type { Load } from '../upstream/layers/concurrency.ts';
import type { CacheSize } from '../upstream/layers/cache.ts';
import type { UpstreamObserver } from '../upstream/upstream.ts';
import type { Operation, Outcome } from './record.ts';

/** Notified of what is counted, by whatever exports it. */
export interface Metrics extends ProcessMetrics, CacheMetrics, DatabaseMetrics {
  /** For the upstream chain. */
  observer: UpstreamObserver;
  /** Counts one operation that ended. */
  operationEnded(operation: Operation, outcome: Outcome): void;
  /** Counts one request that was not begun, by its port and the reason. */
  shed(port: string, reason: string): void;
  /** Where the current figures of calls to the service are read. */
  watch(upstream: Watched): void;
  /** The same for the requests that the ports have begun. */
  watchAdmission(admission: AdmittedLoad): void;
  /** What the admin port serves of them, by path. */
  pages: Readonly<Record<string, () => Promise<{ contentType: string; text: string }>>>;
}

/** What has a state instead of events. */
export interface Watched {
  endpoints: readonly Endpoint[];
  load(endpoint: Endpoint): Load;
  breakerState(endpoint: Endpoint): BreakerState;
  cacheSize(): CacheSize;
}

/** Requests in flight on all ports but the admin's, and how many there may be now. */
export interface AdmittedLoad {
  load(): { inFlight: number; inFlightMax: number };
}

export interface ProcessMetrics {
  /** Has the connections of a port shown, under its name. */
  watchPort(port: string, connections: () => ConnectionCounts): void;
  /** Has shown what `/ready` says. The answer to Prometheus waits for it: it must neither reject nor take long. */
  watchReadiness(isReady: () => Promise<boolean>): void;
  /** Has shown whether limits are shared with other processes. */
  watchCounts(counts: { isShared(): boolean; countedAlone(): number }): void;
  /** Has the lines shown that the log has dropped. */
  watchLog(droppedLines: () => number): void;
}

export interface CacheGauges {
  /** Documents and their bytes now, and how many were let go for others since the start. */
  documents(): { count: number; bytes: number; evictions: number };
  /** Those that were prepared at start and stay. */
  pinned(): { count: number; bytes: number };
  textsBytes(): number;
  /** Records that large operations in flight may hold, answers that nobody has read yet, and operations refused for either. */
  capacity(): { records: number; unsentBytes: number; refused: number };
  /** Fields whose timezone is cached, once a credential. */
  timezones(): number;
}

export interface CacheMetrics {
  /** Reports these at each scrape. */
  watchCaches(caches: CacheGauges): void;
}

export interface ConnectionsInUse {
  inUse: number;
  /** Calls that wait for one to get free. */
  waiting: number;
  max: number;
}

export interface PagesHeld {
  bytes: number;
}

export interface DatabaseMetrics {
  /** Has shown what the pool of connections does. */
  watchDatabase(connections: () => ConnectionsInUse): void;
  /** Has shown what rendered pages cost to hold. */
  watchPages(pages: () => PagesHeld): void;
}
