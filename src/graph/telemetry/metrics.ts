/** The interface of an exporter of metrics: the events that it is notified of, and the figures that it reads. It exports nothing itself. */
import type { Admission } from '../../platform/server/admission/admission.ts';
import type { ConnectionCounts } from '../../platform/server/connections.ts';
import type { UpstreamObserver } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { OperationRecord, Outcome } from './record.ts';

/** Notified of events to count. An exporter implements it. */
export interface Metrics {
  /** For the upstream chain. */
  observer: UpstreamObserver;
  /** Counts one operation that ended. */
  operationEnded(operation: OperationRecord, outcome: Outcome): void;
  /** Counts one request that was not started, by its port and the reason. */
  shed(port: string, reason: string): void;
  /** Counts one request to the built-in service over its port. `path` is that of a route, or `other`. */
  served(method: string, path: string, status: number, milliseconds: number): void;
  /** Registers readers of figures, which each export calls. */
  register(states: Partial<States>): void;
  /** The same for the connections of a port. */
  registerPort(port: string, connections: () => ConnectionCounts): void;
  /** Pages of the admin port with the metrics, by path. */
  pages: AdminPages;
}

/** Pages of the admin port, by path. */
export type AdminPages = Readonly<Record<string, (query: URLSearchParams) => Promise<AdminPage>>>;

export interface AdminPage {
  contentType: string;
  text: string;
}

/** The part of the upstream chain with figures. */
export type Watched = Pick<Upstream, 'endpoints' | 'load' | 'breakerState'>;

/** Figures of parts that have a state instead of events. */
export interface Figures {
  /** Requests in flight on all ports but the admin's, and their current maximum. */
  admission: ReturnType<Admission['load']>;
  /** Size of the response cache. */
  cache: ReturnType<Upstream['cacheSize']>;
  /** Cached documents, their bytes, and evictions since the start. */
  documents: { count: number; bytes: number; evictions: number };
  /** Documents prepared at start, which stay. */
  pinned: { count: number; bytes: number };
  /** Records counted for large operations in flight, bytes of unread answers, and operations refused for either. */
  capacity: { records: number; unsentBytes: number; refused: number };
  /** Connections of the pool, and calls that wait for a free one. */
  database: { inUse: number; waiting: number; max: number; listening: 0 | 1 | undefined };
  /** Event streams: open, opened, refused, their events, closed because unread, bytes of documents. Lists: watched, read, changed, time between reads. */
  live: Record<'streams' | 'opened' | 'refused' | 'events' | 'unread' | 'documentsBytes', number> &
    Record<'watches' | 'reads' | 'changes' | 'intervalMs', number>;
  /** Size of the rendered pages in memory. */
  pages: { bytes: number };
  /** Large answers of the built-in service that its callers have not read yet. */
  unread: { bytes: number };
}

/** Readers of the figures. */
export type States = { readonly [Part in keyof Figures]: () => Figures[Part] } & {
  upstream: Watched;
  /** Result of `/ready`. Each scrape of Prometheus waits for it, so it must not reject or take long. */
  isReady(): Promise<boolean>;
  /** Whether limits are shared with other processes. */
  counts: { reason(): string | undefined; countedAlone(): number };
  /** Lines that the log has dropped. */
  droppedLines(): number;
  textsBytes(): number;
  /** Cached timezones, one per field and credential. */
  timezones(): number;
};
