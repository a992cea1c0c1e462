/** Describes the smallest difference that a run resolves, and marks ratios within it. */
import { type Figures, isResolved, reference, resolutionOf } from '../figures.ts';
import type { WorkloadResult } from '../results.ts';
import { brief, share, times } from './numbers.ts';

/** Largest resolution of a table that counts as fine. */
const resolutionMax = 0.05;

/** Formats a ratio, and marks it if it may be an error of the run. The ratios of controls are never marked. */
export function ratioOf({ contestant, isControl, ratio }: Figures, resolution: number): string {
  return isControl || contestant === reference || !(resolution >= 0) || isResolved(ratio, resolution)
    ? times(ratio.median)
    : `cannot be told here (${times(ratio.median)})`;
}

/** Returns the sentence below a table: the ratios of its controls, and its resolution. Empty without controls. */
export function controlsOf(figures: readonly Figures[]): string {
  const controls = figures.filter(({ isControl }) => isControl);
  if (controls.length === 0) return '';
  const each = controls.map(({ ratio: { median, low, high } }) => `${times(median)} (${brief(low)}–${brief(high)})`);
  return `Identical work: ${each.join(', ')}. Differences below ${share(resolutionOf(figures))} cannot be told here.`;
}

/** Counts the tables with a fine resolution, and lists that of each other one, finest first. Empty if no table has a control. */
export function resolutionsOf(results: readonly WorkloadResult[]): string {
  const all = results
    .map(({ workload, pass, figures }) => ({ workload, pass, resolution: resolutionOf(figures) }))
    .filter(({ resolution }) => resolution >= 0)
    .toSorted((one, other) => one.resolution - other.resolution);
  if (all.length === 0) return '';
  const coarse = all.filter(({ resolution }) => resolution > resolutionMax);
  const each = coarse.map(
    ({ workload, pass, resolution }) => `${workload}${pass === 'own' ? '' : ` (${pass})`} ${share(resolution)}`,
  );
  const others = each.length === 0 ? '' : ` The others tell: ${each.join(', ')}.`;
  return `**${all.length - coarse.length} of ${all.length} tables tell differences of ${share(resolutionMax)}.**${others}`;
}
