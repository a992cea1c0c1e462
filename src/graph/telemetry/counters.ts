/**
 * Counters and histograms as plain numbers, given to prom-client's registry when Prometheus asks. Its own metrics check and
 * join their labels again at each count, several times for one call to the service.
 */
import type { Metric, Registry } from 'prom-client';

export interface MetricOptions {
  name: string;
  help: string;
  /** One or two. */
  labelNames: string[];
}

type Label = string | number;
type Labels = Record<string, Label>;

/** Events by one or two labels. */
export interface Counter {
  inc(first: Label, second?: Label): void;
  /** Counts so many at once. */
  add(count: number, first: Label, second?: Label): void;
}

/** A counter of this registry. */
export function createCounter(registry: Registry, options: MetricOptions): Counter {
  const samples = new Samples(options.labelNames, () => ({ value: 0 }));
  register(registry, 'counter', options, () => samples.map((labels, { value }) => [{ labels, value }]));
  return {
    inc(first, second) {
      samples.of(first, second).value += 1;
    },
    add(count, first, second) {
      samples.of(first, second).value += count;
    },
  };
}

/** How values spread, by one or two labels. */
export interface Histogram {
  observe(value: number, first: Label, second?: Label): void;
}

/** A histogram of this registry; `buckets` are upper bounds, ascending. */
export function createHistogram(registry: Registry, options: MetricOptions, buckets: readonly number[]): Histogram {
  const { name } = options;
  const samples = new Samples(options.labelNames, () => ({
    sum: 0,
    count: 0,
    counts: new Array<number>(buckets.length).fill(0),
  }));
  register(registry, 'histogram', options, () =>
    samples.map((labels, { sum, count, counts }) => {
      let total = 0;
      const bounded = buckets.map((le, index) => {
        total += counts[index] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
      });
      return [
        ...bounded,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    }),
  );
  return {
    observe(value, first, second) {
      const sample = samples.of(first, second);
      sample.sum += value;
      sample.count += 1;
      for (let index = 0; index < buckets.length; index += 1) {
        if (value > (buckets[index] as number)) continue;
        sample.counts[index] = (sample.counts[index] as number) + 1;
        return;
      }
    },
  };
}

interface Sample {
  metricName?: string;
  labels: Labels;
  value: number;
}

/** What a registry asks of a metric, which prom-client types as its own classes alone. */
function register(registry: Registry, type: string, options: MetricOptions, read: () => Sample[]): void {
  const { name, help } = options;
  const metric = { ...options, get: async () => ({ name, help, type, aggregator: 'sum', values: read() }) };
  registry.registerMetric(metric as unknown as Metric);
}

/** What is counted, by its labels, in the order in which they were first seen. */
class Samples<Kept> {
  readonly #labelNames: string[];
  readonly #create: () => Kept;
  readonly #kept = new Map<Label, Map<Label | undefined, Kept>>();

  constructor(labelNames: string[], create: () => Kept) {
    this.#labelNames = labelNames;
    this.#create = create;
  }

  of(first: Label, second: Label | undefined): Kept {
    let ofFirst = this.#kept.get(first);
    if (!ofFirst) {
      ofFirst = new Map();
      this.#kept.set(first, ofFirst);
    }
    let kept = ofFirst.get(second);
    if (!kept) {
      kept = this.#create();
      ofFirst.set(second, kept);
    }
    return kept;
  }

  map(read: (labels: Labels, kept: Kept) => Sample[]): Sample[] {
    const [nameOfFirst = '', nameOfSecond = ''] = this.#labelNames;
    return [...this.#kept].flatMap(([first, ofFirst]) =>
      [...ofFirst].flatMap(([second, kept]) =>
        read(second === undefined ? { [nameOfFirst]: first } : { [nameOfFirst]: first, [nameOfSecond]: second }, kept),
      ),
    );
  }
}
