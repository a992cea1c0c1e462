/** Converts measures in any unit of the contract to the unit that the service sends. */
import { type Measure, quantities, type Unit } from '../../agronomy/units.ts';

/** The units by their words, each with the unit of its quantity that the service sends. */
const byWord = new Map(
  Object.values(quantities).flatMap((units) => {
    const [sent = ''] = Object.keys(units);
    return Object.entries<Unit>(units).map(([word, unit]) => [word, { sent, ...unit }] as const);
  }),
);

// More digits than any instrument has, but few enough to drop the noise of binary fractions: 0.07 is 7 percent, not 7.000000000000001.
const significantDigits = 12;

/** Rounds off the noise of binary fractions in a calculated value. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(significantDigits));

/** Converts a measure to the unit that the service sends. A measure in any other unit stays unchanged. */
export function toServiceUnit<T extends Measure>(measure: T): T {
  const unit = byWord.get(measure.unit);
  if (unit === undefined || unit.sent === measure.unit) return measure;
  return { ...measure, value: withoutNoise((measure.value - (unit.zero ?? 0)) * unit.factor), unit: unit.sent };
}
