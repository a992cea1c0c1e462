/** Graphcache that holds a field under its plain id, `fld_…`, and every part of a field inside it. */
import { cacheExchange, type CacheExchangeOpts, type Resolver } from '@urql/exchange-graphcache';
import generated from './__generated__/possible-types.ts';

/** Types that nothing reads by id: they are kept in what holds them, apart for each unit and window that was asked. */
const parts = [
  ...['Angle', 'DegreeDays', 'Fraction', 'Irradiation', 'Length', 'Pressure', 'Speed', 'Temperature'],
  ...['VolumetricWaterContent', 'WeatherRecord', 'WeatherSummary', 'SoilLayer', 'DataSource'],
  ...['IndexStatistics', 'IndexSeriesPoint', 'Asset', 'Author', 'GeoPoint', 'GrowthStage', 'Organism', 'Photo'],
  ...['ObservationConnection', 'ObservationEdge', 'PageInfo', 'InputFault'],
];

/** A field that any query brought is read from the cache, even by one that was never sent. */
const fieldById: Resolver = (_parent, { id }) => ({ __typename: 'Field', id });

export function createCache(storage?: CacheExchangeOpts['storage']) {
  return cacheExchange({
    keys: { Field: ({ id }) => String(id), ...Object.fromEntries(parts.map((part) => [part, () => null])) },
    // Without the type's name before it.
    globalIDs: ['Field'],
    // Which types `... on UserError` and `... on Node` stand for.
    possibleTypes: generated.possibleTypes,
    resolvers: { Query: { field: fieldById, node: fieldById } },
    storage,
  });
}
