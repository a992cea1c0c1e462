/** Metrics of what has a state instead of events: read when Prometheus scrapes. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../../../platform/server/connections.ts';
import type { BreakerState } from '../../upstream/call.ts';
import type { Metrics, States, Watched } from '../metrics.ts';

const breakerStates: readonly BreakerState[] = ['closed', 'half-open', 'open'];

interface Sample {
  labels: Record<string, string>;
  value: number;
}

type State = number | undefined | readonly Sample[];
type ReadState = () => State | Promise<State>;

function samplesOf(state: State): readonly Sample[] {
  return typeof state === 'number' ? [{ labels: {}, value: state }] : (state ?? []);
}

/** Registers them. */
export function createStateMetrics(registry: Registry): Pick<Metrics, 'watch' | 'watchPort'> {
  const registers = [registry];
  const states: Partial<States> = {};
  const ports = new Map<string, () => ConnectionCounts>();
  /** A figure that is read at each scrape; absent while it is undefined. */
  const gauge = (name: string, help: string, read: ReadState, labelNames: string[] = []) =>
    new Gauge({
      name: `fieldgraph_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        const samples = samplesOf(await read());
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of samples) this.set(labels, value);
      },
    });
  /** A count that is read at each scrape. */
  const total = (name: string, help: string, read: ReadState, labelNames: string[] = []) =>
    new Counter({
      name: `fieldgraph_${name}_total`,
      help,
      labelNames,
      registers,
      async collect() {
        const samples = samplesOf(await read());
        this.reset();
        for (const { labels, value } of samples) this.inc(labels, value);
      },
    });
  const ofEndpoints = (read: (upstream: Watched, endpoint: string) => number) => () => {
    const { upstream } = states;
    return upstream?.endpoints.map((endpoint) => ({ labels: { endpoint }, value: read(upstream, endpoint) })) ?? [];
  };
  const ofPorts = (count: keyof ConnectionCounts) => () =>
    Array.from(ports, ([port, connections]) => ({ labels: { port }, value: connections()[count] }));

  gauge(
    'requests_in_flight',
    'Requests begun and not ended, on the ports of graph and service.',
    () => states.admission?.load().inFlight ?? 0,
  );
  gauge(
    'requests_in_flight_max',
    'Maximum of requests in flight, lower while the process is overloaded.',
    () => states.admission?.load().inFlightMax ?? 0,
  );
  gauge('upstream_cache_entries', 'Responses in the cache.', () => states.upstream?.cacheSize().entries ?? 0);
  total(
    'upstream_cache_evictions',
    'Responses evicted because of UPSTREAM_CACHE_BYTES_MAX.',
    () => states.upstream?.cacheSize().evictions,
  );
  gauge(
    'upstream_cache_bytes',
    'Memory of the response cache, an upper estimate.',
    () => states.upstream?.cacheSize().bytes ?? 0,
  );
  gauge(
    'upstream_calls_in_flight',
    'Calls on the wire, including writes whose caller disconnected.',
    ofEndpoints(({ load }, endpoint) => load(endpoint).inFlight),
    ['endpoint'],
  );
  gauge(
    'upstream_calls_waiting',
    'Calls that wait for a slot of their endpoint.',
    ofEndpoints(({ load }, endpoint) => load(endpoint).waiting),
    ['endpoint'],
  );
  gauge(
    'upstream_breaker_state',
    '1 for the state each breaker is in.',
    () =>
      breakerStates.flatMap((state) =>
        ofEndpoints(({ breakerState }, endpoint) => Number(breakerState(endpoint) === state))().map(
          ({ labels, value }) => ({ labels: { ...labels, state }, value }),
        ),
      ),
    ['endpoint', 'state'],
  );

  gauge('ready', '1 while `/ready` says 200, 0 while it says 503.', async () =>
    Number((await states.isReady?.()) ?? 0),
  );
  gauge('connections', 'Connections open now.', ofPorts('open'), ['port']);
  total('connections_refused', 'Connections refused because `CONNECTIONS_MAX` were open.', ofPorts('refused'), [
    'port',
  ]);
  total('connections_unread', 'Connections closed because the client did not read its replies.', ofPorts('unread'), [
    'port',
  ]);
  total('log_lines_dropped', 'Log lines dropped because standard error is full or closed.', () =>
    states.droppedLines?.(),
  );
  // Of a process that shares with nobody, 0 would say that something is wrong.
  gauge(
    'limits_shared',
    '1 while limits are counted together with the other processes of `REDIS_URL`, 0 while this process counts for itself.',
    () => states.counts && Number(states.counts.isShared()),
  );
  total(
    'limits_counted_locally',
    'Requests that this process counted by itself because the server of `REDIS_URL` did not respond.',
    () => states.counts?.countedAlone(),
  );

  gauge('document_cache_entries', 'Documents in the cache.', () => states.documents?.().count ?? 0);
  gauge(
    'document_cache_bytes',
    'Memory of the document cache, an upper estimate.',
    () => states.documents?.().bytes ?? 0,
  );
  total(
    'document_cache_evictions',
    'Documents evicted because of DOCUMENTS_BYTES_MAX.',
    () => states.documents?.().evictions,
  );
  gauge(
    'trusted_documents',
    'Documents of the manifests and of the tools of /mcp, prepared at start.',
    () => states.pinned?.().count ?? 0,
  );
  gauge(
    'trusted_documents_bytes',
    'Memory of the trusted documents, an upper estimate.',
    () => states.pinned?.().bytes ?? 0,
  );
  gauge('text_cache_bytes', 'Memory of the cached JSON of lists, an upper estimate.', () => states.textsBytes?.() ?? 0);
  gauge(
    'timezone_cache_entries',
    'Timezones in the cache, by field and credential: at most 50,000, an hour each.',
    () => states.timezones?.() ?? 0,
  );
  gauge(
    'records_in_flight',
    'Records counted for operations of more than 1,000 records in flight (RECORDS_IN_FLIGHT_MAX).',
    () => states.capacity?.().records ?? 0,
  );
  gauge(
    'unsent_answer_bytes',
    'Bytes of results above 1 MiB that clients have not read yet (UNSENT_BYTES_MAX).',
    () => states.capacity?.().unsentBytes ?? 0,
  );
  total(
    'operations_over_capacity',
    'Operations refused with OVERLOADED because of RECORDS_IN_FLIGHT_MAX or UNSENT_BYTES_MAX.',
    () => states.capacity?.().refused,
  );

  gauge('streams', 'Streams of events open now (LIVE_STREAMS_MAX).', () => states.live?.().streams);
  total('streams_opened', 'Streams of events opened.', () => states.live?.().opened);
  total('streams_refused', 'Streams refused because of a limit of streams or lists.', () => states.live?.().refused);
  total('streams_unread', 'Streams closed because the client did not read them.', () => states.live?.().unread);
  total('stream_events', 'Events of streams.', () => states.live?.().events);
  gauge('watched_lists', 'Lists watched for streams (LIVE_LISTS_MAX).', () => states.live?.().watches);
  total('watched_list_reads', 'Reads of watched lists.', () => states.live?.().reads);
  total('watched_list_changes', 'Watched lists that had changed when they were read.', () => states.live?.().changes);
  gauge(
    'watch_interval_seconds',
    'Time between two reads of a watched list, by the last that was planned. Quotas stretch it.',
    () => (states.live?.().intervalMs ?? 0) / 1000,
  );
  gauge('database_connections_in_use', 'Connections to PostgreSQL in use.', () => states.database?.().inUse);
  gauge(
    'database_connections_waiting',
    'Calls that wait for a connection to PostgreSQL.',
    () => states.database?.().waiting,
  );
  gauge(
    'database_connections_max',
    'Maximum of connections to PostgreSQL: DATABASE_POOL_MAX.',
    () => states.database?.().max,
  );
  gauge(
    'database_listening',
    '1 while PostgreSQL notifies this process of changes, 0 while it polls for them.',
    () => states.database?.().listening,
  );
  gauge(
    'service_page_cache_bytes',
    'Memory of the observation pages that the embedded service caches.',
    () => states.pages?.().bytes ?? 0,
  );

  return {
    watch: (watched) => void Object.assign(states, watched),
    watchPort: (port, connections) => void ports.set(port, connections),
  };
}
