/** Limit (parse, select, stringify): makes the same calls with undici, then runs JSON.parse, a handwritten selection and JSON.stringify. */
import { graphIdOf, pointOf, type Resource, readPath } from '../peers/schema.ts';
import type { earthObservations, observations, weather } from '../upstream/payloads.ts';
import { serveLimit } from './serve.ts';
import { readBytes } from './read.ts';

type Item<Read extends (...args: never[]) => { data: unknown[] }> = ReturnType<Read>['data'][number];
interface Measure {
  value: number;
  unit: string;
}

/** Enum values of the graph by the word of the contract. A look-up is cheaper than upper-casing each. */
const upper = new Map<string, string>();
function enumValue(word: string): string {
  let value = upper.get(word);
  if (value === undefined) {
    value = word.toUpperCase();
    upper.set(word, value);
  }
  return value;
}

const measure = (measure: Measure | null) => measure && { value: measure.value, unit: enumValue(measure.unit) };

const select = {
  weather: (record: Item<typeof weather>) => ({
    kind: enumValue(record.kind),
    startsAt: record.starts_at,
    // Hours have none, and their query does not select it.
    date: record.date ?? undefined,
    condition: enumValue(record.condition),
    temperatureMin: measure(record.temperature_min),
    temperatureMax: measure(record.temperature_max),
    temperatureMean: measure(record.temperature_mean),
    relativeHumidity: measure(record.relative_humidity),
    precipitation: measure(record.precipitation),
    windSpeed: measure(record.wind_speed),
    windGust: measure(record.wind_gust),
    solarRadiation: measure(record.solar_radiation),
    et0: measure(record.et0),
    source: { name: record.source.name, provenance: enumValue(record.source.provenance) },
  }),
  earthObservations: (scene: Item<typeof earthObservations>) => ({
    id: graphIdOf('eo')(scene),
    acquiredAt: scene.acquired_at,
    platform: scene.platform,
    cloudCover: measure(scene.cloud_cover),
    indices: scene.indices.map((index) => ({
      name: enumValue(index.name),
      mean: index.mean,
      median: index.median,
      p10: index.p10,
      p90: index.p90,
      sampleCount: index.sample_count,
    })),
  }),
  observations: (note: Item<typeof observations>) => ({
    id: graphIdOf('obs')(note),
    text: note.text,
    category: enumValue(note.category),
    severity: enumValue(note.severity),
    observedAt: note.observed_at,
    tags: note.tags,
    affectedArea: measure(note.affected_area),
    location: pointOf(note.location),
    author: { name: note.author.name },
  }),
} satisfies Record<Resource, unknown>;

serveLimit(async (id, reads, authorization) => {
  const lists = await Promise.all(
    reads.map(async ([resource, args]) => {
      const bytes = await readBytes(readPath(resource, id, args), authorization);
      const { data } = JSON.parse(bytes.toString()) as { data: never[] };
      return [resource, data.map(select[resource] as (record: never) => unknown)] as const;
    }),
  );
  return [Buffer.from(JSON.stringify({ id, ...Object.fromEntries(lists) }))];
});
