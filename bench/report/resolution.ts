/** What a run can tell apart, and how a difference is written that it cannot. */
import { type Figures, isResolved, reference, resolutionOf } from '../figures.ts';
import type { WorkloadResult } from '../results.ts';
import { brief, share, times } from './numbers.ts';

/** What identical code may differ by in a table that tells small differences. */
const resolutionMax = 0.05;

/** A ratio, or that it is none; the controls show theirs as they are. */
export function ratioOf({ contestant, isControl, ratio }: Figures, resolution: number): string {
  return isControl || contestant === reference || !(resolution >= 0) || isResolved(ratio, resolution)
    ? times(ratio.median)
    : `cannot be told here (${times(ratio.median)})`;
}

/** The sentence below a table: what its controls say of its ratios. Empty where there is none. */
export function controlsOf(figures: readonly Figures[]): string {
  const controls = figures.filter(({ isControl }) => isControl);
  if (controls.length === 0) return '';
  const each = controls.map(({ ratio: { median, low, high } }) => `${times(median)} (${brief(low)}–${brief(high)})`);
  return `Identical work: ${each.join(', ')}. Differences below ${share(resolutionOf(figures))} cannot be told here.`;
}

/** How many tables tell small differences, and what each of the others tells, the finest first; empty where no table has a control. */
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
