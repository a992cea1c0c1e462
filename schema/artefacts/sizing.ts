/** How many processes a request rate needs, for docs/scale.md. Computed only from the CPU time of a request in bench/RESULTS.md. */
import { readFileSync } from 'node:fs';

const ratesPerSecond = [1_000, 100_000];
/** Target load of the one core that JavaScript can use, as in the autoscaler of deploy/kubernetes. The rest is for bursts and crashes. */
const utilization = 0.6;
const processesMin = 2;

/** Kinds of callers, and the words under the heading of their table in bench/RESULTS.md. */
const callers = [
  ['each caller with a key of its own', 'every request with an Authorization of its own'],
  ['one key, data unchanged since its last request', 'all callers with one key, data unchanged'],
  ['no key, data still fresh', 'no key, data unchanged'],
] as const;

/** Endpoints of the service that one such query reads. */
const queryReads = ['GET weather', 'GET earth-observations', 'GET observations'];

type Row = ReadonlyMap<string, string>;

const read = (): string => readFileSync(new URL('../../bench/RESULTS.md', import.meta.url), 'utf8');

/** Reads the first table after the match of a pattern: rows by their first cell, cells by their column. Throws if nothing matches. */
function tableAfter(text: string, before: RegExp): Map<string, Row> {
  const start = text.search(before);
  if (start < 0) throw new Error(`bench/RESULTS.md has no ${before} any more: schema/artefacts/sizing.ts reads it.`);
  const table = /(?:^\|.*\n)+/m.exec(text.slice(start))?.[0].trim() ?? '';
  const [columns = [], , ...rows] = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map((cells) => [cells[1] ?? '', new Map(cells.map((cell, at) => [columns[at] ?? '', cell] as const))]),
  );
}

/** Reads a figure of a row. Throws if the cell is missing or no number. */
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

/** Table of the gateway: a query of one field with all three lists, for three kinds of callers. */
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

/** Table of the service: each of its endpoints, and the reads that one such query makes. */
export function serviceSizing(): string {
  const table = tableAfter(read(), /^## The service$/m);
  const costs = [...table.keys()].map((endpoint) => [endpoint, figureOf(table, endpoint, 'CPU ms')] as const);
  const reads = queryReads.reduce((sum, endpoint) => sum + figureOf(table, endpoint, 'CPU ms'), 0);
  const rows = [...costs, ['the three reads of one such query', reads] as const].map(([title, cpuMs]) =>
    line([title, cpuMs, ...processesFor(cpuMs)]),
  );
  return [line(['', 'CPU ms', ...heads]), '|---|--:|--:|--:|', ...rows].join('\n');
}
