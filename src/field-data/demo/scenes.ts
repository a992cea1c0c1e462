/**
 * Simulated earth observations: a double logistic of greenness for each crop (Beck et al. 2006), a scene every five days, and clouds drawn
 * from the real weather of that day. The names of scenes and platforms cannot be mistaken for those of real products.
 */
import type { components } from '../../contract/openapi.ts';
import { dayMs, formatDate, formatInstant, hourMs, type LocalDate } from '../../platform/time/instant.ts';
import { dayOfYear, sunPosition } from './agronomy.ts';
import { type DemoField, revisitDays } from './fields.ts';
import { clamp, createRandom, normal, round } from './random.ts';
import { replayedDay } from './weather/station-days.ts';

type EarthObservation = components['schemas']['EarthObservation'];
type IndexStatistics = components['schemas']['IndexStatistics'];
type IndexName = components['schemas']['IndexName'];

const pixelMetres = 10;
const pixelsPerHectare = 10_000 / pixelMetres ** 2;
// Morning overpass at mid-latitudes: half past ten by the sun.
const solarHour = 10.5;
const processingMs = 5 * hourMs;
// Above this the few pixels left are cloud edges, not crop.
const hiddenPercent = 95;

/** The record of a scene as JSON, with the values that the store filters by: times of acquisition and processing, and cloud cover. */
export type Scene = ReturnType<typeof createScene>;

/** The days from `from` to `to`, in milliseconds, on which a satellite passes over the field. Fields are spread over the revisit period. */
export function sceneDays({ scenePhase }: DemoField, from: number, to: number): LocalDate[] {
  const days: LocalDate[] = [];
  const first = Math.ceil(from / dayMs);
  const wait = (((scenePhase - first) % revisitDays) + revisitDays) % revisitDays;
  for (let day = first + wait; day * dayMs <= to; day += revisitDays) days.push(formatDate(day * dayMs));
  return days;
}

/** The scene of a field on a day on which a satellite passes. */
export function createScene(field: DemoField, date: LocalDate) {
  const random = createRandom(`scene ${field.key} ${date}`);
  const acquiredAt =
    Date.parse(date) + (solarHour - field.longitude / 15) * hourMs + Math.floor(random() * 600) * 1_000;
  const cloudCover = drawCloudCover(replayedDay(field.station.name, date).weather, random);
  const greenness = clamp(greennessOn(field, dayOfYear(Date.parse(date))) + normal(random) * 0.012, 0.05, 0.95);
  const sun = sunPosition(acquiredAt, field.latitude, field.longitude);
  const processedAt = Math.floor(acquiredAt / 1_000) * 1_000 + processingMs;
  const record: EarthObservation = {
    id: `eo_${field.key}_${date.replaceAll('-', '')}`,
    field_id: field.id,
    scene_id: `SIMULATED-${field.key}-${date}`,
    acquired_at: formatInstant(processedAt - processingMs),
    processed_at: formatInstant(processedAt),
    platform: 'simulated',
    collection: 'fieldgraph-demo-simulated',
    cloud_cover: { value: cloudCover, unit: 'percent' },
    scene_cloud_cover: { value: round(clamp(cloudCover + normal(random) * 12, 0, 100), 1), unit: 'percent' },
    valid_pixels: { value: cloudCover < hiddenPercent ? round(100 - cloudCover, 1) : 0, unit: 'percent' },
    sun_elevation: { value: round(sun.elevation, 1), unit: 'degree' },
    sun_azimuth: { value: round(sun.azimuth, 1), unit: 'degree' },
    off_nadir: { value: round(random() * 10, 1), unit: 'degree' },
    resolution: { value: pixelMetres, unit: 'metre' },
    indices: indexStatistics(greenness, cloudCover, Math.round(field.hectares * pixelsPerHectare)),
    assets: [],
    source: {
      name: 'Demo simulation (double logistic per crop, clouds from NOAA daily weather)',
      station: field.station.name,
      provenance: 'simulated',
      derived: [],
      recorded_on: null,
    },
  };
  return { acquiredAt: processedAt - processingMs, processedAt, cloudCover, text: JSON.stringify(record) };
}

/** Draws the cloud cover of the field, percent: low on most clear days, and high on most wet days. */
function drawCloudCover(weather: string, random: () => number): number {
  const drawn = random();
  if (weather === 'sun') return round(60 * drawn ** 3, 1);
  const floor = weather === 'fog' ? 35 : 60;
  // The field is overcast before the draw is at its highest.
  return round(Math.min(floor + drawn * (115 - floor), 100), 1);
}

/** NDVI of a crop on a day of the year: Beck et al. 2006, equation 3. */
function greennessOn({ plant, delayDays }: Pick<DemoField, 'plant' | 'delayDays'>, day: number): number {
  const { winter, max, greenUp, senescence } = plant.curve;
  const rise = 1 / (1 + Math.exp(-greenUp.slope * (day - greenUp.day - delayDays)));
  const fall = 1 / (1 + Math.exp(senescence.slope * (day - senescence.day - delayDays)));
  return winter + (max - winter) * (rise + fall - 1);
}

/** Means of all indices by their formulas, from reflectances that give the wanted NDVI. */
function indexMeans(ndvi: number): Record<IndexName, number> {
  const green = clamp((ndvi - 0.15) / 0.75, 0, 1);
  const red = 0.16 - 0.135 * green;
  const nir = (red * (1 + ndvi)) / (1 - ndvi);
  const blue = 0.6 * red + 0.01;
  const redEdge = red + 0.35 * (nir - red);
  const shortWave = 0.32 - 0.2 * green;
  const doubled = 2 * nir + 1;
  return {
    ndvi,
    ndmi: (nir - shortWave) / (nir + shortWave),
    evi: (2.5 * (nir - red)) / (nir + 6 * red - 7.5 * blue + 1),
    ndre: (nir - redEdge) / (nir + redEdge),
    savi: (1.5 * (nir - red)) / (nir + red + 0.5),
    msavi: (doubled - Math.sqrt(doubled ** 2 - 8 * (nir - red))) / 2,
  };
}

// Standard deviations that contain 80 % of a normal distribution, and nearly all pixels of a field.
const p90Deviations = 1.2816;
const extremeDeviations = 3;

function indexStatistics(ndvi: number, cloudCover: number, pixels: number): IndexStatistics[] {
  const isHidden = cloudCover >= hiddenPercent;
  const clearPixels = isHidden ? 0 : Math.round(pixels * (1 - cloudCover / 100));
  const deviation = 0.02 + 0.04 * (1 - Math.abs(2 * ndvi - 1));
  return Object.entries(indexMeans(ndvi)).map(([name, mean]) => {
    const at = (deviations: number) => (isHidden ? null : round(mean + deviations * deviation, 4));
    return {
      name: name as IndexName,
      mean: at(0),
      median: at(0.05),
      min: at(-extremeDeviations),
      max: at(extremeDeviations),
      std_dev: isHidden ? null : round(deviation, 4),
      p10: at(-p90Deviations),
      p90: at(p90Deviations),
      sample_count: clearPixels,
      no_data_count: pixels - clearPixels,
    };
  });
}
