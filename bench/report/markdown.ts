/** Writes RESULTS.md: ratios first, because absolute figures depend on the machine, then the figures that they were made from. */
import {
  contestants,
  overCompact,
  recording,
  wholeProduct,
  withoutOneLayer,
  withoutSeveralFields,
} from '../contestants.ts';
import { control, reference, resolutionOf } from '../figures.ts';
import { cachedRequests } from '../cached.ts';
import { passes } from '../passes.ts';
import { type BenchResults, figuresIn, type InstalledResult, tablesIn, type WorkloadResult } from '../results.ts';
import type { Estimate } from '../statistics.ts';
import { overPostgres } from '../suites/service.ts';
import { trusting } from '../trusted.ts';
import { bold, writeFigures } from './figures.ts';
import { brief, share, times } from './numbers.ts';
import { ratioOf, resolutionsOf } from './resolution.ts';
import { writeStanding } from './standing.ts';

const everyone = [
  ...contestants,
  wholeProduct,
  ...withoutOneLayer,
  ...withoutSeveralFields,
  recording,
  overCompact,
  ...cachedRequests,
  ...trusting,
];
const titleOf = (name: string) => everyone.find((each) => each.name === name)?.title ?? name;

/** Returns the complete report. */
export function writeReport(results: BenchResults): string {
  const command = `npm run bench${results.narrowed && ` -- ${results.narrowed}`}`;
  const resumed = (results.resumed ?? []).map((flags) => `, gone on with by \`--resume … ${flags}\``).join('');
  return `${[
    '# What the gateway costs',
    `Printed by \`${command}\`${resumed} on ${results.date}, Node ${results.node}, ${results.machine}, load average before the run ${results.loadBefore.toFixed(1)}. CPU is that of the gateway process (all threads) per GraphQL request. Answers were compared before times were taken. Everything runs on this Node but Tailcall, a Rust binary.`,
    `Contestants were started in an order drawn from the seed \`${results.seed}\`, as often as \`starts\` says: near ones more often than those that differ by a factor of three. Figures are medians over the starts. The spread next to them is from the lowest to the highest start. From nine starts on, it is the interval that contains the median with 93 % confidence. Each contestant runs in duets with this gateway: both at the same moment, each on a core of its own, and the cores change in the middle of each round. Load and services share these cores, so requests/s and latencies are those of half a machine. In every table this gateway stands twice more: as \`control\`, and without a layer that has nothing to act on. A difference within the error that these show *cannot be told here*.`,
    'Ratios are against Fieldgraph in the same run: 4x means four times its CPU. Quote the ratios; the absolute figures belong to this machine. Fieldgraph runs with every limit, log and metric on; the limits and most peers have none.',
    ...[resolutionsOf(tablesIn(results))].filter((sentence) => sentence !== ''),
    ...(results.failed ?? []).map(({ suite, reason }) => `**Not measured: ${suite}.** ${reason.split('\n')[0]}`),
    '## Where it stands',
    writeStanding(results),
    ...section(
      '## Workloads',
      results.workloads.map((each) => writeWorkload(each)),
    ),
    ...flight(results),
    ...section(
      '## What caches may store',
      results.cached.map((each) => writeWorkload(each)),
    ),
    ...section(
      '## What each layer is worth',
      results.layers.map((each) => writeWorkload(each, bytesIn(each, results))),
    ),
    ...dashboard(results),
    ...page(results),
    ...live(results),
    ...section(
      '## Trusted documents',
      results.trusted.map((each) => writeWorkload(each)),
    ),
    ...section('## Growth', growth(results)),
    ...service(results),
    ...imported(results),
    ...start(results),
  ].join('\n\n')}\n`;
}

const section = (title: string, parts: string[]): string[] => (parts.length > 0 ? [title, ...parts] : []);

/** Returns the counted bytes of the contestants of a table. Undefined if none were counted. */
function bytesIn({ workload, pass }: WorkloadResult, { layerBytes = [] }: BenchResults) {
  const counted = layerBytes.filter((each) => each.workload === workload && each.pass === pass);
  if (counted.length === 0) return undefined;
  return (name: string) => counted.find(({ contestant }) => contestant === name)?.bytes;
}

function writeWorkload(
  { workload, title, pass, callers, again, figures, absences }: WorkloadResult,
  bytesOf?: (contestant: string) => number | undefined,
): string {
  return [
    `### ${workload}: ${title}${again === undefined ? '' : ` (measured again by \`${again}\`)`}`,
    `${callers} caller${callers === 1 ? '' : 's'} at once; ${passes[pass].title}.`,
    writeFigures(figures, titleOf, bytesOf),
    ...absences.map(({ contestant, reason }) => `Not measured: ${titleOf(contestant)}. ${reason.split('\n')[0]}`),
  ].join('\n\n');
}

function flight({ flight: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    '## Equal requests in flight',
    `${found.requests} callers with one key ask for one field, all three resources, at the same moment: calls the service sees.`,
    [
      '| | upstream calls |',
      '|---|--:|',
      ...found.calls.map(
        ({ contestant, calls }) => `| ${bold(contestant, titleOf(contestant))} | ${bold(contestant, brief(calls))} |`,
      ),
    ].join('\n'),
  ];
}

function dashboard({ dashboard: found }: BenchResults): string[] {
  if (!found) return [];
  const spread = ({ median, low, high }: Estimate) => `${times(median)} (${brief(low)}–${brief(high)})`;
  return [
    '## The dashboard over the real service',
    'Fifty demo fields, all three resources, 4 callers with the demo key, each with another order of the fields: gateway and embedded service in one process, and as two over a socket. Field by field is the same without several fields in one call.',
    [
      '| | CPU ms, all processes | of it the service | field by field, CPU | field by field, p50 |',
      '|---|--:|--:|--:|--:|',
      ...found.map(
        ({ setting, cpuMs, serviceCpuMs, singleCpu, singleP50 }) =>
          `| ${setting} | ${brief(cpuMs.median)} | ${brief(serviceCpuMs?.median)} | ${spread(singleCpu)} | ${spread(singleP50)} |`,
      ),
    ].join('\n'),
  ];
}

function page({ page: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    "## The field page's query",
    'One of 16 demo fields in each query, 4 callers with the demo key, gateway and embedded service in one process: the one query of the field page, and with it the plain lists of the same windows, from which a front end would compute degree days, water, spraying hours and seasons itself.',
    [
      '| | CPU ms | p50 ms | upstream calls | answer, bytes | gzip, bytes |',
      '|---|--:|--:|--:|--:|--:|',
      ...found.map(
        ({ question, cpuMs, p50Ms, calls, bytes, gzipBytes }) =>
          `| ${question} | ${spreadOf(cpuMs)} | ${spreadOf(p50Ms)} | ${calls} | ${brief(bytes)} | ${brief(gzipBytes)} |`,
      ),
    ].join('\n'),
  ];
}

function live({ live: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    '## Live changes',
    'Streams of one demo field each, all three lists, one key, gateway and embedded service in one process. Memory is what the process has above that before the streams. Calls are those of the measured time, scaled to an hour.',
    [
      '| streams | | CPU, % of a core | MiB | events/s | calls an hour |',
      '|--:|---|--:|--:|--:|--:|',
      ...found.map(
        ({ streams, state, cpuPercent, mebibytes, eventsPerSecond, callsAnHour }) =>
          `| ${brief(streams)} | ${state} | ${brief(cpuPercent)} | ${brief(mebibytes)} | ${brief(eventsPerSecond)} | ${brief(callsAnHour)} |`,
      ),
    ].join('\n'),
  ];
}

const spreadOf = ({ median, low, high }: Estimate) => `${brief(median)} (${brief(low)}–${brief(high)})`;

function growth({ growth: found }: BenchResults): string[] {
  const names = [...new Set(found.flatMap(({ figures }) => figures.map(({ contestant }) => contestant)))];
  if (names.length === 0) return [];
  const cell = (result: WorkloadResult, name: string) => {
    const figures = figuresIn(result, name);
    if (!figures) return '–';
    const ratio = name === reference ? '' : `${ratioOf(figures, resolutionOf(result.figures))}, `;
    return `${ratio}${brief(figures.cpuMs.median)} ms, ${brief(figures.peakMiB)} MiB`;
  };
  return [
    'One caller at a time; CPU ratio, CPU per request, peak memory of the process.',
    [
      `| | ${names.map((name) => bold(name, titleOf(name))).join(' | ')} |`,
      `|---|${names.map(() => '--:|').join('')}`,
      ...found.map((result) => `| ${result.title} | ${names.map((name) => cell(result, name)).join(' | ')} |`),
    ].join('\n'),
  ];
}

function service({ service: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    '## The service',
    'The four endpoints over the starting data, 16 callers with a key. The row with a POST in ten counts every request of both kinds. Next to them the same over PostgreSQL, which runs on the core of the load, and the limit: node:http, prepared statements of node:sqlite and JSON, without keys, checks, windows, ETags or problems.',
    [
      '| | requests/s | CPU ms | of the limit, by CPU | control | p99 ms | over PostgreSQL requests/s | by CPU | p99 ms | limit requests/s | limit p99 ms |',
      '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
      ...found.map(({ endpoint, figures }) => {
        const of = (name: string) => figures.find(({ contestant }) => contestant === name);
        const [ours, again, shared, limit] = [of(reference), of(control), of(overPostgres), of('limit')];
        return `| ${[
          endpoint,
          brief(ours?.requestsPerSecond),
          brief(ours?.cpuMs.median),
          share(limit?.ratio.median),
          times(again?.ratio.median),
          brief(ours?.p99Ms),
          brief(shared?.requestsPerSecond),
          shared ? ratioOf(shared, resolutionOf(figures)) : '–',
          brief(shared?.p99Ms),
          brief(limit?.requestsPerSecond),
          brief(limit?.p99Ms),
        ].join(' | ')} |`;
      }),
    ].join('\n'),
  ];
}

function imported({ imported: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    '## Import',
    '`npm start -- import` of hourly weather as CSV into a new store.',
    [
      '| | rows | file MiB | rows/s | peak MiB |',
      '|---|--:|--:|--:|--:|',
      ...found.map(
        ({ store, rows, bytes, rowsPerSecond, peakMiB }) =>
          `| ${store} | ${rows.toLocaleString('en')} | ${brief(bytes / 2 ** 20)} | ${brief(rowsPerSecond)} | ${brief(peakMiB)} |`,
      ),
    ].join('\n'),
  ];
}

function describeInstalled({ packages, bytes, nodeBytes, tarballBytes }: InstalledResult): string {
  const mib = (size: number) => `${brief(size / 2 ** 20)} MiB`;
  return `Installed from its package (${mib(tarballBytes)}): ${packages} packages, ${mib(bytes)}, and ${mib(nodeBytes)} of Node.`;
}

function start({ start: found }: BenchResults): string[] {
  if (!found) return [];
  return [
    '## Start',
    'From the start of the process to its first answer, each started by itself.',
    [
      '| | ms | spread |',
      '|---|--:|--:|',
      ...found.starts
        .toSorted((a, b) => a.startMs.median - b.startMs.median)
        .map(
          ({ contestant, startMs: { median, low, high } }) =>
            `| ${bold(contestant, titleOf(contestant))} | ${brief(median)} | ${brief(low)}–${brief(high)} |`,
        ),
    ].join('\n'),
    ...(found.installed ? [describeInstalled(found.installed)] : []),
  ];
}
