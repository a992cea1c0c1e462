/**
 * The rules for an hour of spraying, each with its reason. An unknown value passes no rule. No result is a permission: the product label
 * decides, and these are the limits that labels and advisers commonly state.
 */
import { countOf } from '../platform/text/count-of.ts';
import { deltaT, relativeHumidity } from './humidity.ts';
import { tolerance } from './tolerance.ts';

/** Limits. Null is no limit; a rule is off if all its limits are null. */
export interface SprayLimits {
  /** Metres per second. */
  minWind: number | null;
  maxWind: number | null;
  maxGust: number | null;
  /** Degrees Celsius. */
  minTemperature: number | null;
  maxTemperature: number | null;
  /** Kelvin. Below the first or above the second is marginal; above the third fails. */
  minDeltaT: number | null;
  marginalDeltaT: number | null;
  maxDeltaT: number | null;
  /** Hours without rain after the hour itself. */
  dryHours: number | null;
  /** Hours of daylight before and after the hour itself. */
  daylightMarginHours: number | null;
}

/** The weather of an hour; null is unknown. */
export interface HourWeather {
  /** Degrees Celsius. */
  temperature: number | null;
  dewPoint: number | null;
  /** Percent. */
  relativeHumidity: number | null;
  /** Metres per second. */
  windSpeed: number | null;
  windGust: number | null;
  /** Millimetres in the hour. */
  precipitation: number | null;
  /** Megajoules per square metre in the hour. */
  radiation: number | null;
}

export type RuleName = 'wind' | 'gust' | 'rain' | 'temperature' | 'delta_t' | 'inversion';
export type Outcome = 'pass' | 'marginal' | 'fail' | 'unknown';

export interface RuleResult {
  rule: RuleName;
  outcome: Outcome;
  /** The value compared, in the unit of the limit; null if it is unknown. */
  value: number | null;
  /** The limit that decided: the one crossed, else the upper one. */
  limit: number | null;
  reason: string;
}

/** An hour whose weather is read measure by measure, when a rule needs it. */
export interface MeasuredHour {
  read(measure: keyof HourWeather): number | null;
}

/** Returns the hour `offset` hours after the assessed one, or before it if negative. Undefined if it has no record. */
export type HourAt = (offset: number) => MeasuredHour | undefined;

/** Assesses an hour by every rule that is on, in a fixed order. Reads only the weather that these rules need. */
export function assessHour(hourAt: HourAt, limits: SprayLimits): RuleResult[] {
  const hour = hourAt(0);
  const findings: Record<RuleName, Finding | null> = {
    wind: between(hour, 'windSpeed', limits.minWind, limits.maxWind, 'Wind', 'm/s'),
    gust: between(hour, 'windGust', null, limits.maxGust, 'The strongest gust', 'm/s'),
    rain: rain(hourAt, limits.dryHours),
    temperature: between(hour, 'temperature', limits.minTemperature, limits.maxTemperature, 'Temperature', '°C'),
    delta_t: dryingByDeltaT(hour, limits),
    inversion: inversion(hourAt, limits.daylightMarginHours),
  };
  return Object.entries(findings).flatMap(([rule, finding]) => {
    if (finding === null) return [];
    const [outcome, value, limit, reason] = finding;
    return { rule: rule as RuleName, outcome, value, limit, reason };
  });
}

/** Delta-T of an hour in kelvin, by its relative humidity, else by its dew point. Null without these or a temperature, or if undefined. */
export function hourDeltaT(hour: MeasuredHour | undefined): number | null {
  const temperature = hour?.read('temperature') ?? null;
  if (hour === undefined || temperature === null) return null;
  const dewPoint = hour.read('dewPoint');
  const byDewPoint = dewPoint === null ? null : relativeHumidity(temperature, dewPoint);
  const humidity = hour.read('relativeHumidity') ?? byDewPoint;
  return humidity === null ? null : deltaT(temperature, humidity);
}

/** The result of a rule without its name. */
type Finding = readonly [outcome: Outcome, value: number | null, limit: number | null, reason: string];

function between(
  hour: MeasuredHour | undefined,
  measure: keyof HourWeather,
  min: number | null,
  max: number | null,
  what: string,
  unit: string,
): Finding | null {
  if (min === null && max === null) return null;
  const limit = max ?? min;
  const value = hour?.read(measure) ?? null;
  if (value === null) return ['unknown', null, limit, `${what} is not known in this hour.`];
  if (min !== null && value < min - tolerance)
    return ['fail', value, min, `${beyond(what, value, 'below', min, unit)}.`];
  if (max !== null && value > max + tolerance)
    return ['fail', value, max, `${beyond(what, value, 'above', max, unit)}.`];
  return ['pass', value, limit, `${what} of ${text(value)} ${unit} is within its limits.`];
}

function rain(hourAt: HourAt, dryHours: number | null): Finding | null {
  if (dryHours === null) return null;
  // Rain in a later hour fails, even if an earlier hour is unknown.
  let unknownAt: number | undefined;
  for (let offset = 0; offset <= dryHours; offset += 1) {
    const depth = hourAt(offset)?.read('precipitation') ?? null;
    if (depth === null) unknownAt ??= offset;
    else if (depth > 0)
      return ['fail', depth, 0, `${text(depth, decimalsToTell(depth, 0))} mm of rain ${moment(offset)}.`];
  }
  if (unknownAt !== undefined) return ['unknown', null, 0, `Rain is not known ${moment(unknownAt)}.`];
  return ['pass', 0, 0, `No rain in this hour${around(dryHours, ' and in the', 'after')}.`];
}

const unknownDeltaT =
  'Delta-T is not known in this hour: temperature or humidity is missing, outside 5 to 99 % and -20 to 50 °C, or the air is both cold and dry.';

function dryingByDeltaT(hour: MeasuredHour | undefined, limits: SprayLimits): Finding | null {
  const { minDeltaT, marginalDeltaT, maxDeltaT } = limits;
  const upper = marginalDeltaT ?? maxDeltaT ?? minDeltaT;
  if (upper === null) return null;
  const value = hourDeltaT(hour);
  if (value === null) return ['unknown', value, upper, unknownDeltaT];
  const crossed = (word: 'above' | 'below', limit: number) => beyond('Delta-T', value, word, limit, 'K');
  if (maxDeltaT !== null && value > maxDeltaT)
    return ['fail', value, maxDeltaT, `${crossed('above', maxDeltaT)}: drops dry before they land.`];
  if (marginalDeltaT !== null && value > marginalDeltaT)
    return ['marginal', value, marginalDeltaT, `${crossed('above', marginalDeltaT)}: drops dry fast.`];
  if (minDeltaT !== null && value < minDeltaT)
    return ['marginal', value, minDeltaT, `${crossed('below', minDeltaT)}: fine drops stay in the air.`];
  return ['pass', value, upper, `Delta-T of ${text(value)} K is within its limits.`];
}

/** Air near the ground is still from before sunset until after sunrise. No coordinates are known, so missing radiation shows darkness. */
function inversion(hourAt: HourAt, marginHours: number | null): Finding | null {
  if (marginHours === null) return null;
  let unknownAt: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let offset = -marginHours; offset <= marginHours; offset += 1) {
    const radiation = hourAt(offset)?.read('radiation') ?? null;
    if (radiation === null) unknownAt ??= offset;
    else if (radiation <= 0)
      return ['fail', radiation, 0, `It is dark ${moment(offset)}: an inversion may hold drops in the air.`];
    else least = Math.min(least, radiation);
  }
  if (unknownAt !== undefined) return ['unknown', null, 0, `Solar radiation is not known ${moment(unknownAt)}.`];
  return ['pass', least, 0, `Daylight in this hour${around(marginHours, ' and', 'before and after')}.`];
}

function around(hours: number, words: string, place: string): string {
  return hours === 0 ? '' : `${words} ${countOf(hours, 'hour')} ${place} it`;
}

function moment(offset: number): string {
  if (offset === 0) return 'in this hour';
  return `${countOf(Math.abs(offset), 'hour')} ${offset > 0 ? 'later' : 'before'}`;
}

/** Describes a value beyond its limit, with enough decimals to differ from it: `Wind of 5.6 m/s is above 5.56 m/s`. */
function beyond(what: string, value: number, word: 'above' | 'below', limit: number, unit: string): string {
  const decimals = decimalsToTell(value, limit);
  return `${what} of ${text(value, decimals)} ${unit} is ${word} ${text(limit, decimals)} ${unit}`;
}

const decimalsMin = 1;
const decimalsMax = 15;

function decimalsToTell(one: number, other: number): number {
  let decimals = decimalsMin;
  while (decimals < decimalsMax && text(one, decimals) === text(other, decimals)) decimals += 1;
  return decimals;
}

/** Formats a number for a sentence, without an exponent. A forecast is precise to one decimal at most. */
function text(value: number, decimals = decimalsMin): string {
  const fixed = value.toFixed(decimals);
  const shortest = String(Number(fixed));
  return shortest.includes('e-') ? fixed : shortest;
}
