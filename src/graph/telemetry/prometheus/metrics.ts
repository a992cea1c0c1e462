/**
 * The metrics of one gateway for Prometheus, in a registry of its own. Labels are operation names, endpoints, outcomes and
 * codes: never a key, a field id or an address.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BreakerState } from '../../upstream/layers/breaker.ts';
import type { AdmittedLoad, Metrics, Watched } from '../metrics.ts';
import { createCacheMetrics } from './cache-metrics.ts';
import { createDatabaseMetrics } from './database-metrics.ts';
import { createClientLabels, createOperationNames } from './labels.ts';
import { createProcessMetrics } from './process-metrics.ts';

export interface PrometheusMetrics extends Metrics {
  pages: Record<'/metrics', Metrics['pages'][string]>;
  /** The gateway's own metrics, for docs/operators.md. */
  describe(): { name: string; help: string; labels: string[] }[];
}

/** From an answer out of the cache to the default deadline. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const breakerStates: readonly BreakerState[] = ['closed', 'half-open', 'open'];

/** A new set of metrics, with those of the Node process. */
export function createMetrics(version: string): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const build = { version, node: process.versions.node };
  new Gauge({
    name: 'fieldgraph_build_info',
    help: 'Always 1, with the versions of Fieldgraph and Node.',
    labelNames: Object.keys(build),
    registers,
  }).set(build, 1);

  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `fieldgraph_${name}_total`, help, labelNames, registers });
  const seconds = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `fieldgraph_${name}_seconds`, help, labelNames, buckets: secondsBuckets, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `fieldgraph_${name}`, help, labelNames, registers });

  const operations = counter('operations', 'Operations by name and outcome.', ['operation', 'outcome']);
  const operationSeconds = seconds('operation_duration', 'Time to the answer of an operation.', ['operation']);
  const coalesced = counter('coalesced_operations', 'Queries that got the answer of an equal one in flight.', [
    'operation',
  ]);
  const ofClients = counter('client_operations', 'Operations by the client that named itself.', ['client', 'version']);
  const refusals = counter('refused_operations', 'Operations that never ran, by limit or error code.', ['reason']);
  const shed = counter('shed_requests', 'Requests refused with 503 because the process was behind.', [
    'port',
    'reason',
  ]);
  const requests = gauge('requests_in_flight', 'Requests begun and not ended, on the ports of graph and service.');
  const requestsMax = gauge(
    'requests_in_flight_max',
    'How many of them there may be: less where the process is behind.',
  );
  const sends = counter('upstream_calls', 'Sends to the service, by status or error code.', ['endpoint', 'outcome']);
  const sendSeconds = seconds('upstream_call_duration', 'Time of a send to the service.', ['endpoint']);
  const retries = counter('upstream_retries', 'Sends beyond the first of a call.', ['endpoint']);
  const batched = counter('upstream_batched_reads', 'Reads that were sent in a batch.', ['endpoint']);
  const fallbacks = counter('upstream_batch_fallbacks', 'Batched reads that fell back to single-field calls.', [
    'endpoint',
  ]);
  const lookups = counter('upstream_cache_lookups', 'Reads looked up in the response cache.', ['endpoint', 'result']);
  const cacheEntries = gauge('upstream_cache_entries', 'Responses in the cache.');
  const evictions = new Counter({
    name: 'fieldgraph_upstream_cache_evictions_total',
    help: 'Responses evicted because of UPSTREAM_CACHE_BYTES_MAX.',
    registers,
  });
  const cacheBytes = gauge('upstream_cache_bytes', 'Memory of the response cache, an upper estimate.');
  const breakerChanges = counter('upstream_breaker_changes', 'Changes of a breaker, by the new state.', [
    'endpoint',
    'state',
  ]);
  const inFlight = gauge('upstream_calls_in_flight', 'Calls on the wire, including writes whose caller has gone.', [
    'endpoint',
  ]);
  const waiting = gauge('upstream_calls_waiting', 'Calls that wait for a slot of their endpoint.', ['endpoint']);
  const breakers = gauge('upstream_breaker_state', '1 for the state each breaker is in.', ['endpoint', 'state']);

  function readAdmission(admission: AdmittedLoad): void {
    const admitted = admission.load();
    requests.set(admitted.inFlight);
    requestsMax.set(admitted.inFlightMax);
  }

  function readStates({ endpoints, load, breakerState, cacheSize }: Watched): void {
    const size = cacheSize();
    cacheEntries.set(size.entries);
    cacheBytes.set(size.bytes);
    evictions.reset();
    evictions.inc(size.evictions);
    for (const endpoint of endpoints) {
      const now = load(endpoint);
      inFlight.set({ endpoint }, now.inFlight);
      waiting.set({ endpoint }, now.waiting);
      for (const state of breakerStates) breakers.set({ endpoint, state }, breakerState(endpoint) === state ? 1 : 0);
    }
  }

  const labelOf = createOperationNames();
  const clientOf = createClientLabels();
  let watched: Watched | undefined;
  let admission: AdmittedLoad | undefined;

  return {
    ...createProcessMetrics(registry),
    ...createCacheMetrics(registry),
    ...createDatabaseMetrics(registry),
    observer: {
      sent(endpoint, outcome, milliseconds) {
        sends.inc({ endpoint, outcome });
        sendSeconds.observe({ endpoint }, milliseconds / 1000);
      },
      retried: (endpoint) => retries.inc({ endpoint }),
      batched: (endpoint, fields) => batched.inc({ endpoint }, fields),
      fellBack: (endpoint, fields) => fallbacks.inc({ endpoint }, fields),
      cached: (endpoint, result) => lookups.inc({ endpoint, result }),
      breakerChanged: (endpoint, state) => breakerChanges.inc({ endpoint, state }),
    },
    operationEnded(operation, outcome) {
      const label = labelOf(operation.name, outcome === 'refused');
      operations.inc({ operation: label, outcome });
      operationSeconds.observe({ operation: label }, operation.milliseconds / 1000);
      if (operation.coalescedWith !== undefined) coalesced.inc({ operation: label });
      if (outcome === 'refused') refusals.inc({ reason: operation.reason });
      if (operation.client === undefined) return;
      const { name, version } = clientOf(operation.client, outcome === 'refused');
      ofClients.inc({ client: name, version: version ?? '' });
    },
    shed: (port, reason) => shed.inc({ port, reason }),
    watch(upstream) {
      watched = upstream;
    },
    watchAdmission(load) {
      admission = load;
    },
    pages: {
      async '/metrics'() {
        if (watched) readStates(watched);
        if (admission) readAdmission(admission);
        return { contentType: registry.contentType, text: await registry.metrics() };
      },
    },
    describe: () =>
      (registry.getMetricsAsArray() as unknown as { name: string; help: string; labelNames: string[] }[])
        .filter(({ name }) => name.startsWith('fieldgraph_'))
        .map(({ name, help, labelNames }) => ({ name, help, labels: labelNames })),
  };
}
