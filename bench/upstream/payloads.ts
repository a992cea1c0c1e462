/**
 * Makes bodies in the shape of the contract from a seed, so that the fields and their versions all differ. Every measure has a value,
 * because nulls, which the starting data has, would be less work for a gateway.
 */
import { oneOf, type Random, seededBy } from '../../test/support/seeded-random.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Field and window of a URL, which decide its body. */
interface Window {
  fieldId: string;
  from: number;
  to: number;
}

const tenths = (random: Random, min: number, max: number) => Math.round((min + random() * (max - min)) * 10) / 10;
const thousandths = (value: number) => Math.round(value * 1000) / 1000;
const whole = (random: Random, min: number, max: number) => Math.round(min + random() * (max - min));
const instant = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const celsius = (value: number) => ({ value, unit: 'celsius' });
const percent = (value: number) => ({ value, unit: 'percent' });
const degree = (value: number) => ({ value, unit: 'degree' });
const metre = (value: number) => ({ value, unit: 'metre' });

/** Weather of a window: one record for each day or hour. */
export function weather({ fieldId, from, to }: Window, granularity: 'daily' | 'hourly', version: number) {
  const random = seededBy(`weather ${fieldId} ${version}`);
  const stepMs = granularity === 'daily' ? dayMs : hourMs;
  const data = [];
  for (let startsAt = from; startsAt < to; startsAt += stepMs) {
    const mean = tenths(random, 4, 24);
    data.push({
      field_id: fieldId,
      kind: startsAt < Date.UTC(2026, 5, 8) ? 'observed' : 'forecast',
      granularity,
      starts_at: instant(startsAt),
      ends_at: instant(startsAt + stepMs),
      date: granularity === 'daily' ? day(startsAt) : null,
      issued_at: null,
      temperature_min: celsius(Math.round((mean - 4.2) * 10) / 10),
      temperature_max: celsius(Math.round((mean + 4.2) * 10) / 10),
      temperature_mean: celsius(mean),
      dew_point: celsius(tenths(random, -2, 12)),
      relative_humidity: percent(whole(random, 35, 98)),
      precipitation: { value: tenths(random, 0, 12), unit: 'millimetre' },
      precipitation_probability: percent(whole(random, 0, 100)),
      wind_speed: { value: tenths(random, 0.4, 9), unit: 'metre_per_second' },
      wind_gust: { value: tenths(random, 9, 18), unit: 'metre_per_second' },
      wind_direction: degree(whole(random, 0, 359)),
      pressure: { value: tenths(random, 985, 1030), unit: 'hectopascal' },
      cloud_cover: percent(whole(random, 0, 100)),
      solar_radiation: { value: tenths(random, 2, 28), unit: 'megajoule_per_square_metre' },
      et0: { value: tenths(random, 0.5, 6.5), unit: 'millimetre' },
      et0_method: 'hargreaves_samani',
      growing_degree_days:
        granularity === 'daily'
          ? {
              value: tenths(random, 0, 14),
              unit: 'celsius_day',
              base: celsius(10),
              upper: celsius(30),
              method: 'mcmaster_wilhelm_1',
            }
          : null,
      soil:
        granularity === 'daily'
          ? [
              {
                depth_from: metre(0),
                depth_to: metre(0.3),
                moisture: { value: tenths(random, 0.1, 0.5), unit: 'cubic_metre_per_cubic_metre' },
                temperature: celsius(tenths(random, 4, 20)),
              },
            ]
          : [],
      condition: oneOf(random, ['clear', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'thunderstorm', 'unknown']),
      source: {
        name: 'NOAA daily summaries',
        station: 'Seattle',
        provenance: oneOf(random, ['measured', 'replayed', 'derived', 'simulated']),
        derived: ['et0'],
        recorded_on: day(startsAt),
      },
    });
  }
  return { data, meta: metaOf({ fieldId, from, to }) };
}

/** Scenes of a window: one every five days, with three vegetation indices. */
export function earthObservations({ fieldId, from, to }: Window, version: number) {
  const random = seededBy(`scenes ${fieldId} ${version}`);
  const data = [];
  for (let acquiredAt = from; acquiredAt < to; acquiredAt += 5 * dayMs) {
    const serial = `${fieldId.slice(4)}_${day(acquiredAt).replaceAll('-', '')}`;
    data.push({
      id: `eo_${serial}`,
      field_id: fieldId,
      scene_id: `SIMULATED_${serial}`,
      acquired_at: instant(acquiredAt),
      processed_at: instant(acquiredAt + hourMs),
      platform: oneOf(random, ['simulated-a', 'simulated-b']),
      collection: 'simulated-l2a',
      cloud_cover: percent(whole(random, 0, 100)),
      scene_cloud_cover: percent(whole(random, 0, 100)),
      valid_pixels: percent(whole(random, 0, 100)),
      sun_elevation: degree(tenths(random, 20, 65)),
      sun_azimuth: degree(tenths(random, 120, 220)),
      off_nadir: degree(tenths(random, 0, 9)),
      resolution: metre(10),
      indices: ['ndvi', 'ndmi', 'evi'].map((name) => {
        const mean = thousandths(tenths(random, 1, 8) / 10);
        return {
          name,
          mean,
          median: mean,
          min: thousandths(mean / 2),
          max: thousandths(mean * 1.1),
          std_dev: 0.04,
          p10: thousandths(mean * 0.8),
          p90: thousandths(mean * 1.05),
          sample_count: whole(random, 900, 1800),
          no_data_count: whole(random, 0, 90),
        };
      }),
      assets: [
        {
          role: 'thumbnail',
          index: null,
          href: `https://tiles.example.com/${serial}.png`,
          media_type: 'image/png',
        },
      ],
      source: { name: 'Simulated scenes', station: null, provenance: 'simulated', derived: [], recorded_on: null },
    });
  }
  return { data, meta: metaOf({ fieldId, from, to }) };
}

/** The `meta` of a response with a window. */
function metaOf({ fieldId, from, to }: Window) {
  const instant = (ms: number) => new Date(ms).toISOString();
  return { field_id: fieldId, timezone: 'UTC', from: instant(from), to: instant(to) };
}

/** The newest observations of a field. */
export function observations(fieldId: string, limit: number, version: number) {
  const random = seededBy(`notes ${fieldId} ${version}`);
  const newest = Date.UTC(2026, 5, 7, 9, 30);
  const data = Array.from({ length: limit }, (_, at) => {
    const observedAt = newest - at * 1.5 * dayMs;
    return {
      id: `obs_${fieldId.slice(4)}_${String(at).padStart(3, '0')}`,
      field_id: fieldId,
      text: `Walked the north side, row ${whole(random, 1, 90)}: a few "rust" pustules on the lower leaves, soil damp.`,
      category: oneOf(random, ['general', 'growth_stage', 'pest', 'disease', 'weed', 'nutrient', 'water']),
      title: 'North side',
      severity: oneOf(random, ['none', 'low', 'moderate', 'high', 'severe']),
      affected_area: percent(whole(random, 0, 60)),
      growth_stage: { scale: 'bbch', code: String(whole(random, 10, 89)) },
      organism: { name: 'Puccinia striiformis', eppo_code: 'PUCCST' },
      location: {
        type: 'Point',
        coordinates: [thousandths(-122.3 - random() / 10), thousandths(47.6 + random() / 10)],
      },
      photos: [{ href: `https://photos.example.com/${at}.jpg`, media_type: 'image/jpeg', caption: null }],
      tags: ['north', 'rust'],
      author: { name: 'A. Grower' },
      observed_at: instant(observedAt),
      created_at: instant(observedAt + 60_000),
      live_mode: false,
    };
  });
  return {
    data,
    page: { limit, has_more: true, next_cursor: data.at(-1)?.id ?? null },
    meta: { field_id: fieldId, timezone: 'UTC' },
  };
}

/** Windows of reads without `from` and `to`: the last and the next week for weather, the last ninety days for scenes. */
export const defaultWindow = {
  weather: { from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 5, 15) },
  earthObservations: { from: Date.UTC(2026, 2, 9), to: Date.UTC(2026, 5, 7) },
};
