/** Measures as the service sends them: whatever unit came in, the first of its kind goes out. */

type Convert = (value: number) => number;

const times =
  (factor: number): Convert =>
  (value) =>
    value * factor;

/** For each unit that the service sends, the others of the contract and how to get from them to it. */
const conversions: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  celsius: { fahrenheit: (value) => (value - 32) / 1.8, kelvin: (value) => value - 273.15 },
  millimetre: { centimetre: times(10), metre: times(1_000), inch: times(25.4) },
  metre_per_second: { kilometre_per_hour: times(1 / 3.6), mile_per_hour: times(0.447_04), knot: times(1_852 / 3_600) },
  hectopascal: { kilopascal: times(10) },
  hectare: { square_metre: times(1e-4), acre: times(0.404_685_642_24) },
  percent: { fraction: times(100) },
  celsius_day: { fahrenheit_day: times(1 / 1.8) },
};

const byUnit = new Map(
  Object.entries(conversions).flatMap(([unit, others]) =>
    Object.entries(others).map(([other, convert]) => [other, { unit, convert }] as const),
  ),
);

/** A measure in any unit of the contract. */
export interface Quantity {
  value: number;
  unit: string;
}

// Enough for any instrument, too few for the noise of binary fractions: 0.07 is 7 percent, not 7.000000000000001.
const significantDigits = 12;

/** A calculated value without that noise. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(significantDigits));
}

/** The same measure in the unit the service sends. A unit that the contract does not have is left as it is. */
export function toServiceUnit<T extends Quantity>(quantity: T): T {
  const conversion = byUnit.get(quantity.unit);
  if (!conversion) return quantity;
  return { ...quantity, value: withoutNoise(conversion.convert(quantity.value)), unit: conversion.unit };
}
