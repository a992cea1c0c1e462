/** What a PromQL expression asks for, by the grammar that Prometheus's own pages use. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Asked {
  /** Names of metrics, each once. */
  metrics: Set<string>;
  /** Names of labels, in matchers and groupings. */
  labels: Set<string>;
}

/** Reads an expression. Throws where it is none; variables of a dashboard that stand for durations are five minutes. */
export function readPromql(expression: string): Asked {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const asked: Asked = { metrics: new Set(), labels: new Set() };
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new SyntaxError(`not PromQL from character ${from} on: ${text}`);
      if (type.name === 'Identifier') asked.metrics.add(text.slice(from, to));
      if (type.name === 'LabelName') asked.labels.add(text.slice(from, to));
    },
  });
  return asked;
}
