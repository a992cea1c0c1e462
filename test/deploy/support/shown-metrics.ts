/** The metrics that processes export to Prometheus, read from one process over its admin port. */
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMetrics } from '../../../src/graph/telemetry/prometheus/metrics.ts';
import { startProduct } from '../../support/running.ts';

/** The names of series, with the suffixes that histograms and summaries have, and the labels that any of them may carry. */
export interface Shown {
  metrics: Set<string>;
  labels: Set<string>;
}

/** The labels that Prometheus adds to every series, and the series that it makes of a scrape. */
const ofPrometheus: Shown = { metrics: new Set(['up']), labels: new Set(['job', 'instance', 'le', 'quantile']) };

const suffixes: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** Starts the product, sends a query and reads the exported metrics. */
export async function readShownMetrics(): Promise<Shown> {
  await using product = await startProduct({ ADMIN_PORT: '0' });
  await fetch(`${product.graphUrl}/graphql?query={field(id:"fld_demo_01"){latestWeather{date}}}`, {
    headers: { 'apollo-require-preflight': '1' },
  });
  // The labels of garbage collections appear only after one.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const read = async () => (await fetch(`${product.adminUrl}/metrics`)).text();
  let text = await read();
  for (; !text.includes('nodejs_gc_duration_seconds_sum{'); text = await read()) await wait(20);
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const metrics = declared.flatMap(([, name = '', type = '']) =>
    (suffixes[type] ?? ['']).map((suffix) => name + suffix),
  );
  const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name);
  const described = createMetrics('0.0.0').describe();
  return {
    metrics: new Set([...metrics, ...ofPrometheus.metrics]),
    labels: new Set([...labels, ...described.flatMap((metric) => metric.labels), ...ofPrometheus.labels]),
  };
}
