/** Converts measures in any unit of the contract to the unit that the service sends. */
import type { components } from '../../contract/openapi.ts';

type Schemas = components['schemas'];
type Unit = Schemas[Extract<keyof Schemas, `${string}Unit`>];

/** Units that the service sends. */
type ServiceUnit =
  | 'celsius'
  | 'millimetre'
  | 'metre_per_second'
  | 'hectopascal'
  | 'hectare'
  | 'percent'
  | 'celsius_day'
  | 'degree'
  | 'cubic_metre_per_cubic_metre'
  | 'megajoule_per_square_metre';

interface Conversion {
  unit: ServiceUnit;
  convert(value: number): number;
}

const times = (factor: number, unit: ServiceUnit): Conversion => ({ unit, convert: (value) => value * factor });

/** Conversions from every other unit of the contract: a unit that is added there is a type error here. */
const conversions: Readonly<Record<Exclude<Unit, ServiceUnit>, Conversion>> = {
  fahrenheit: { unit: 'celsius', convert: (value) => (value - 32) / 1.8 },
  kelvin: { unit: 'celsius', convert: (value) => value - 273.15 },
  centimetre: times(10, 'millimetre'),
  metre: times(1_000, 'millimetre'),
  inch: times(25.4, 'millimetre'),
  kilometre_per_hour: times(1 / 3.6, 'metre_per_second'),
  mile_per_hour: times(0.447_04, 'metre_per_second'),
  knot: times(1_852 / 3_600, 'metre_per_second'),
  kilopascal: times(10, 'hectopascal'),
  square_metre: times(1e-4, 'hectare'),
  acre: times(0.404_685_642_24, 'hectare'),
  fraction: times(100, 'percent'),
  fahrenheit_day: times(1 / 1.8, 'celsius_day'),
};

const byUnit = new Map<string, Conversion>(Object.entries(conversions));

/** A measure in any unit of the contract. */
export interface Quantity {
  value: number;
  unit: string;
}

// More digits than any instrument has, but few enough to drop the noise of binary fractions: 0.07 is 7 percent, not 7.000000000000001.
const significantDigits = 12;

/** Rounds off the noise of binary fractions in a calculated value. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(significantDigits));

/** Converts a measure to the unit that the service sends. A measure in any other unit stays unchanged. */
export function toServiceUnit<T extends Quantity>(quantity: T): T {
  const conversion = byUnit.get(quantity.unit);
  if (!conversion) return quantity;
  return { ...quantity, value: withoutNoise(conversion.convert(quantity.value)), unit: conversion.unit };
}
