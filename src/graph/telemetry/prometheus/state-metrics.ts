/** Metrics of state instead of events, read at each scrape of Prometheus. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../../../platform/server/connections.ts';
import { unfinishedBodies } from '../../../platform/server/buffered-bytes.ts';
import type { BreakerState } from '../../upstream/call.ts';
import type { Figures, Metrics, States, Watched } from '../metrics.ts';

const breakerStates: readonly BreakerState[] = ['closed', 'half-open', 'open'];

/** Names and texts of the metrics. */
const help = {
  requests_in_flight: 'Requests begun and not ended, on the ports of graph and service.',
  requests_in_flight_max: 'Maximum of requests in flight, lower while the process is overloaded.',
  upstream_cache_entries: 'Responses in the cache.',
  upstream_cache_evictions: 'Responses evicted because of UPSTREAM_CACHE_BYTES_MAX.',
  upstream_cache_bytes: 'Memory of the response cache, an upper estimate.',
  upstream_calls_in_flight: 'Calls on the wire, including writes whose caller disconnected.',
  upstream_calls_waiting: 'Calls that wait for a slot of their endpoint.',
  upstream_breaker_state: '1 for the state each breaker is in.',
  ready: '1 while `/ready` says 200, 0 while it says 503.',
  connections: 'Connections open now.',
  connections_refused: 'Connections refused, or closed for a further one, because `CONNECTIONS_MAX` were open.',
  connections_unread: 'Connections closed because the client did not read its replies.',
  connections_unfinished: 'Connections closed for others because their requests came too slowly, or in tiny chunks.',
  unfinished_body_bytes:
    'Bytes of bodies that have come in part, on all ports, each counted as long as it may become, at most 8 MiB: 128 MiB in all.',
  log_lines_dropped: 'Log lines dropped because standard error is full or closed.',
  limits_shared:
    '1 while limits are counted together with the other processes of `REDIS_URL`, 0 while this process counts for itself.',
  limits_counted_locally:
    'Requests that this process counted by itself because the server of `REDIS_URL` did not respond.',
  document_cache_entries: 'Documents in the cache.',
  document_cache_bytes: 'Memory of the document cache, an upper estimate.',
  document_cache_evictions: 'Documents evicted because of DOCUMENTS_BYTES_MAX.',
  trusted_documents: 'Documents of the manifests and of the tools of /mcp, prepared at start.',
  trusted_documents_bytes: 'Memory of the trusted documents, an upper estimate.',
  text_cache_bytes: 'Memory of the cached JSON of lists, an upper estimate.',
  timezone_cache_entries: 'Timezones in the cache, by field and credential: at most 10,000, an hour each.',
  records_in_flight: 'Records counted for operations of more than 1,000 records in flight (RECORDS_IN_FLIGHT_MAX).',
  unsent_answer_bytes:
    'Bytes of replies above 64 KiB, and of events of streams, that clients have not read yet (UNSENT_BYTES_MAX).',
  operations_over_capacity: 'Operations refused with OVERLOADED because of RECORDS_IN_FLIGHT_MAX or UNSENT_BYTES_MAX.',
  streams: 'Streams of events open now (LIVE_STREAMS_MAX).',
  streams_opened: 'Streams of events opened.',
  streams_refused: 'Streams refused because of a limit of streams, lists or memory.',
  stream_document_bytes:
    'Upper estimate of the memory of documents and variables of open streams (DOCUMENTS_BYTES_MAX).',
  streams_unread: 'Streams closed because clients left more than UNSENT_BYTES_MAX unread.',
  stream_events: 'Events of streams.',
  watched_lists: 'Lists watched for streams (LIVE_LISTS_MAX).',
  watched_list_reads: 'Reads of watched lists.',
  watched_list_changes: 'Watched lists that had changed when they were read.',
  watch_interval_seconds: 'Time between two reads of a watched list, by the last that was planned. Quotas stretch it.',
  database_connections_in_use: 'Connections to PostgreSQL in use.',
  database_connections_waiting: 'Calls that wait for a connection to PostgreSQL.',
  database_connections_max: 'Maximum of connections to PostgreSQL: DATABASE_POOL_MAX.',
  database_listening: '1 while PostgreSQL notifies this process of changes, 0 while it polls for them.',
  service_page_cache_bytes: 'Memory of the observation pages that the built-in service caches.',
  service_unsent_answer_bytes:
    'Bytes of answers above 64 KiB that callers of the built-in service have not read yet: above 128 MiB, it refuses further ones above 1 MiB.',
};

type State = number | undefined | readonly { labels: Record<string, string>; value: number }[];
type ReadState = () => State | Promise<State>;

/** Registers the metrics in the registry. */
export function createStateMetrics(registry: Registry): Pick<Metrics, 'register' | 'registerPort'> {
  const registers = [registry];
  const states: Partial<States> = {};
  const ports = new Map<string, () => ConnectionCounts>();
  /** Makes metrics that are read at each scrape. An undefined figure removes a gauge, and sets a count to 0. */
  const reading =
    (Metric: typeof Gauge | typeof Counter, suffix = '') =>
    (name: keyof typeof help, read: ReadState, ...labelNames: string[]) =>
      new Metric({
        name: `fieldgraph_${name}${suffix}`,
        help: help[name],
        labelNames,
        registers,
        async collect(this: Gauge | Counter) {
          const state = await read();
          const samples = typeof state === 'number' ? [{ labels: {}, value: state }] : (state ?? []);
          this.reset();
          if (this instanceof Gauge && samples.length === 0 && labelNames.length === 0) this.remove();
          for (const { labels, value } of samples) this.inc(labels, value);
        },
      });
  const gauge = reading(Gauge);
  const total = reading(Counter, '_total');
  /** Reads a figure of a part; `otherwise` applies if the process lacks the part. */
  const of =
    <Part extends keyof Figures>(part: Part, figure: keyof Figures[Part], otherwise?: 0) =>
    () =>
      ((states[part] as (() => Figures[Part]) | undefined)?.()[figure] as number | undefined) ?? otherwise;
  const ofEndpoints = (read: (upstream: Watched, endpoint: string) => number) => () => {
    const { upstream } = states;
    return upstream?.endpoints.map((endpoint) => ({ labels: { endpoint }, value: read(upstream, endpoint) })) ?? [];
  };
  const ofLoad = (figure: 'inFlight' | 'waiting') => ofEndpoints(({ load }, endpoint) => load(endpoint)[figure]);
  const ofBreakers = () =>
    breakerStates.flatMap((state) => {
      const samples = ofEndpoints(({ breakerState }, endpoint) => Number(breakerState(endpoint) === state))();
      return samples.map(({ labels, value }) => ({ labels: { ...labels, state }, value }));
    });
  const ofPorts = (count: keyof ConnectionCounts) => () =>
    Array.from(ports, ([port, connections]) => ({ labels: { port }, value: connections()[count] }));

  gauge('requests_in_flight', of('admission', 'inFlight', 0));
  gauge('requests_in_flight_max', of('admission', 'inFlightMax', 0));
  gauge('upstream_cache_entries', of('cache', 'entries', 0));
  total('upstream_cache_evictions', of('cache', 'evictions'));
  gauge('upstream_cache_bytes', of('cache', 'bytes', 0));
  gauge('upstream_calls_in_flight', ofLoad('inFlight'), 'endpoint');
  gauge('upstream_calls_waiting', ofLoad('waiting'), 'endpoint');
  gauge('upstream_breaker_state', ofBreakers, 'endpoint', 'state');

  gauge('ready', async () => Number((await states.isReady?.()) ?? 0));
  gauge('connections', ofPorts('open'), 'port');
  total('connections_refused', ofPorts('refused'), 'port');
  total('connections_unread', ofPorts('unread'), 'port');
  total('connections_unfinished', ofPorts('unfinished'), 'port');
  gauge('unfinished_body_bytes', () => unfinishedBodies.bytes);
  total('log_lines_dropped', () => states.droppedLines?.());
  // Undefined for a process that shares no limits: 0 would report a problem.
  gauge('limits_shared', () => states.counts && Number(states.counts.reason() === undefined));
  total('limits_counted_locally', () => states.counts?.countedAlone());

  gauge('document_cache_entries', of('documents', 'count', 0));
  gauge('document_cache_bytes', of('documents', 'bytes', 0));
  total('document_cache_evictions', of('documents', 'evictions'));
  gauge('trusted_documents', of('pinned', 'count', 0));
  gauge('trusted_documents_bytes', of('pinned', 'bytes', 0));
  gauge('text_cache_bytes', () => states.textsBytes?.() ?? 0);
  gauge('timezone_cache_entries', () => states.timezones?.() ?? 0);
  gauge('records_in_flight', of('capacity', 'records', 0));
  gauge('unsent_answer_bytes', of('capacity', 'unsentBytes', 0));
  total('operations_over_capacity', of('capacity', 'refused'));

  gauge('streams', of('live', 'streams'));
  total('streams_opened', of('live', 'opened'));
  total('streams_refused', of('live', 'refused'));
  gauge('stream_document_bytes', of('live', 'documentsBytes'));
  total('streams_unread', of('live', 'unread'));
  total('stream_events', of('live', 'events'));
  gauge('watched_lists', of('live', 'watches'));
  total('watched_list_reads', of('live', 'reads'));
  total('watched_list_changes', of('live', 'changes'));
  gauge('watch_interval_seconds', () => (states.live?.().intervalMs ?? 0) / 1000);
  gauge('database_connections_in_use', of('database', 'inUse'));
  gauge('database_connections_waiting', of('database', 'waiting'));
  gauge('database_connections_max', of('database', 'max'));
  gauge('database_listening', of('database', 'listening'));
  gauge('service_page_cache_bytes', of('pages', 'bytes', 0));
  gauge('service_unsent_answer_bytes', of('unread', 'bytes', 0));

  return {
    register: (added) => void Object.assign(states, added),
    registerPort: (port, connections) => void ports.set(port, connections),
  };
}
