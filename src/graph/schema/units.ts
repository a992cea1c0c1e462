/** Conversions between units of measure, always from the unit that the service sent, never from an assumed one. */
import { quantities, type Quantity, type Unit } from '../../agronomy/units.ts';
import type { Convert } from '../../executor/resolvers.ts';
import { GatewayError, malformed } from '../errors/gateway-error.ts';

function unitOf(quantity: Quantity, word: string): Unit | undefined {
  const units: Record<string, Unit> = quantities[quantity];
  // The word comes from the service: `constructor` must find nothing.
  return Object.hasOwn(units, word) ? units[word] : undefined;
}

/** Whether the gateway knows this unit of a quantity. */
export const isUnit = (quantity: Quantity, word: unknown): boolean =>
  typeof word === 'string' && unitOf(quantity, word) !== undefined;

/** Digits of a converted value: more than any sensor has, and few enough to drop binary dust (53.6, not 53.60000000000001). */
export const significantDigits = 10;
/** Part of a shift below which a converted value is none: -17.7777777778 degrees Celsius are 0 degrees Fahrenheit. */
const noise = 10 ** (1 - significantDigits);

/** Name of a measure whose error has the path of its field. */
const aMeasure = 'a measure';
/** Characters of an unknown unit that an error shows. */
const wordShownMax = 40;

/** Makes a converter from one unit of a quantity to another. Throws UPSTREAM_ERROR, naming `what`, for a unit the gateway does not know. */
export function conversion(quantity: Quantity, from: string, to: string, what = aMeasure): (value: number) => number {
  const source = unitOf(quantity, from);
  const target = unitOf(quantity, to);
  if (source === undefined || target === undefined) {
    const message = `The Field Data Service sent ${what} in the unit ${from.slice(0, wordShownMax)}, which the gateway does not know, so the value cannot be converted. Where \`unit\` defaults to the unit that the service supplied, leave it out.`;
    throw new GatewayError('UPSTREAM_ERROR', { message });
  }
  if (from === to) return (value) => value;
  const slope = source.factor / target.factor;
  const shift = ((target.zero ?? 0) * target.factor - (source.zero ?? 0) * source.factor) / target.factor;
  return (value) => {
    const converted = value * slope + shift;
    return Math.abs(converted) < Math.abs(shift) * noise ? 0 : Number(converted.toPrecision(significantDigits));
  };
}

/** Converts a number of the service. Throws UPSTREAM_ERROR, naming `what`, if it is no number, or if the gateway does not know its unit. */
export function convertNumber(quantity: Quantity, value: unknown, from: unknown, to: string, what = aMeasure): number {
  // Converted values are summed: a number that was sent as text would be concatenated.
  if (typeof value !== 'number') throw malformed(`value of ${what} is no number`);
  if (typeof from !== 'string') throw malformed(`unit of ${what} is no string`);
  return conversion(quantity, from, to, what)(value);
}

/** convertNumber for each quantity. Always the same functions, so that a conversion made for one field can be reused for all. */
export const converters = Object.fromEntries(
  Object.keys(quantities).map((quantity) => [quantity, convertNumber.bind(undefined, quantity as Quantity)]),
) as Record<Quantity, Convert>;
