/**
 * The part of the graph that the workloads query, as SDL, and resolvers for it. Each peer calls the service in its own way, and all
 * resolve the records alike.
 */

/** Address of the service, and port of this peer. */
export const upstreamUrl = new URL(process.env.FIELD_DATA_URL ?? 'http://127.0.0.1:4001').origin;
export const port = Number(process.env.PORT ?? 4000);

const enums: Record<string, string[]> = {
  WeatherGranularity: ['daily', 'hourly'],
  WeatherKind: ['observed', 'forecast'],
  WeatherCondition: ['clear', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'thunderstorm', 'unknown'],
  Provenance: ['measured', 'replayed', 'derived', 'simulated'],
  IndexName: ['ndvi', 'ndmi', 'evi', 'ndre', 'savi', 'msavi'],
  ObservationCategory: ['general', 'growth_stage', 'pest', 'disease', 'weed', 'nutrient', 'water', 'damage', 'soil'],
  ObservationSeverity: ['none', 'low', 'moderate', 'high', 'severe'],
  TemperatureUnit: ['celsius', 'fahrenheit', 'kelvin'],
  LengthUnit: ['millimetre', 'centimetre', 'metre', 'inch'],
  SpeedUnit: ['metre_per_second', 'kilometre_per_hour', 'mile_per_hour', 'knot'],
  FractionUnit: ['percent', 'fraction'],
  IrradiationUnit: ['megajoule_per_square_metre'],
};

/** The word of the contract for each enum value of the graph, by type. */
export const enumValues: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(enums).map(([name, words]) => [
    name,
    Object.fromEntries(words.map((word) => [word.toUpperCase(), word])),
  ]),
);

const enumTypes = Object.entries(enums)
  .map(([name, words]) => `enum ${name} { ${[...new Set([...words, 'unknown'])].join(' ').toUpperCase()} }`)
  .join('\n');

/** Types below a field, equal for every peer. */
const recordTypes = `
scalar DateTime
scalar Date
scalar DateOrDateTime
${enumTypes}
type Temperature { value: Float! unit: TemperatureUnit! }
type Length { value: Float! unit: LengthUnit! }
type Speed { value: Float! unit: SpeedUnit! }
type Fraction { value: Float! unit: FractionUnit! }
type Irradiation { value: Float! unit: IrradiationUnit! }
type DataSource { name: String! provenance: Provenance! }
type WeatherRecord {
  kind: WeatherKind! startsAt: DateTime! date: Date condition: WeatherCondition
  temperatureMin: Temperature temperatureMax: Temperature temperatureMean: Temperature relativeHumidity: Fraction
  precipitation: Length windSpeed: Speed windGust: Speed solarRadiation: Irradiation et0: Length source: DataSource!
}
type IndexStatistics { name: IndexName! mean: Float median: Float p10: Float p90: Float sampleCount: Int }
type EarthObservation {
  id: ID! acquiredAt: DateTime! platform: String cloudCover: Fraction! indices: [IndexStatistics!]!
}
type GeoPoint { longitude: Float! latitude: Float! }
type Author { name: String! }
type Observation {
  id: ID! text: String! category: ObservationCategory! severity: ObservationSeverity observedAt: DateTime! tags: [String!]!
  affectedArea: Fraction location: GeoPoint author: Author
}`;

export const typeDefs = `
type Query { field(id: ID!): Field fields(ids: [ID!]!): [Field]! }
type Field {
  id: ID!
  weather(
    from: DateOrDateTime, to: DateOrDateTime, granularity: WeatherGranularity! = DAILY, kind: WeatherKind
  ): [WeatherRecord!]
  earthObservations(from: DateOrDateTime, to: DateOrDateTime, maxCloudCover: Float): [EarthObservation!]
  observations(limit: Int! = 25, category: ObservationCategory): [Observation!]
}
${recordTypes}`;

/** The property of the contract for each field whose name differs, by type. */
export const renamedFields: Record<string, Record<string, string>> = {
  WeatherRecord: {
    startsAt: 'starts_at',
    temperatureMin: 'temperature_min',
    temperatureMax: 'temperature_max',
    temperatureMean: 'temperature_mean',
    windSpeed: 'wind_speed',
    windGust: 'wind_gust',
    solarRadiation: 'solar_radiation',
    relativeHumidity: 'relative_humidity',
  },
  IndexStatistics: { sampleCount: 'sample_count' },
  EarthObservation: { acquiredAt: 'acquired_at', cloudCover: 'cloud_cover' },
  Observation: { observedAt: 'observed_at', affectedArea: 'affected_area' },
};

/** Reads a point from GeoJSON, whose coordinates begin with the longitude. */
export const pointOf = ({ coordinates }: { coordinates: number[] }) => ({
  longitude: coordinates[0] as number,
  latitude: coordinates[1] as number,
});

/** Returns the id of a record in the graph, unique over all fields. */
export const graphIdOf =
  (word: 'eo' | 'obs') =>
  ({ field_id, id }: { field_id: string; id: string }) =>
    `${field_id}:${word}:${id}`;

/** Resolvers of the types below a field. */
export const recordResolvers = Object.fromEntries(
  Object.entries(renamedFields).map(([type, fields]) => [
    type,
    Object.fromEntries(
      Object.entries(fields).map(([field, property]) => [field, (record: Record<string, unknown>) => record[property]]),
    ) as Record<string, (record: never) => unknown>,
  ]),
);
recordResolvers.EarthObservation = { ...recordResolvers.EarthObservation, id: graphIdOf('eo') };
recordResolvers.Observation = {
  ...recordResolvers.Observation,
  id: graphIdOf('obs'),
  location: ({ location }: { location: Parameters<typeof pointOf>[0] | null }) => location && pointOf(location),
};

/** Arguments of the three reads, after the defaults of the schema. */
export interface ReadArguments {
  from?: string;
  to?: string;
  granularity?: string;
  limit?: number;
}

export type Resource = 'weather' | 'earthObservations' | 'observations';

const paths: Record<Resource, string> = {
  weather: '/api/v1/weather',
  earthObservations: '/api/v1/earth-observations',
  observations: '/api/v1/observations',
};

/** Returns the path and query of a read. */
export function readPath(resource: Resource, fieldId: string, { from, to, granularity, limit }: ReadArguments): string {
  let path = `${paths[resource]}?field_id=${encodeURIComponent(fieldId)}`;
  if (from) path += `&from=${encodeURIComponent(from)}`;
  if (to) path += `&to=${encodeURIComponent(to)}`;
  if (granularity) path += `&granularity=${granularity.toLowerCase()}`;
  if (limit) path += `&limit=${limit}`;
  return path;
}

/** Resolvers of the root fields. A field is only its id until a list is selected. */
export const queryResolvers = {
  field: (_: unknown, { id }: { id: string }) => ({ id }),
  fields: (_: unknown, { ids }: { ids: string[] }) => ids.map((id) => ({ id })),
};
