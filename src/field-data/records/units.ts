/** Measures as the service sends them: whatever unit came in, the first of its kind goes out. */

type Convert = (value: number) => number;

const same: Convert = (value) => value;
const times =
  (factor: number): Convert =>
  (value) =>
    value * factor;

/** For each unit of the contract, the one the service sends and how to get there. */
const conversions: ReadonlyMap<string, readonly [unit: string, convert: Convert]> = new Map(
  Object.entries<readonly [unit: string, convert: Convert]>({
    celsius: ['celsius', same],
    fahrenheit: ['celsius', (value) => (value - 32) / 1.8],
    kelvin: ['celsius', (value) => value - 273.15],
    millimetre: ['millimetre', same],
    centimetre: ['millimetre', times(10)],
    metre: ['millimetre', times(1_000)],
    inch: ['millimetre', times(25.4)],
    metre_per_second: ['metre_per_second', same],
    kilometre_per_hour: ['metre_per_second', times(1 / 3.6)],
    mile_per_hour: ['metre_per_second', times(0.447_04)],
    knot: ['metre_per_second', times(1_852 / 3_600)],
    hectopascal: ['hectopascal', same],
    kilopascal: ['hectopascal', times(10)],
    percent: ['percent', same],
    fraction: ['percent', times(100)],
    degree: ['degree', same],
    cubic_metre_per_cubic_metre: ['cubic_metre_per_cubic_metre', same],
    megajoule_per_square_metre: ['megajoule_per_square_metre', same],
    celsius_day: ['celsius_day', same],
    fahrenheit_day: ['celsius_day', times(1 / 1.8)],
  }),
);

/** A measure in any unit of the contract. */
export interface Quantity {
  value: number;
  unit: string;
}

// Enough for any instrument, too few for the noise of binary fractions: 0.07 is 7 percent, not 7.000000000000001.
const significantDigits = 12;

/** The same measure in the unit the service sends. A unit that the contract does not have is left as it is. */
export function toServiceUnit<T extends Quantity>(quantity: T): T {
  const conversion = conversions.get(quantity.unit);
  if (!conversion || conversion[1] === same) return quantity;
  const [unit, convert] = conversion;
  return { ...quantity, value: Number(convert(quantity.value).toPrecision(significantDigits)), unit };
}
