/** The metrics and labels that a PromQL expression queries, by the grammar of Prometheus's own pages. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Queried {
  /** Names of metrics, each once. */
  metrics: Set<string>;
  /** Names of labels, in matchers and groupings. */
  labels: Set<string>;
}

/** Reads an expression; throws if it is invalid. The interval variable of a dashboard counts as five minutes. */
export function readPromql(expression: string): Queried {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const queried: Queried = { metrics: new Set(), labels: new Set() };
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new SyntaxError(`not PromQL from character ${from} on: ${text}`);
      if (type.name === 'Identifier') queried.metrics.add(text.slice(from, to));
      if (type.name === 'LabelName') queried.labels.add(text.slice(from, to));
    },
  });
  return queried;
}
