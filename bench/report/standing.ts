/** Each floor and aim that the gateway is held to, beside what this run measured. */
import { reference, resolutionOf } from '../figures.ts';
import { type BenchResults, figuresIn, resultOf } from '../results.ts';
import type { PassName } from '../passes.ts';
import { brief, share, times } from './numbers.ts';

interface Row {
  what: string;
  floor: number;
  aim: number;
  measured: number;
  /** What identical code differed by where that was measured, as a share. */
  resolution?: number;
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
  const ran = (workload: string, pass: PassName = 'own') => resultOf(results.workloads, workload, pass);
  /** Times our CPU. */
  const ratio = (contestant: string, workload: string, pass?: PassName) =>
    figuresIn(ran(workload, pass), contestant)?.ratio.median ?? Number.NaN;
  const against = (contestant: string, workload: string, pass?: PassName) => ({
    measured: ratio(contestant, workload, pass),
    resolution: resolutionOf(ran(workload, pass)?.figures ?? []),
  });
  const peak = (contestant: string) => figuresIn(ran('W2'), contestant)?.peakMiB ?? Number.NaN;
  const grown = (workload: string, contestant: string) =>
    figuresIn(resultOf(results.growth, workload, 'own'), contestant);
  const thousand = grown('fields-1000', reference);
  const hundredMs = grown('fields-100', reference)?.cpuMs.median ?? Number.NaN;
  const flight = results.flight?.calls.find(({ contestant }) => contestant === reference)?.calls ?? Number.NaN;

  const documented = (workload: string, floor: number, aim: number, pass?: PassName, words = ''): Row => ({
    what: `${workload}${words} against the documented stack`,
    floor,
    aim,
    ...against('documented', workload, pass),
    ceiling: remembers(pass) ? undefined : ratio('documented', workload, pass) / ratio('limit-select', workload, pass),
    write: times,
  });
  const limit = (workload: string, floor: number, aim: number): Row => ({
    what: `${workload} of the parse-select-stringify limit`,
    floor,
    aim,
    ...against('limit-select', workload),
    write: share,
  });
  const mercurius = (workload: string, aim: number): Row => ({
    what: `${workload} against Mercurius + graphql-jit`,
    floor: 1,
    aim,
    ...against('mercurius', workload),
    ceiling: ratio('mercurius', workload) / ratio('limit-select', workload),
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
    {
      what: 'W4 against Mercurius + graphql-jit',
      floor: 1 / 1.5,
      aim: 1 / 1.2,
      ...against('mercurius', 'W4'),
      write: times,
    },
    {
      what: 'one field, ten records, one caller, against Mercurius + graphql-jit',
      floor: 1,
      aim: 1.3,
      measured: grown('records-10', 'mercurius')?.ratio.median ?? Number.NaN,
      resolution: resolutionOf(resultOf(results.growth, 'records-10', 'own')?.figures ?? []),
      write: times,
    },
    documented('W5', 20, 40, 'shared', ', callers share,'),
    {
      what: 'W5, callers share, against Mercurius + graphql-jit',
      floor: 5,
      aim: 9,
      ...against('mercurius', 'W5', 'shared'),
      write: times,
    },
    {
      what: 'W5, callers share, against the bare proxy',
      floor: 1.5,
      aim: 3,
      ...against('limit-raw', 'W5', 'shared'),
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
      measured: peak(reference) / peak('documented'),
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields in one query: peak memory, MiB',
      floor: 400,
      aim: 400,
      measured: thousand?.peakMiB ?? Number.NaN,
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields: cost of a field against its cost at 100',
      floor: 1.25,
      aim: 1,
      measured: (thousand?.cpuMs.median ?? Number.NaN) / hundredMs / 10,
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields against the documented stack',
      floor: 1,
      aim: 8,
      measured: grown('fields-1000', 'documented')?.ratio.median ?? Number.NaN,
      write: times,
    },
  ];
  return ['| | floor | aim | the limit itself | measured | |', '|---|--:|--:|--:|--:|---|', ...rows.map(line)].join(
    '\n',
  );
}

function line({ what, floor, aim, measured, resolution, ceiling, write, lowerIsBetter }: Row): string {
  const verdictOn = (value: number) => {
    const reaches = (mark: number) => (lowerIsBetter ? value <= mark : value >= mark);
    return reaches(aim) ? 'aim' : reaches(floor) ? 'floor' : '**short**';
  };
  const apart = 1 + (resolution || 0);
  const verdicts = new Set([measured / apart, measured * apart].map(verdictOn));
  const verdict = verdicts.size === 1 ? [...verdicts][0] : `not resolved: ${[...verdicts].join(' or ')}`;
  return `| ${what} | ${write(floor)} | ${write(aim)} | ${ceiling === undefined ? '' : write(ceiling)} | ${write(measured)} | ${Number.isNaN(measured) ? '' : verdict} |`;
}
