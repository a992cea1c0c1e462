/** Compares each target of the gateway (floor and aim) with the measured value. */
import { reference, resolutionOf } from '../figures.ts';
import { type BenchResults, figuresIn, resultOf } from '../results.ts';
import type { PassName } from '../passes.ts';
import { amongWrites } from '../suites/service-endpoints.ts';
import { brief, share, times } from './numbers.ts';

interface Row {
  what: string;
  floor: number;
  aim: number;
  measured: number;
  /** Resolution of the table that the value is from, as a share. */
  resolution?: number;
  /** Value of a limit in the same row: of the parse-select-stringify program, or of the bare proxy for other writings of JSON. */
  ceiling?: number | undefined;
  write: (value: number) => string;
  /** True for memory, calls and costs. */
  lowerIsBetter?: boolean;
}

/** Whether responses may be shared or cached. The limit that reads everything again is then no ceiling. */
const remembers = (pass: PassName = 'own') => pass !== 'own';

/** Returns the table in Markdown. A value that was not measured is a dash. */
export function writeStanding(results: BenchResults): string {
  const ran = (workload: string, pass: PassName = 'own') => resultOf(results.workloads, workload, pass);
  /** CPU of a contestant divided by ours. */
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
  /** Our CPU divided by that of another contestant. */
  const dearer = (what: string, contestant: string, workload: string, floor: number, aim: number, pass?: PassName) => {
    const { measured, resolution } = against(contestant, workload, pass);
    return { what, floor, aim, measured: 1 / measured, resolution, write: times, lowerIsBetter: true };
  };
  const proxy = (workload: string, floor: number, aim: number): Row =>
    dearer(`${workload}: CPU of the bare proxy`, 'limit-raw', workload, floor, aim);
  const proxyMs = (pass: PassName) => figuresIn(ran('W3', pass), 'limit-raw')?.cpuMs.median ?? Number.NaN;
  /** The table of this gateway over batch reads, which has a row without them. */
  const grouped = (workload: string) => resultOf(results.layers, workload, 'several');
  const single = (workload: string) => figuresIn(grouped(workload), 'without-groups');
  const groupedCpu = (what: string, workload: string, floor: number): Row => ({
    what: `${what}: CPU of what it is field by field`,
    floor,
    aim: 0.6,
    measured: 1 / (single(workload)?.ratio.median ?? Number.NaN),
    resolution: resolutionOf(grouped(workload)?.figures ?? []),
    write: brief,
    lowerIsBetter: true,
  });
  const ofService = (what: string, floor: number, aim: number, isMeant: (endpoint: string) => boolean): Row => {
    const meant = (results.service ?? []).filter(({ endpoint }) => isMeant(endpoint));
    const figures = meant.map(({ figures: each }) => figuresIn({ figures: each }, 'limit')?.ratio.median ?? Number.NaN);
    return {
      what: `the service, ${what}`,
      floor,
      aim,
      measured: figures.length ? Math.min(...figures) : Number.NaN,
      resolution: Math.max(0, ...meant.map((each) => resolutionOf(each.figures))),
      write: share,
    };
  };
  const imported = results.imported?.findLast(({ store }) => store === 'SQLite');
  const mercurius = (workload: string, floor: number, aim: number): Row => ({
    what: `${workload} against Mercurius + graphql-jit`,
    floor,
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
    mercurius('W1', 1.4, 2),
    mercurius('W2', 1.7, 3),
    mercurius('W3', 2, 4),
    proxy('W1', 4, 3),
    proxy('W2', 3, 1.8),
    proxy('W3', 3, 2),
    ...(['spaced', 'indented'] as const).flatMap((pass): Row[] => [
      {
        ...dearer(`W3, ${pass} JSON: CPU of what compact JSON takes`, 'over-compact', 'W3', 1.3, 1.3, pass),
        ceiling: proxyMs(pass) / proxyMs('compact'),
      },
      dearer(`W3, ${pass} JSON: CPU of the bare proxy`, 'limit-raw', 'W3', 1.2, 1, pass),
    ]),
    ...(['reordered', 'shuffled'] as const).map((pass) =>
      dearer(`W3, ${pass} members: CPU of the parse-select-stringify limit`, 'limit-select', 'W3', 1.1, 1.1, pass),
    ),
    dearer('W4: CPU of Mercurius + graphql-jit', 'mercurius', 'W4', 1.5, 1.15),
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
    dearer('W5, callers share: CPU of Tailcall', 'tailcall-dedupe', 'W5', 2, 1.1, 'shared'),
    {
      what: 'dashboard of 50 over the real service, several fields in a call: CPU of both, of what it is field by field',
      floor: 0.85,
      aim: 0.6,
      measured: Math.max(...(results.dashboard ?? []).map(({ singleCpu }) => 1 / singleCpu.median)),
      write: brief,
      lowerIsBetter: true,
    },
    groupedCpu('W2, several fields in a call', 'W2', 0.85),
    {
      what: 'the same: upstream calls',
      floor: 3,
      aim: 3,
      measured: figuresIn(grouped('W2'), reference)?.upstreamCalls ?? Number.NaN,
      write: brief,
      lowerIsBetter: true,
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
      floor: 0.6,
      aim: 0.6,
      measured: peak(reference) / peak('documented'),
      write: brief,
      lowerIsBetter: true,
    },
    {
      what: '1,000 fields in one query: peak memory, MiB',
      floor: 300,
      aim: 300,
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
      resolution: resolutionOf(resultOf(results.growth, 'fields-1000', 'own')?.figures ?? []),
      write: times,
    },
    groupedCpu('1,000 fields, several in a call', 'fields-1000', 0.95),
    {
      what: 'the same: peak memory of what it is field by field',
      floor: 0.95,
      aim: 0.6,
      measured:
        (figuresIn(grouped('fields-1000'), reference)?.peakMiB ?? Number.NaN) /
        (single('fields-1000')?.peakMiB ?? Number.NaN),
      write: brief,
      lowerIsBetter: true,
    },
    ofService('GET: of its limit, the furthest from it', 0.6, 0.7, (each) => /^GET [\w-]+$/.test(each)),
    ofService(`${amongWrites}: of their limit`, 0.6, 0.7, (each) => each === amongWrites),
    ofService('POST: of its limit', 0.5, 0.6, (each) => each.startsWith('POST')),
    {
      what: 'import of CSV, rows/s',
      floor: 15_000,
      aim: 30_000,
      measured: imported?.rowsPerSecond ?? Number.NaN,
      write: brief,
    },
    {
      what: 'import of CSV, peak memory, MiB',
      floor: 240,
      aim: 240,
      measured: imported?.peakMiB ?? Number.NaN,
      write: brief,
      lowerIsBetter: true,
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
  const verdict = verdicts.size === 1 ? [...verdicts][0] : `cannot be told here: ${[...verdicts].join(' or ')}`;
  return `| ${what} | ${write(floor)} | ${write(aim)} | ${ceiling === undefined ? '' : write(ceiling)} | ${write(measured)} | ${Number.isFinite(measured) ? verdict : ''} |`;
}
