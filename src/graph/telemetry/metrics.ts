/** What an exporter of metrics is notified of, and where it reads figures that have a state instead of events. It is another's to export them. */
import type { Admission } from '../../platform/server/admission/admission.ts';
import type { ConnectionCounts } from '../../platform/server/connections.ts';
import type { UpstreamObserver } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Operation, Outcome } from './record.ts';

/** Notified of what is counted, by whatever exports it. */
export interface Metrics {
  /** For the upstream chain. */
  observer: UpstreamObserver;
  /** Counts one operation that ended. */
  operationEnded(operation: Operation, outcome: Outcome): void;
  /** Counts one request that was not begun, by its port and the reason. */
  shed(port: string, reason: string): void;
  /** Where the figures of these are read, whenever they are exported. */
  watch(states: Partial<States>): void;
  /** The same for the connections of a port. */
  watchPort(port: string, connections: () => ConnectionCounts): void;
  /** What the admin port serves of them, by path. */
  pages: Readonly<Record<string, () => Promise<AdminPage>>>;
}

/** What the admin port serves, by path. */
export type AdminPages = Readonly<Record<string, (query: URLSearchParams) => Promise<AdminPage>>>;

export interface AdminPage {
  contentType: string;
  text: string;
}

/** The way to the service. */
export type Watched = Pick<Upstream, 'endpoints' | 'load' | 'breakerState'>;

/** Figures of parts that have a state instead of events. */
export interface Figures {
  /** Requests in flight on all ports but the admin's, and how many there may be now. */
  admission: ReturnType<Admission['load']>;
  /** Size of the response cache. */
  cache: ReturnType<Upstream['cacheSize']>;
  /** Documents and their bytes now, and how many were let go for others since the start. */
  documents: { count: number; bytes: number; evictions: number };
  /** Documents prepared at start, which stay. */
  pinned: { count: number; bytes: number };
  /** Records that large operations in flight may hold, answers that nobody has read yet, and operations refused for either. */
  capacity: { records: number; unsentBytes: number; refused: number };
  /** Connections of the pool, and calls that wait for one to get free. */
  database: { inUse: number; waiting: number; max: number; listening: 0 | 1 | undefined };
  /** Streams of events open now and opened since the start, their events, those cut because nobody read them, and lists watched and read. */
  live: Record<'streams' | 'opened' | 'refused' | 'events' | 'unread', number> &
    Record<'watches' | 'reads' | 'changes' | 'intervalMs', number>;
  /** Size of the rendered pages in memory. */
  pages: { bytes: number };
  /** Large answers of the embedded service that its callers have not read yet. */
  unread: { bytes: number };
}

/** Readers of the figures. */
export type States = { readonly [Part in keyof Figures]: () => Figures[Part] } & {
  upstream: Watched;
  /** What `/ready` says. The answer to Prometheus waits for it: it must neither reject nor take long. */
  isReady(): Promise<boolean>;
  /** Whether limits are shared with other processes. */
  counts: { isShared(): boolean; countedAlone(): number };
  /** Lines that the log has dropped. */
  droppedLines(): number;
  textsBytes(): number;
  /** Fields whose timezone is cached, once a credential. */
  timezones(): number;
};
