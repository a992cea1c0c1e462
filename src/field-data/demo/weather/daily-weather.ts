/** Daily weather of the demo. Past days replay real days. Forecast days do too, with noise that grows with lead time. */
import { degreeDayFormulas } from '../../../agronomy/degree-days.ts';
import type { components } from '../../../contract/openapi.ts';
import { addDays, dayMs, formatInstant, type LocalDate, startOfDay } from '../../../platform/time/instant.ts';
import { dayOfYear, extraterrestrialRadiation, hargreavesSamani } from '../agronomy.ts';
import { emptyRecord, resolvePointer } from '../../records/description.ts';
import { createPiece, type FieldlessRecord, gap, heightGap, type Piece } from '../pieces.ts';
import { clamp, createRandom, normal, round } from '../random.ts';
import { replayedDay, type Station, type StationDay } from './station-days.ts';

type WeatherRecord = components['schemas']['WeatherRecord'];
type Condition = components['schemas']['WeatherCondition'];

/** Days of the forecast, including today. */
export const forecastDays = 16;

const base = 10;
const upper = 30;
const wetMillimetres = 0.2;

/** A day's weather as it will be shown, measured or made up. */
export interface ShownDay extends StationDay {
  precipitationProbability: number | null;
  condition: Condition;
}

/** The source of a record, for the station or for the fields above it. */
export function sourceOf(
  station: Station,
  isHigher: boolean,
  provenance: WeatherRecord['source']['provenance'],
  derived: string[],
  recordedOn: LocalDate,
  name = provenance === 'simulated' ? 'Demo forecast from NOAA daily summaries' : 'NOAA daily summaries',
): WeatherRecord['source'] {
  const source = { name, station: station.name, provenance, derived, recorded_on: recordedOn };
  if (!isHigher) return source;
  const ofHeight = ['temperature_min', 'temperature_max'];
  return {
    ...source,
    name: `${name}, adjusted to ${heightGap} m above the station`,
    derived: [...ofHeight, ...derived.filter((property) => !ofHeight.includes(property))],
  };
}

/** A record without a field id and without values, in the order of the contract. */
const { field_id: _field, ...unknown } = emptyRecord(resolvePointer('#/components/schemas/WeatherRecord'));
export const unmeasured = unknown as unknown as FieldlessRecord;

export const celsius = (value: number) => ({ value: round(value, 1), unit: 'celsius' as const });
const millimetres = (value: number) => ({ value: round(value, 1), unit: 'millimetre' as const });

/** Weather of a day: as recorded if it ended before `today`, else as forecast on the morning of `today`. */
export function showDay(station: Station, date: LocalDate, today: LocalDate): ShownDay {
  const day = replayedDay(station.name, date);
  if (date < today) return { ...day, precipitationProbability: null, condition: conditionOf(day) };
  const leadDays = (Date.parse(date) - Date.parse(today)) / dayMs;
  const random = createRandom(`${station.name} ${date} issued ${today}`);
  const spread = 0.4 + 0.3 * leadDays;
  const middle = (day.temperatureMin + day.temperatureMax) / 2 + normal(random) * spread;
  const half = ((day.temperatureMax - day.temperatureMin) / 2) * clamp(1 + normal(random) * 0.02 * leadDays, 0.5, 1.5);
  // The chance that a wet day is forecast dry, or a dry one wet, grows to a third.
  const isMissed = random() < 0.02 * leadDays;
  const wasWet = day.precipitation > wetMillimetres;
  const amount = wasWet
    ? day.precipitation * Math.exp(normal(random) * 0.06 * leadDays)
    : random() * 4 + wetMillimetres;
  const isWet = wasWet !== isMissed;
  const shown = {
    ...day,
    temperatureMin: middle - half,
    temperatureMax: middle + half,
    precipitation: isWet ? amount : 0,
    windSpeed: Math.max(day.windSpeed * (1 + normal(random) * 0.03 * (leadDays + 1)), 0.2),
  };
  const probability = clamp(isWet ? 95 - 3 * leadDays : 5 + 2 * leadDays, 5, 95);
  return { ...shown, precipitationProbability: round(probability, 0), condition: conditionOf(shown) };
}

function conditionOf({ weather, precipitation, temperatureMax }: StationDay): Condition {
  if (precipitation > wetMillimetres && (weather === 'sun' || weather === 'fog'))
    return temperatureMax < 1 ? 'snow' : 'rain';
  if (precipitation <= wetMillimetres && (weather === 'rain' || weather === 'snow')) return 'cloudy';
  return weather === 'sun' ? 'clear' : weather;
}

/** The daily record of a station, or of the fields above it. */
export function renderDay(station: Station, isHigher: boolean, date: LocalDate, today: LocalDate): Piece {
  const startsAt = startOfDay(date, station.timezone);
  const day = showDay(station, date, today);
  const isPast = date < today;
  const provenance = !isPast ? 'simulated' : date === day.recordedOn ? 'measured' : 'replayed';
  const radiation = extraterrestrialRadiation(station.latitude, dayOfYear(Date.parse(date)));
  const derived = ['temperature_mean', 'et0', 'growing_degree_days'];
  const measuresOf = (min: number, max: number) => [
    round(min, 1),
    round(max, 1),
    round((min + max) / 2, 1),
    round(hargreavesSamani(min, max, radiation), 1),
    round(degreeDayFormulas.mcmaster_wilhelm_2(min, max, { base, upper }), 2),
  ];
  const record: FieldlessRecord = {
    ...unmeasured,
    kind: isPast ? 'observed' : 'forecast',
    granularity: 'daily',
    starts_at: formatInstant(startsAt),
    ends_at: formatInstant(startOfDay(addDays(date, 1), station.timezone)),
    date,
    issued_at: isPast ? null : formatInstant(startOfDay(today, station.timezone)),
    temperature_min: celsius(gap),
    temperature_max: celsius(gap),
    temperature_mean: celsius(gap),
    precipitation: millimetres(day.precipitation),
    precipitation_probability:
      day.precipitationProbability === null ? null : { value: day.precipitationProbability, unit: 'percent' },
    wind_speed: { value: round(day.windSpeed, 1), unit: 'metre_per_second' },
    et0: millimetres(gap),
    et0_method: 'hargreaves_samani',
    growing_degree_days: {
      value: gap,
      unit: 'celsius_day',
      base: celsius(base),
      upper: celsius(upper),
      method: 'mcmaster_wilhelm_2',
    },
    condition: day.condition,
    source: sourceOf(station, isHigher, provenance, derived, day.recordedOn),
  };
  return createPiece(startsAt, record, (colder) =>
    measuresOf(day.temperatureMin - colder, day.temperatureMax - colder),
  );
}
