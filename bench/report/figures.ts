/** Figures of contestants side by side as a table, the leanest first. */
import { type Figures, reference, resolutionOf } from '../figures.ts';
import type { Estimate } from '../statistics.ts';
import { brief } from './numbers.ts';
import { controlsOf, ratioOf } from './resolution.ts';

/** What stands in the table for a contestant's name. */
export type TitleOf = (contestant: string) => string;

/** Makes our own row stand out. */
export const bold = (contestant: string, text: string): string => (contestant === reference ? `**${text}**` : text);

const spread = ({ low, high }: Estimate) => `${brief(low)}–${brief(high)}`;

/** The table, and below it what its controls say. */
export function writeFigures(
  figures: Figures[],
  titleOf: TitleOf,
  bytesOf?: (contestant: string) => number | undefined,
): string {
  const resolution = resolutionOf(figures);
  const row = (each: Figures) =>
    `| ${[
      bold(each.contestant, titleOf(each.contestant)),
      bold(each.contestant, ratioOf(each, resolution)),
      each.contestant === reference ? '' : each.starts > 1 ? spread(each.ratio) : '–',
      brief(each.starts),
      brief(each.cpuMs.median),
      each.starts > 1 ? spread(each.cpuMs) : '–',
      brief(each.requestsPerSecond),
      brief(each.p50Ms),
      brief(each.p99Ms),
      brief(each.peakMiB),
      brief(each.upstreamCalls),
      ...(bytesOf ? [brief(bytesOf(each.contestant))] : []),
    ].join(' | ')} |`;
  return [
    [
      '| | CPU ratio | spread | starts | CPU ms | spread | requests/s | p50 ms | p99 ms | peak MiB | upstream calls |' +
        (bytesOf ? ' bytes allocated |' : ''),
      `|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|${bytesOf ? '--:|' : ''}`,
      ...figures.toSorted((a, b) => a.ratio.median - b.ratio.median).map(row),
    ].join('\n'),
    controlsOf(figures),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
