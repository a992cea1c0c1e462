/**
 * One loader per REST read, made anew per request: calls of one tick start together, equal keys are one call, each key gets its own
 * value or its own error. The contract reads one field at a time, so a batch is a set of parallel calls.
 */
import DataLoader from 'dataloader';
import type { FieldDataClient, WeatherList } from './upstream/client.ts';
import type { NotesPage } from './upstream/contract-rules.ts';
import type { CallScope } from './upstream/fetch.ts';
import type { RecordList } from './upstream/record-list.ts';
import type { EarthObservation, EarthObservationsQuery, ObservationsQuery, WeatherQuery } from './upstream/records.ts';

export interface Loaders {
  weather: DataLoader<WeatherQuery, WeatherList, string>;
  earthObservations: DataLoader<EarthObservationsQuery, RecordList<EarthObservation>, string>;
  observations: DataLoader<ObservationsQuery, NotesPage, string>;
}

/** The loaders of one request. They remember until the request ends; a write clears what it made stale. */
export function createLoaders(client: FieldDataClient, scope: CallScope): Loaders {
  return {
    weather: createLoader((query) => client.weather(query, scope)),
    earthObservations: createLoader((query) => client.earthObservations(query, scope)),
    observations: createLoader((query) => client.observations(query, scope)),
  };
}

function createLoader<Query extends object, Value>(
  load: (query: Query) => Promise<Value>,
): DataLoader<Query, Value, string> {
  return new DataLoader<Query, Value, string>(
    (queries) => Promise.all(queries.map((query) => load(query).catch(toError))),
    // The key is the whole query: whatever is asked of the service is in it, so nothing that changes the answer can be left out.
    { cacheKeyFn: (query) => JSON.stringify(query, Object.keys(query).sort()) },
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('rejected with no error', { cause: error });
}
