/**
 * The metrics of one gateway for Prometheus, in a registry of its own. Labels are operation names, endpoints, outcomes and
 * codes: never a key, a field id or an address.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../metrics.ts';
import { createLabels } from './labels.ts';
import { createStateMetrics } from './state-metrics.ts';

/** From a cached answer to the default deadline. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const namesMax = 200;
const clientsMax = 100;

/** A new set of metrics, with those of the Node process. */
export function createMetrics(version: string) {
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

  const operations = counter('operations', 'Operations by name and outcome.', ['operation', 'outcome']);
  const operationSeconds = seconds('operation_duration', 'Duration of an operation.', ['operation']);
  const coalesced = counter('coalesced_operations', 'Queries that shared the result of an equal one in flight.', [
    'operation',
  ]);
  const ofClients = counter('client_operations', 'Operations by the client that named itself.', ['client', 'version']);
  const refusals = counter('refused_operations', 'Operations refused without data, by limit or error code.', [
    'reason',
  ]);
  const shed = counter('shed_requests', 'Requests refused with 503 because the process was overloaded.', [
    'port',
    'reason',
  ]);
  const requests = counter(
    'service_requests',
    'Requests to the built-in service over its port, by path and status, except health checks and files of `/docs`.',
    ['method', 'path', 'status'],
  );
  const requestSeconds = seconds('service_request_duration', 'Time of a request to the built-in service.', ['path']);
  const sends = counter(
    'upstream_calls',
    'Sends to the service for operations and streams, by status or error code; ABANDONED: the caller left, or a stop cut it.',
    ['endpoint', 'outcome'],
  );
  const sendSeconds = seconds('upstream_call_duration', 'Time of a send to the service.', ['endpoint']);
  const retries = counter('upstream_retries', 'Sends beyond the first of a call.', ['endpoint']);
  const batched = counter('upstream_batched_reads', 'Reads that were put into a batch, also if it was then not sent.', [
    'endpoint',
  ]);
  const fallbacks = counter('upstream_batch_fallbacks', 'Batched reads that fell back to single-field calls.', [
    'endpoint',
  ]);
  const lookups = counter('upstream_cache_lookups', 'Reads looked up in the response cache.', ['endpoint', 'result']);
  const breakerChanges = counter('upstream_breaker_changes', 'Changes of a breaker, by the new state.', [
    'endpoint',
    'state',
  ]);
  const labelOf = createLabels(namesMax, 'other');
  const clientOf = createLabels(clientsMax, 'other\n');

  return {
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
      const label = operation.name === undefined ? 'anonymous' : labelOf(operation.name, outcome === 'refused');
      operations.inc({ operation: label, outcome });
      operationSeconds.observe({ operation: label }, operation.milliseconds / 1000);
      if (operation.coalescedWith !== undefined) coalesced.inc({ operation: label });
      if (outcome === 'refused') refusals.inc({ reason: operation.reason });
      if (operation.client === undefined) return;
      const { name, version = '' } = operation.client;
      const [client = '', ofClient = ''] = clientOf(`${name}\n${version}`, outcome === 'refused').split('\n');
      ofClients.inc({ client, version: ofClient });
    },
    shed: (port, reason) => shed.inc({ port, reason }),
    served(method, path, status, milliseconds) {
      requests.inc({ method, path, status });
      requestSeconds.observe({ path }, milliseconds / 1000);
    },
    ...createStateMetrics(registry),
    pages: { '/metrics': async () => ({ contentType: registry.contentType, text: await registry.metrics() }) },
    describe: () =>
      (registry.getMetricsAsArray() as unknown as { name: string; help: string; labelNames: string[] }[])
        .filter(({ name }) => name.startsWith('fieldgraph_'))
        .map(({ name, help, labelNames }) => ({ name, help, labels: labelNames })),
  } satisfies Metrics & { describe(): unknown };
}
