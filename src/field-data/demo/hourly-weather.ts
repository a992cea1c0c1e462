/** Hourly temperatures of the demo: the real minimum and maximum of each day along a diurnal curve. Nothing else was recorded by the hour. */
import type { components } from '../../contract/openapi.ts';
import { addDays, formatInstant, hourMs, type LocalDate, offsetAt, startOfDay } from '../../platform/instant.ts';
import { type ShownDay, showDay, sourceOf } from './daily-weather.ts';
import { createPiece, type Piece } from './pieces.ts';
import { clamp, round } from './random.ts';
import type { Station } from './station-days.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];

// Coldest about sunrise, warmest in mid-afternoon.
const coldestHour = 6;
const warmestHour = 15;

/** Temperatures that a day's curve goes through. */
interface Turns {
  maxBefore: number;
  min: number;
  max: number;
  minAfter: number;
}

/**
 * Temperature at a local hour (0 to 24): half a cosine from each turn to the next, so that days join without a step, cut off at
 * the day's own minimum and maximum. A night that falls below the one or begins above the other belongs to the neighbour, whose
 * daily record has it; the daily record of this day does not.
 */
function temperatureAt(hour: number, turns: Turns): number {
  return clamp(curveAt(hour, turns), turns.min, turns.max);
}

function curveAt(hour: number, { maxBefore, min, max, minAfter }: Turns): number {
  if (hour < coldestHour) return between(maxBefore, min, (hour + 24 - warmestHour) / (24 - warmestHour + coldestHour));
  if (hour < warmestHour) return between(min, max, (hour - coldestHour) / (warmestHour - coldestHour));
  return between(max, minAfter, (hour - warmestHour) / (24 - warmestHour + coldestHour));
}

function turnsOf(station: Station, date: LocalDate, asOf: LocalDate): Turns & { day: ShownDay } {
  const day = showDay(station, date, asOf);
  return {
    day,
    maxBefore: showDay(station, addDays(date, -1), asOf).temperatureMax,
    min: day.temperatureMin,
    max: day.temperatureMax,
    minAfter: showDay(station, addDays(date, 1), asOf).temperatureMin,
  };
}

function between(start: number, end: number, part: number): number {
  return start + ((end - start) * (1 - Math.cos(Math.PI * part))) / 2;
}

const celsius = (value: number) => ({ value: round(value, 1), unit: 'celsius' as const });

/** The records of a local day, 23 to 25 of them: observed up to the last full hour before `nowMs`, forecast from there. */
export function renderHours(station: Station, date: LocalDate, today: LocalDate, nowMs: number): Piece[] {
  const { timezone } = station;
  // Hours that have passed show what was recorded, also those of a day whose other hours are still forecast.
  const recorded = turnsOf(station, date, addDays(date, 2));
  const forecast = turnsOf(station, date, today);
  const issuedAt = formatInstant(startOfDay(today, timezone));
  const dayEndsAt = startOfDay(addDays(date, 1), timezone);
  const pieces: Piece[] = [];
  for (let startsAt = startOfDay(date, timezone); startsAt < dayEndsAt; startsAt += hourMs) {
    const localHour = ((((startsAt + offsetAt(startsAt, timezone)) / hourMs) % 24) + 24) % 24;
    const isPast = startsAt + hourMs <= nowMs;
    const { day, ...turns } = isPast ? recorded : forecast;
    const start = temperatureAt(localHour, turns);
    const end = temperatureAt(localHour + 1, turns);
    const record: Omit<WeatherRecord, 'field_id'> = {
      kind: isPast ? 'observed' : 'forecast',
      granularity: 'hourly',
      starts_at: formatInstant(startsAt),
      ends_at: formatInstant(startsAt + hourMs),
      date: null,
      issued_at: isPast ? null : issuedAt,
      temperature_min: celsius(Math.min(start, end)),
      temperature_max: celsius(Math.max(start, end)),
      temperature_mean: celsius(temperatureAt(localHour + 0.5, turns)),
      dew_point: null,
      relative_humidity: null,
      precipitation: null,
      precipitation_probability: null,
      wind_speed: null,
      wind_gust: null,
      wind_direction: null,
      pressure: null,
      cloud_cover: null,
      solar_radiation: null,
      et0: null,
      et0_method: null,
      growing_degree_days: null,
      soil: [],
      condition: day.condition,
      source: sourceOf(
        station,
        isPast ? 'derived' : 'simulated',
        ['temperature_min', 'temperature_max', 'temperature_mean'],
        day.recordedOn,
      ),
    };
    pieces.push(createPiece(startsAt, record));
  }
  return pieces;
}
