/** How many processes a rate of requests takes, for docs/scale.md: from the CPU that bench/RESULTS.md says a request costs, and nothing else. */
import { readFileSync } from 'node:fs';

const ratesPerSecond = [1_000, 100_000];
/** Of the one core that JavaScript can use, as the autoscaler of deploy/kubernetes has it: the rest is for bursts, and for what dies. */
const utilization = 0.6;
const processesMin = 2;

/** The callers of the same query, by the words under the heading of its table. */
const callers = [
  ['each caller with a key of its own', 'every request with an Authorization of its own'],
  ['one key, data unchanged since its last request', 'all callers with one key, data unchanged'],
  ['no key, data still fresh', 'no key, data unchanged'],
] as const;

/** What one such query of the graph reads of the service. */
const queryReads = ['GET weather', 'GET earth-observations', 'GET observations'];

type Row = ReadonlyMap<string, string>;

const read = (): string => readFileSync(new URL('../../bench/RESULTS.md', import.meta.url), 'utf8');

/** The table after what a pattern finds: its rows by their first cell, each cell by its column. Throws where there is none. */
function tableAfter(text: string, before: RegExp): Map<string, Row> {
  const start = text.search(before);
  if (start < 0) throw new Error(`bench/RESULTS.md has no ${before} any more: schema/artefacts/sizing.ts reads it.`);
  const table = /(?:^\|.*\n)+/m.exec(text.slice(start))?.[0] ?? '';
  const [columns = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map((cells) => [cells[1] ?? '', new Map(cells.map((cell, at) => [columns[at] ?? '', cell] as const))]),
  );
}

/** A figure of a row. Throws where it has none. */
function figureOf(rows: Map<string, Row>, row: string, column: string): number {
  const cell = rows.get(row)?.get(column);
  const figure = Number(cell?.replaceAll(',', ''));
  if (cell === undefined || Number.isNaN(figure)) {
    throw new Error(`bench/RESULTS.md has no ${column} of ${row} any more: schema/artefacts/sizing.ts reads it.`);
  }
  return figure;
}

const processesFor = (cpuMs: number) =>
  ratesPerSecond.map((rate) => Math.max(processesMin, Math.ceil((rate * cpuMs) / 1_000 / utilization)));

const line = (cells: readonly (string | number)[]) =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`;

const heads = ratesPerSecond.map((rate) => `processes for ${rate.toLocaleString('en')}/s`);

/** Of the gateway: one field with all three lists, as three kinds of callers ask for it. */
export function gatewaySizing(): string {
  const text = read();
  const rows = callers.map(([title, words]) => {
    const table = tableAfter(text, new RegExp(`^### W1: .*\\n\\n.*callers at once; ${words}`, 'm'));
    const cpuMs = figureOf(table, '**Fieldgraph (this gateway)**', 'CPU ms');
    const calls = figureOf(table, '**Fieldgraph (this gateway)**', 'upstream calls');
    return line([title, cpuMs, calls, ...processesFor(cpuMs)]);
  });
  return [line(['', 'CPU ms', 'calls to the service', ...heads]), '|---|--:|--:|--:|--:|', ...rows].join('\n');
}

/** Of the service: each of its endpoints, and the reads that one such query of the graph makes. */
export function serviceSizing(): string {
  const table = tableAfter(read(), /^## The service$/m);
  const costs = [...table.keys()].map((endpoint) => [endpoint, figureOf(table, endpoint, 'CPU ms')] as const);
  const reads = queryReads.reduce((sum, endpoint) => sum + figureOf(table, endpoint, 'CPU ms'), 0);
  const rows = [...costs, ['the three reads of one such query', reads] as const].map(([title, cpuMs]) =>
    line([title, cpuMs, ...processesFor(cpuMs)]),
  );
  return [line(['', 'CPU ms', ...heads]), '|---|--:|--:|--:|', ...rows].join('\n');
}
