/**
 * Units of measure. Factors are exact by definition: the inch, the mile, the acre and the knot (SI Brochure, NIST SP 811), the kelvin and
 * degree Fahrenheit scales.
 */
import type { components } from '../contract/openapi.ts';

/** A value with the word of its unit. */
export interface Measure {
  value: number;
  unit: string;
}

export interface Unit {
  description: string;
  /** Size of one unit in the quantity's base unit. */
  factor: number;
  /** Value in this unit at zero of the base unit: only temperatures on a scale have one. */
  zero?: number;
}

type Schemas = components['schemas'];
/** Every unit of the contract, by quantity. */
type Quantities = {
  [Name in keyof Schemas as Name extends `${infer Kind}Unit` ? Uncapitalize<Kind> : never]: Readonly<
    Record<Extract<Schemas[Name], string>, Unit>
  >;
};

/**
 * The units by quantity and by the contract's word: a word that is only here or only in the contract is a type error. The service sends the
 * first of each quantity.
 */
export const quantities = {
  temperature: {
    celsius: { description: 'Degree Celsius, UCUM `Cel`.', factor: 1 },
    fahrenheit: { description: 'Degree Fahrenheit, UCUM `[degF]`.', factor: 5 / 9, zero: 32 },
    kelvin: { description: 'Kelvin, UCUM `K`.', factor: 1, zero: 273.15 },
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
  /** A sum of temperature differences: scaled, never shifted. */
  degreeDay: {
    celsius_day: { description: 'Degree Celsius day, UCUM `K.d`.', factor: 1 },
    fahrenheit_day: {
      description: 'Degree Fahrenheit day, 5/9 of a degree Celsius day, UCUM `[degR].d`.',
      factor: 5 / 9,
    },
  },
} as const satisfies Quantities;

export type Quantity = keyof typeof quantities;
