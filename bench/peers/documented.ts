/**
 * Baseline: the libraries of this product, used as their documentation says. Yoga on node:http, Pothos with exposed fields, a DataLoader
 * for each resource and request, and openapi-fetch on the global fetch.
 */
import { createServer } from 'node:http';
import SchemaBuilder, { type EnumRef } from '@pothos/core';
import DataLoader from 'dataloader';
import { createYoga } from 'graphql-yoga';
import createClient from 'openapi-fetch';
import type { earthObservations, observations, weather } from '../upstream/payloads.ts';
import { enumValues, graphIdOf, pointOf, port, upstreamUrl } from './schema.ts';

type WeatherRecord = ReturnType<typeof weather>['data'][number];
type EarthObservation = ReturnType<typeof earthObservations>['data'][number];
type Observation = ReturnType<typeof observations>['data'][number];
type IndexStatistics = EarthObservation['indices'][number];
interface Measure {
  value: number;
  unit: string;
}
interface Field {
  id: string;
}
interface ReadQuery {
  field_id: string;
  from?: string;
  to?: string;
  granularity?: string;
  limit?: number;
}
interface Paths {
  '/api/v1/weather': Read<WeatherRecord>;
  '/api/v1/earth-observations': Read<EarthObservation>;
  '/api/v1/observations': Read<Observation>;
}
interface Read<Item> {
  get: {
    parameters: { query: ReadQuery };
    responses: { 200: { content: { 'application/json': { data: Item[] } } } };
  };
}

function createContext(authorization: string | null) {
  const client = createClient<Paths>({
    baseUrl: upstreamUrl,
    headers: authorization ? { authorization } : {},
  });
  const loaderOf = <Item>(path: keyof Paths) =>
    new DataLoader<ReadQuery, Item[], string>(
      (queries) =>
        Promise.all(
          queries.map(async (query) => {
            const { data } = await client.GET(path, { params: { query } });
            if (!data) return new Error('The service did not answer.');
            return data.data as Item[];
          }),
        ),
      { cacheKeyFn: JSON.stringify },
    );
  return {
    weather: loaderOf<WeatherRecord>('/api/v1/weather'),
    earthObservations: loaderOf<EarthObservation>('/api/v1/earth-observations'),
    observations: loaderOf<Observation>('/api/v1/observations'),
  };
}

interface Text {
  Input: string;
  Output: string;
}
interface Types {
  Context: ReturnType<typeof createContext>;
  Scalars: { DateTime: Text; Date: Text; DateOrDateTime: Text };
}
type SchemaTypes = PothosSchemaTypes.ExtendDefaultTypes<Types>;
const builder = new SchemaBuilder<Types>({});
for (const name of ['DateTime', 'Date', 'DateOrDateTime'] as const) {
  builder.scalarType(name, { serialize: (value) => value, parseValue: (value) => String(value) });
}

const enumOf = (name: string) =>
  builder.enumType(name, {
    values: {
      UNKNOWN: { value: 'unknown' },
      ...Object.fromEntries(Object.entries(enumValues[name] ?? {}).map(([key, value]) => [key, { value }])),
    },
  }) as EnumRef<SchemaTypes, string, string>;
const measureOf = (name: string, unit: string) =>
  builder.objectRef<Measure>(name).implement({
    fields: (t) => ({
      value: t.exposeFloat('value', { nullable: false }),
      unit: t.expose('unit', { type: units[unit] as ReturnType<typeof enumOf>, nullable: false }),
    }),
  });
const units = Object.fromEntries(
  ['TemperatureUnit', 'LengthUnit', 'SpeedUnit', 'FractionUnit', 'IrradiationUnit'].map((name) => [name, enumOf(name)]),
);
const WeatherGranularity = enumOf('WeatherGranularity');
const WeatherKind = enumOf('WeatherKind');
const WeatherCondition = enumOf('WeatherCondition');
const Provenance = enumOf('Provenance');
const IndexName = enumOf('IndexName');
const ObservationCategory = enumOf('ObservationCategory');
const ObservationSeverity = enumOf('ObservationSeverity');
const Temperature = measureOf('Temperature', 'TemperatureUnit');
const Length = measureOf('Length', 'LengthUnit');
const Speed = measureOf('Speed', 'SpeedUnit');
const Fraction = measureOf('Fraction', 'FractionUnit');
const Irradiation = measureOf('Irradiation', 'IrradiationUnit');

const DataSource = builder.objectRef<WeatherRecord['source']>('DataSource').implement({
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false }),
    provenance: t.expose('provenance', { type: Provenance, nullable: false }),
  }),
});
const WeatherRecordType = builder.objectRef<WeatherRecord>('WeatherRecord').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: WeatherKind, nullable: false }),
    startsAt: t.expose('starts_at', { type: 'DateTime', nullable: false }),
    date: t.expose('date', { type: 'Date', nullable: true }),
    condition: t.expose('condition', { type: WeatherCondition, nullable: true }),
    temperatureMin: t.expose('temperature_min', { type: Temperature, nullable: true }),
    temperatureMax: t.expose('temperature_max', { type: Temperature, nullable: true }),
    temperatureMean: t.expose('temperature_mean', { type: Temperature, nullable: true }),
    relativeHumidity: t.expose('relative_humidity', { type: Fraction, nullable: true }),
    precipitation: t.expose('precipitation', { type: Length, nullable: true }),
    windSpeed: t.expose('wind_speed', { type: Speed, nullable: true }),
    windGust: t.expose('wind_gust', { type: Speed, nullable: true }),
    solarRadiation: t.expose('solar_radiation', { type: Irradiation, nullable: true }),
    et0: t.expose('et0', { type: Length, nullable: true }),
    source: t.expose('source', { type: DataSource, nullable: false }),
  }),
});
const IndexStatisticsType = builder.objectRef<IndexStatistics>('IndexStatistics').implement({
  fields: (t) => ({
    name: t.expose('name', { type: IndexName, nullable: false }),
    mean: t.exposeFloat('mean', { nullable: true }),
    median: t.exposeFloat('median', { nullable: true }),
    p10: t.exposeFloat('p10', { nullable: true }),
    p90: t.exposeFloat('p90', { nullable: true }),
    sampleCount: t.exposeInt('sample_count', { nullable: true }),
  }),
});
const EarthObservationType = builder.objectRef<EarthObservation>('EarthObservation').implement({
  fields: (t) => ({
    id: t.id({ nullable: false, resolve: graphIdOf('eo') }),
    acquiredAt: t.expose('acquired_at', { type: 'DateTime', nullable: false }),
    platform: t.exposeString('platform', { nullable: true }),
    cloudCover: t.expose('cloud_cover', { type: Fraction, nullable: false }),
    indices: t.expose('indices', { type: [IndexStatisticsType], nullable: false }),
  }),
});
const GeoPoint = builder.objectRef<ReturnType<typeof pointOf>>('GeoPoint').implement({
  fields: (t) => ({
    longitude: t.exposeFloat('longitude', { nullable: false }),
    latitude: t.exposeFloat('latitude', { nullable: false }),
  }),
});
const Author = builder.objectRef<Observation['author']>('Author').implement({
  fields: (t) => ({ name: t.exposeString('name', { nullable: false }) }),
});
const ObservationType = builder.objectRef<Observation>('Observation').implement({
  fields: (t) => ({
    id: t.id({ nullable: false, resolve: graphIdOf('obs') }),
    text: t.exposeString('text', { nullable: false }),
    category: t.expose('category', { type: ObservationCategory, nullable: false }),
    severity: t.expose('severity', { type: ObservationSeverity, nullable: true }),
    observedAt: t.expose('observed_at', { type: 'DateTime', nullable: false }),
    tags: t.exposeStringList('tags', { nullable: false }),
    affectedArea: t.expose('affected_area', { type: Fraction, nullable: true }),
    location: t.field({
      type: GeoPoint,
      nullable: true,
      resolve: ({ location }) => location && pointOf(location),
    }),
    author: t.expose('author', { type: Author, nullable: true }),
  }),
});

const FieldType = builder.objectRef<Field>('Field').implement({
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false }),
    weather: t.field({
      type: [WeatherRecordType],
      nullable: true,
      args: {
        from: t.arg({ type: 'DateOrDateTime' }),
        to: t.arg({ type: 'DateOrDateTime' }),
        granularity: t.arg({ type: WeatherGranularity, required: true, defaultValue: 'daily' }),
      },
      resolve: ({ id }, { from, to, granularity }, { weather }) =>
        weather.load({
          field_id: id,
          granularity: String(granularity),
          ...(from && { from }),
          ...(to && { to }),
        }),
    }),
    earthObservations: t.field({
      type: [EarthObservationType],
      nullable: true,
      resolve: ({ id }, _, { earthObservations }) => earthObservations.load({ field_id: id }),
    }),
    observations: t.field({
      type: [ObservationType],
      nullable: true,
      args: { limit: t.arg.int({ required: true, defaultValue: 25 }) },
      resolve: ({ id }, { limit }, { observations }) => observations.load({ field_id: id, limit }),
    }),
  }),
});
builder.queryType({
  fields: (t) => ({
    field: t.field({
      type: FieldType,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }) => ({ id: String(id) }),
    }),
    fields: t.field({
      type: [FieldType],
      nullable: { list: false, items: true },
      args: { ids: t.arg.idList({ required: true }) },
      resolve: (_, { ids }) => ids.map((id) => ({ id: String(id) })),
    }),
  }),
});

const yoga = createYoga({
  // It runs on the graphql version of the product, but its types are those of this folder's version (see product-modules.ts).
  schema: builder.toSchema() as never,
  context: ({ request }) => createContext(request.headers.get('authorization')),
});
createServer(yoga).listen(port, '127.0.0.1');
