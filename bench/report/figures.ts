/** Writes the figures of contestants as a table, lowest CPU first. */
import { type Figures, reference, resolutionOf } from '../figures.ts';
import type { Estimate } from '../statistics.ts';
import { brief } from './numbers.ts';
import { controlsOf, ratioOf } from './resolution.ts';

/** Returns the text of a contestant in a table. */
export type TitleOf = (contestant: string) => string;

/** Makes the text bold in the row of this gateway. */
export const bold = (contestant: string, text: string): string => (contestant === reference ? `**${text}**` : text);

const spread = ({ low, high }: Estimate) => `${brief(low)}–${brief(high)}`;

/** Returns the table, and below it the sentence about its controls. */
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
