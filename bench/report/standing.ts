/** The table of issue 6: each floor and aim beside what this run measured. */
import { type BenchResults, figuresOf } from '../results.ts';
import type { PassName } from '../passes.ts';
import { brief, share, times } from './numbers.ts';

interface Row {
  what: string;
  floor: number;
  aim: number;
  measured: number;
  /** What the parse-select-stringify limit scores in the same row: nothing that reads the answers comes past it. */
  ceiling?: number | undefined;
  write: (value: number) => string;
  /** Memory and calls: the lower the better. */
  lowerIsBetter?: boolean;
}

/** Where something may be shared or remembered, the limit that reads everything anew is no ceiling. */
const remembers = (pass: PassName = 'own') => pass !== 'own';

/** Rows in Markdown; a row whose parts were not measured shows a dash. */
export function writeStanding(results: BenchResults): string {
  const cpu = (contestant: string, workload: string, pass: PassName = 'own') =>
    figuresOf(results.workloads, workload, pass, contestant)?.cpuMs ?? Number.NaN;
  const leaner = (than: string, workload: string, pass?: PassName) =>
    cpu(than, workload, pass) / cpu('fieldgraph', workload, pass);
  const peak = (contestant: string) => figuresOf(results.workloads, 'W2', 'own', contestant)?.peakMiB ?? Number.NaN;
  const thousand = (contestant: string) => figuresOf(results.growth, 'fields-1000', 'own', contestant);
  const flight = results.flight?.calls.find(({ contestant }) => contestant === 'fieldgraph')?.calls ?? Number.NaN;
  const hundred = figuresOf(results.growth, 'fields-100', 'own', 'fieldgraph')?.cpuMs ?? Number.NaN;

  const documented = (workload: string, floor: number, aim: number, pass?: PassName, words = ''): Row => ({
    what: `${workload}${words} against the documented stack`,
    floor,
    aim,
    measured: leaner('documented', workload, pass),
    ceiling: remembers(pass) ? undefined : cpu('documented', workload, pass) / cpu('limit-select', workload, pass),
    write: times,
  });
  const limit = (workload: string, floor: number, aim: number): Row => ({
    what: `${workload} of the parse-select-stringify limit`,
    floor,
    aim,
    measured: leaner('limit-select', workload),
    write: share,
  });
  const mercurius = (workload: string, aim: number): Row => ({
    what: `${workload} against Mercurius + graphql-jit`,
    floor: 1,
    aim,
    measured: leaner('mercurius', workload),
    ceiling: cpu('mercurius', workload) / cpu('limit-select', workload),
    write: times,
  });
  const rows: Row[] = [
    documented('W1', 4.5, 6),
    limit('W1', 0.6, 0.75),
    documented('W2', 4.5, 6),
    limit('W2', 0.65, 0.85),
    documented('W3', 3.5, 5),
    limit('W3', 0.75, 0.95),
    documented('W4', 4, 8),
    mercurius('W1', 1.5),
    mercurius('W2', 2),
    mercurius('W3', 2),
    documented('W5', 20, 40, 'shared', ', callers share,'),
    {
      what: 'W5, callers share, against Mercurius + graphql-jit',
      floor: 5,
      aim: 9,
      measured: leaner('mercurius', 'W5', 'shared'),
      write: times,
    },
    {
      what: 'W5, callers share, against the bare proxy',
      floor: 1.5,
      aim: 3,
      measured: leaner('limit-raw', 'W5', 'shared'),
      write: times,
    },
    {
      what: 'upstream calls of 20 equal requests in flight',
      floor: 3,
      aim: 3,
      measured: flight,
      write: brief,
      lowerIsBetter: true,
    },
    documented('W2', 8, 12, 'shared', ', unchanged data with validators,'),
    documented('W3', 10, 18, 'shared', ', unchanged data with validators,'),
    {
      what: 'peak memory after W2 against the documented stack',
      floor: 0.7,
      aim: 0.45,
      measured: peak('fieldgraph') / peak('documented'),
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields in one query: peak memory, MiB',
      floor: 400,
      aim: 400,
      measured: thousand('fieldgraph')?.peakMiB ?? Number.NaN,
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields: cost of a field against its cost at 100',
      floor: 1.25,
      aim: 1,
      measured: (thousand('fieldgraph')?.cpuMs ?? Number.NaN) / hundred / 10,
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields against the documented stack',
      floor: 1,
      aim: 8,
      measured: (thousand('documented')?.cpuMs ?? Number.NaN) / (thousand('fieldgraph')?.cpuMs ?? Number.NaN),
      write: times,
    },
  ];
  return ['| | floor | aim | the limit itself | measured | |', '|---|--:|--:|--:|--:|---|', ...rows.map(line)].join(
    '\n',
  );
}

function line({ what, floor, aim, measured, ceiling, write, lowerIsBetter }: Row): string {
  const reaches = (mark: number) => (lowerIsBetter ? measured <= mark : measured >= mark);
  const verdict = Number.isNaN(measured) ? '' : reaches(aim) ? 'aim' : reaches(floor) ? 'floor' : '**short**';
  return `| ${what} | ${write(floor)} | ${write(aim)} | ${ceiling === undefined ? '' : write(ceiling)} | ${write(measured)} | ${verdict} |`;
}
