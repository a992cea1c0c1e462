/** Converts measures in any unit of the contract to the unit that the service sends. */

type Convert = (value: number) => number;

const times =
  (factor: number): Convert =>
  (value) =>
    value * factor;

/** Conversions to each unit that the service sends, by the other units of the contract. */
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
