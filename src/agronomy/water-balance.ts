/**
 * Depletion of the root zone by the water balance of FAO-56, chapter 8 (Allen et al. 1998, FAO Irrigation and drainage paper 56): equations
 * 81 to 88, without runoff and capillary rise. All depths are in millimetres. From the first unknown day on, the depletion is unknown.
 */
import { tolerance } from './tolerance.ts';

interface RootZone {
  totalAvailableWater: number;
  /** Fraction of this water that a crop takes before stress, `p` (table 22). */
  depletionFraction: number;
  /** On the morning of the first day. */
  initialDepletion: number;
}

interface WaterDay {
  precipitation: number | undefined;
  et0: number | undefined;
  /** Crop coefficient; undefined outside the curve. */
  kc: number | undefined;
  /** Net depth on that day. */
  irrigation: number;
}

/** Water that a crop takes without stress (equation 83). */
export function readilyAvailableWater({ totalAvailableWater, depletionFraction }: RootZone): number {
  return totalAvailableWater * depletionFraction;
}

/** Whether a depletion reaches the readily available water. False if it is unknown. */
export function reachesReadilyAvailable(depletion: number | undefined, rootZone: RootZone): boolean {
  return depletion !== undefined && depletion >= readilyAvailableWater(rootZone) - tolerance;
}

/** Computes the balance of days in order: each with its input. */
export function waterBalance(rootZone: RootZone, days: readonly WaterDay[]) {
  let depletion: number | undefined = rootZone.initialDepletion;
  return days.map((day) => {
    const balance = balanceOf(rootZone, day, depletion);
    depletion = balance.depletion;
    return { ...day, ...balance };
  });
}

function balanceOf(rootZone: RootZone, { precipitation, et0, kc, irrigation }: WaterDay, before: number | undefined) {
  /** Kc ET0, without stress (equation 58). */
  const cropEvapotranspiration = kc === undefined || et0 === undefined ? undefined : kc * et0;
  if (before === undefined || precipitation === undefined || cropEvapotranspiration === undefined)
    return { cropEvapotranspiration };
  const stressCoefficient = stressOf(rootZone, before);
  const adjustedEvapotranspiration = stressCoefficient * cropEvapotranspiration;
  const after = before - precipitation - irrigation + adjustedEvapotranspiration;
  return {
    cropEvapotranspiration,
    /** Ks (equation 84), from the depletion at the start of the day. */
    stressCoefficient,
    /** Ks Kc ET0 (equation 81). */
    adjustedEvapotranspiration,
    /** At the end of the day (equations 85 and 86). */
    depletion: Math.min(Math.max(after, 0), rootZone.totalAvailableWater),
    /** Water in excess of the capacity of the root zone (equation 88). */
    deepPercolation: Math.max(-after, 0),
  };
}

function stressOf(rootZone: RootZone, depletion: number): number {
  const { totalAvailableWater, depletionFraction } = rootZone;
  if (depletion <= readilyAvailableWater(rootZone)) return 1;
  return (totalAvailableWater - depletion) / ((1 - depletionFraction) * totalAvailableWater);
}

/** The crop coefficient of a day, interpolated linearly between ordered points (figure 34); undefined outside. `dayMs` is midnight UTC. */
export function cropCoefficient(points: readonly { dayMs: number; kc: number }[], dayMs: number): number | undefined {
  const next = points.findIndex((point) => point.dayMs >= dayMs);
  const after = points[next];
  if (after === undefined) return undefined;
  if (after.dayMs === dayMs) return after.kc;
  const before = points[next - 1];
  if (before === undefined) return undefined;
  return before.kc + ((after.kc - before.kc) * (dayMs - before.dayMs)) / (after.dayMs - before.dayMs);
}
