/** Numbers with their units, as people write them. */

const signs: Readonly<Record<string, string>> = {
  CELSIUS: '°C',
  FAHRENHEIT: '°F',
  MILLIMETRE: 'mm',
  INCH: 'in',
  PERCENT: '%',
  CELSIUS_DAY: '°C d',
  FAHRENHEIT_DAY: '°F d',
  HECTARE: 'ha',
  ACRE: 'ac',
};

export const dash = '–';

export interface Measure {
  value: number;
  unit: string;
}

/** The number with exactly these decimals, so that a column has one precision, and with a real minus sign. */
export function writeNumber(value: number | null | undefined, decimals = 1): string {
  if (value === null || value === undefined) return dash;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', { ...digits, signDisplay: 'negative' }).replace('-', '−');
}

/** `1 day`, `2 days`: the rounded number of things. */
export function writeCount(count: number, noun: string): string {
  const number = writeNumber(count, 0);
  return `${number} ${noun}${number === '1' ? '' : 's'}`;
}

/** `12.8 °C`. */
export function write(measure: Measure | null | undefined, decimals = decimalsOf(measure)): string {
  return measure ? `${writeNumber(measure.value, decimals)} ${signOf(measure.unit)}` : dash;
}

/** Like `write`, but `< 0.1 mm` for rain that it would write as zero. */
export const writeRain = (rain: Measure | null | undefined): string =>
  rain && rain.value > 0 ? write(rain).replace(/^(?<zeros>0\.0*)0 /, '< $<zeros>1 ') : write(rain);

/** `60 mm`, for an overview. */
export const writeRounded = (measure: Measure | null | undefined): string =>
  write(measure, decimalsOf(measure) === 2 ? 2 : 0);

/** Inches are large, so they need more decimals. */
const decimalsOf = (measure: Measure | null | undefined): number => (measure?.unit === 'INCH' ? 2 : 1);

/** The sign of a unit; its word where it has none here. */
export const signOf = (unit: string): string => signs[unit] ?? unit.toLowerCase().replaceAll('_', ' ');

/** An enum's word as people read it: `GROWTH_STAGE` is `growth stage`. */
export const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

/** Like `words`, with a capital. */
export function sentenceCase(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What follows the values of a day, so that no forecast reads as observed. */
export const forecastMark = (kind: string | undefined): string => (kind === 'FORECAST' ? ' (forecast)' : '');

/** Degrees Celsius in another unit of temperature, and back, without rounding. */
export const fromCelsius = (degrees: number, unit: string): number =>
  unit === 'FAHRENHEIT' ? (degrees * 9) / 5 + 32 : degrees;
export const toCelsius = (degrees: number, unit: string): number =>
  unit === 'FAHRENHEIT' ? ((degrees - 32) * 5) / 9 : degrees;
