/** deploy/grafana/dashboard.json, as far as it can be checked without Grafana: its structure, and that panels query existing metrics. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readDeployFile } from './support/files.ts';
import { readPromql } from './support/promql.ts';
import { readShownMetrics, type Shown } from './support/shown-metrics.ts';

const columns = 24;
/** Grafana's variable for the data source that the reader chooses. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: no template of this language.
const dataSource = '${datasource}';
const position = z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(columns), h: z.int().min(1) });
const datasource = z.object({ type: z.literal('prometheus'), uid: z.literal(dataSource) });
const row = z.object({ id: z.int(), type: z.literal('row'), title: z.string().min(1), gridPos: position });
const panel = z.object({
  id: z.int(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().min(1),
  gridPos: position,
  datasource,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
  targets: z
    .array(z.object({ refId: z.string().regex(/^[A-Z]$/), datasource, expr: z.string(), legendFormat: z.string() }))
    .min(1),
});
const variable = z.object({ name: z.string(), type: z.enum(['datasource', 'query']), label: z.string() });

/** The part of Grafana's model of a dashboard that this one uses. */
const model = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.literal(39),
  templating: z.object({ list: z.array(variable) }),
  panels: z.array(z.discriminatedUnion('type', [row, panel])),
});

const dashboard = JSON.parse(readDeployFile('grafana/dashboard.json'));

describe('deploy/grafana/dashboard.json', () => {
  const { panels, templating } = model.parse(dashboard);
  const drawn = panels.filter((each) => each.type !== 'row');
  let shown: Shown;

  beforeAll(async () => {
    shown = await readShownMetrics();
  });

  it('has panels with unique ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(columns);
  });

  it.each(drawn.map((each) => [each.title, each] as const))(
    '%s queries only metrics and labels that the processes export',
    (_, { targets }) => {
      for (const { expr, legendFormat } of targets) {
        const { metrics, labels } = readPromql(expr);
        expect([...metrics.difference(shown.metrics), ...labels.difference(shown.labels)]).toEqual([]);
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
        // The legend can only name labels that remain after a sum.
        expect(named.filter((name) => !labels.has(String(name)))).toEqual([]);
      }
    },
  );

  it('uses only variables that it defines', () => {
    const known = new Set([...templating.list.map(({ name }) => name), '__rate_interval', '__all']);
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !known.has(String(name)))).toEqual([]);
  });

  it('shows every metric of the product', () => {
    const queried = new Set(
      drawn.flatMap(({ targets }) => targets.flatMap(({ expr }) => [...readPromql(expr).metrics])),
    );
    const own = [...shown.metrics].filter((name) => name.startsWith('fieldgraph_') && !/_(sum|count)$/.test(name));
    expect(own.filter((name) => !queried.has(name))).toEqual([]);
  });
});
