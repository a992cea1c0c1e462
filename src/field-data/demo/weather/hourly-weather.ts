/**
 * Hourly weather of the demo. Temperatures are derived from the day's real minimum and maximum. Wind, rain, humidity and radiation have no
 * hourly records, so they are simulated to agree with the day's record. A record with both says `simulated`, and lists the temperatures as
 * derived.
 */
import type { components } from '../../../contract/openapi.ts';
import { relativeHumidity } from '../../../agronomy/humidity.ts';
import {
  addDays,
  formatInstant,
  hourMs,
  type LocalDate,
  offsetAt,
  startOfDay,
} from '../../../platform/time/instant.ts';
import { dayOfYear, hourlyExtraterrestrialRadiation } from '../agronomy.ts';
import { celsius, showDay, sourceOf, unmeasured } from './daily-weather.ts';
import { createPiece, type FieldlessRecord, gap } from '../pieces.ts';
import { clamp, createRandom, round } from '../random.ts';
import type { Station } from './station-days.ts';
import { dewPointAt, type Neighbours, temperatureAt } from './temperature-curve.ts';

type Condition = components['schemas']['WeatherCondition'];

const derived = ['temperature_min', 'temperature_max', 'temperature_mean'];

/** The 23 to 25 hours of a local day: the start of each, and its hour on the clock from 0. */
type Hours = Record<'startsAt' | 'local', number[]>;

function hoursOf(date: LocalDate, timezone: string): Hours {
  const dayEndsAt = startOfDay(addDays(date, 1), timezone);
  const startsAt: number[] = [];
  for (let ms = startOfDay(date, timezone); ms < dayEndsAt; ms += hourMs) startsAt.push(ms);
  return { startsAt, local: startsAt.map((ms) => ((((ms + offsetAt(ms, timezone)) / hourMs) % 24) + 24) % 24) };
}

/** The weather of each hour of a day, as it is shown on the morning of `asOf`. */
function weatherOf(station: Station, date: LocalDate, asOf: LocalDate, { startsAt, local }: Hours) {
  const shownOn = (days: number) => showDay(station, addDays(date, days), asOf);
  const days: Neighbours = [shownOn(-1), shownOn(0), shownOn(1)];
  const [, day] = days;
  const wind = hourlyWind(station, date, day.windSpeed, local);
  const rain = hourlyRain(station, date, day.precipitation, local.length);
  const radiation = hourlyRadiation(station, date, day.condition, startsAt);
  return local.map((hour, index) => {
    const start = temperatureAt(hour, days);
    const end = temperatureAt(hour + 1, days);
    const middle = temperatureAt(hour + 0.5, days);
    const dew = dewPointAt(hour + 0.5, days);
    const precipitation = rain[index] ?? 0;
    const measuresAt = (colder: number) => {
      const mean = round(middle - colder, 1);
      // The dew point cannot be above the temperature.
      const dewPoint = Math.min(round(dew - colder, 1), mean);
      const [min, max] = [Math.min(start, end) - colder, Math.max(start, end) - colder];
      return [round(min, 1), round(max, 1), mean, dewPoint, Math.min(round(relativeHumidity(mean, dewPoint), 0), 100)];
    };
    return {
      measuresAt,
      temperature_min: celsius(gap),
      temperature_max: celsius(gap),
      temperature_mean: celsius(gap),
      dew_point: celsius(gap),
      relative_humidity: { value: gap, unit: 'percent' as const },
      precipitation: { value: precipitation, unit: 'millimetre' as const },
      wind_speed: { value: wind[index] ?? 0, unit: 'metre_per_second' as const },
      solar_radiation: { value: radiation[index] ?? 0, unit: 'megajoule_per_square_metre' as const },
      condition: conditionOfHour(day.condition, precipitation, day.precipitation),
      recordedOn: day.recordedOn,
    };
  });
}

/** The records of a local day, for the station or the fields above it. Hours that ended by `nowMs` are observed, the others forecast. */
export function renderHours(station: Station, isHigher: boolean, date: LocalDate, today: LocalDate, nowMs: number) {
  const hours = hoursOf(date, station.timezone);
  const issuedAt = formatInstant(startOfDay(today, station.timezone));
  const isPast = (startsAt: number) => startsAt + hourMs <= nowMs;
  // Past hours show the recorded values, even on a day whose other hours are still forecast.
  const recorded = date <= today ? weatherOf(station, date, addDays(date, 2), hours) : [];
  const forecast = date >= today ? weatherOf(station, date, today, hours) : [];
  return hours.startsAt.map((startsAt, index) => {
    const weather = (isPast(startsAt) ? recorded : forecast)[index];
    if (weather === undefined) throw new Error(`No weather of ${station.name} at ${formatInstant(startsAt)}.`);
    const { recordedOn, measuresAt, ...measured } = weather;
    const record: FieldlessRecord = {
      ...unmeasured,
      kind: isPast(startsAt) ? 'observed' : 'forecast',
      granularity: 'hourly',
      starts_at: formatInstant(startsAt),
      ends_at: formatInstant(startsAt + hourMs),
      date: null,
      issued_at: isPast(startsAt) ? null : issuedAt,
      ...measured,
      source: sourceOf(station, isHigher, 'simulated', derived, recordedOn, isPast(startsAt) ? pastName : undefined),
    };
    return createPiece(startsAt, record, measuresAt);
  });
}

const pastName = 'Demo hours from NOAA daily summaries';

/** Instruments and daily records have a resolution of tenths. */
const tenths = 10;

/** Distributes a whole number by weights into whole numbers that add up to it (largest remainder). */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const rest = total - shares.reduce((before, share) => before + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** Hour of the strongest wind, and how much stronger than the mean it is: the ground warms the air above it until then. */
const windiestHour = 14;
const windSwing = 0.4;

/** Wind of each hour of a day, m/s: their mean is the day's. */
function hourlyWind(station: Station, date: LocalDate, mean: number, localHours: readonly number[]): number[] {
  const random = createRandom(`wind ${station.name} ${date}`);
  const weights = localHours.map((hour) => {
    const swing = windSwing * Math.cos((2 * Math.PI * (hour + 0.5 - windiestHour)) / 24);
    return 1 + swing + (random() - 0.5) * 0.4;
  });
  return shareOut(Math.round(round(mean, 1) * tenths) * localHours.length, weights).map((share) => share / tenths);
}

/** Rain of each hour of a day, mm: one spell, which is longer on wetter days and adds up to the day's rain. */
function hourlyRain(station: Station, date: LocalDate, depth: number, hoursOfDay: number): number[] {
  const total = Math.round(round(depth, 1) * tenths);
  const rain = Array<number>(hoursOfDay).fill(0);
  if (total === 0) return rain;
  const random = createRandom(`rain ${station.name} ${date}`);
  const drawn = Math.round(1 + 3 * Math.sqrt(depth) * (0.6 + 0.8 * random()));
  const hours = clamp(drawn, 1, Math.min(total, hoursOfDay));
  const first = Math.floor(random() * (hoursOfDay - hours + 1));
  const weights = Array.from({ length: hours }, () => 0.3 + random());
  for (const [index, share] of shareOut(total, weights).entries()) rain[first + index] = share / tenths;
  return rain;
}

/** Part of the day that the sun shines on the ground, by recorded weather. It was not measured: these are our estimates. */
const sunshine: Readonly<Record<Condition, number>> = {
  clear: 0.9,
  cloudy: 0.3,
  fog: 0.3,
  drizzle: 0.15,
  rain: 0.05,
  snow: 0.1,
  thunderstorm: 0.2,
  unknown: 0.5,
};

/** Solar radiation of the hours of a day, MJ/m2: extraterrestrial radiation, reduced by the day's weather (FAO-56, equation 35). */
function hourlyRadiation(station: Station, date: LocalDate, condition: Condition, startsAt: readonly number[]) {
  const part = 0.25 + 0.5 * sunshine[condition];
  return hourlyExtraterrestrialRadiation(startsAt, station, dayOfYear(Date.parse(date))).map((above) =>
    round(above * part, 2),
  );
}

const wetConditions: readonly Condition[] = ['drizzle', 'rain', 'snow', 'thunderstorm'];

/** The condition of an hour: the day's, but drizzle in rain on a day that is not wet, and cloudy in dry hours of a rainy day. */
function conditionOfHour(ofDay: Condition, precipitation: number, precipitationOfDay: number): Condition {
  const isWetDay = wetConditions.includes(ofDay);
  if (precipitation > 0) return isWetDay ? ofDay : 'drizzle';
  return isWetDay && precipitationOfDay > 0 ? 'cloudy' : ofDay;
}
