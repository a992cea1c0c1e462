/**
 * Units of measure and the conversions between them, always from the unit that the service sent, never from an assumed one.
 * Factors are exact by definition: the inch, the mile, the acre and the knot (SI Brochure, NIST SP 811), the kelvin and degree Fahrenheit
 * scales.
 */
import type { Convert } from '../../executor/resolvers.ts';
import { GatewayError, malformed } from '../errors/gateway-error.ts';

/** A measured value with its unit, as the service sends it. */
export interface Measure {
  value: number;
  unit: string;
}

interface Unit {
  description: string;
  /** Size of one unit in the quantity's base unit. */
  factor: number;
  /** Base value at zero of this unit: only temperatures on a scale have one. */
  offset?: number;
}

/** Every unit that the gateway knows, by quantity and by the contract's word. The service sends the first of each quantity. */
export const quantities = {
  temperature: {
    celsius: { description: 'Degree Celsius, UCUM `Cel`.', factor: 1 },
    fahrenheit: { description: 'Degree Fahrenheit, UCUM `[degF]`.', factor: 5 / 9, offset: -160 / 9 },
    kelvin: { description: 'Kelvin, UCUM `K`.', factor: 1, offset: -273.15 },
  },
  length: {
    millimetre: {
      description: 'Millimetre, UCUM `mm`. One millimetre of water is one litre a square metre.',
      factor: 1,
    },
    centimetre: { description: 'Centimetre, UCUM `cm`.', factor: 10 },
    metre: { description: 'Metre, UCUM `m`.', factor: 1000 },
    inch: { description: 'International inch, 25.4 mm, UCUM `[in_i]`.', factor: 25.4 },
  },
  speed: {
    metre_per_second: { description: 'Metre per second, UCUM `m/s`.', factor: 1 },
    kilometre_per_hour: { description: 'Kilometre per hour, UCUM `km/h`.', factor: 1 / 3.6 },
    mile_per_hour: { description: 'International mile per hour, 0.44704 m/s, UCUM `[mi_i]/h`.', factor: 0.44704 },
    knot: { description: 'International knot, 1852 m/h, UCUM `[kn_i]`.', factor: 1852 / 3600 },
  },
  pressure: {
    hectopascal: { description: 'Hectopascal, equal to a millibar, UCUM `hPa`.', factor: 1 },
    kilopascal: { description: 'Kilopascal, UCUM `kPa`.', factor: 10 },
  },
  area: {
    hectare: { description: 'Hectare, 10,000 m², UCUM `har`.', factor: 1 },
    square_metre: { description: 'Square metre, UCUM `m2`.', factor: 1e-4 },
    acre: { description: 'International acre, 4,046.8564224 m², UCUM `43560.[sft_i]`.', factor: 0.404_685_642_24 },
  },
  fraction: {
    percent: { description: 'Percent: 0 to 100 for a share, UCUM `%`.', factor: 1 },
    fraction: { description: 'Fraction: 0 to 1 for a share, UCUM `1`.', factor: 100 },
  },
  angle: { degree: { description: 'Degree, UCUM `deg`.', factor: 1 } },
  volumetric: {
    cubic_metre_per_cubic_metre: {
      description: 'Cubic metre of water per cubic metre of soil, UCUM `m3/m3`.',
      factor: 1,
    },
  },
  irradiation: {
    megajoule_per_square_metre: { description: 'Megajoule per square metre, UCUM `MJ/m2`.', factor: 1 },
  },
  /** A sum of temperature differences: scaled without the offset. */
  degreeDays: {
    celsius_day: { description: 'Degree Celsius day, UCUM `K.d`.', factor: 1 },
    fahrenheit_day: {
      description: 'Degree Fahrenheit day, 5/9 of a degree Celsius day, UCUM `[degR].d`.',
      factor: 5 / 9,
    },
  },
} as const satisfies Record<string, Record<string, Unit>>;

export type Quantity = keyof typeof quantities;

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
  const shift = ((source.offset ?? 0) - (target.offset ?? 0)) / target.factor;
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
