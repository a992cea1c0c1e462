/** Sections of docs/ that `npm run generate` makes from this folder. */
import { createMetrics } from './metrics.ts';

export const sections = { 'docs/operators.md': { metrics: metricsTable } };

function metricsTable(): string {
  const rows = createMetrics('')
    .describe()
    .map(({ name, help, labels }) => `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`);
  return ['| Metric | Labels | |', '|---|---|---|', ...rows].join('\n');
}
