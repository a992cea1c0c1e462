/** The number of a measure that a record states, in the unit that a formula wants: null where it is unknown, and never a zero in its place. */
import { convertNumber, type Measure, type Quantity } from '../units.ts';

/** Converts from the unit that came. Throws UPSTREAM_ERROR for a unit the gateway does not know. */
export function numberIn(measure: Measure | null | undefined, quantity: Quantity, unit: string): number | null {
  return measure ? convertNumber(quantity, measure.value, measure.unit, unit) : null;
}
