/**
 * One loader per REST read, made anew per request: calls of one tick are a batch, equal keys are one call, each key gets its own
 * value or its own error. The contract reads one field at a time, so a batch is a set of calls, as many of them at once as go on the
 * wire of their endpoint: one that hangs keeps no other from its calls.
 */
import DataLoader from 'dataloader';
import { Gate } from '../../platform/gate.ts';
import type { FieldDataClient, WeatherList } from './read.ts';
import type { NotesPage } from './window.ts';
import type { CallScope } from '../upstream/call.ts';
import type { ByteList } from '../../executor/byte-list.ts';
import type { EarthObservation, EarthObservationsQuery, ObservationsQuery, WeatherQuery } from './records.ts';

export interface Loaders {
  weather: Loader<WeatherQuery, WeatherList>;
  earthObservations: Loader<EarthObservationsQuery, ByteList<EarthObservation>>;
  observations: Loader<ObservationsQuery, NotesPage>;
}

/**
 * The loaders of one request, each of which makes at most `callsAtOnceMax` calls at a time. They remember until the request ends; a
 * write clears what it made stale.
 */
export function createLoaders(
  client: FieldDataClient,
  scope: CallScope,
  callsAtOnceMax = Number.POSITIVE_INFINITY,
): Loaders {
  return {
    weather: new Loader(weatherKey, (query) => client.weather(query, scope), callsAtOnceMax),
    earthObservations: new Loader(
      earthObservationsKey,
      (query) => client.earthObservations(query, scope),
      callsAtOnceMax,
    ),
    observations: new Loader(observationsKey, (query) => client.observations(query, scope), callsAtOnceMax),
  };
}

const weatherKey = keyOf<WeatherQuery>({
  field_id: true,
  from: true,
  to: true,
  granularity: true,
  kind: true,
  order: true,
  limit: true,
});
const earthObservationsKey = keyOf<EarthObservationsQuery>({
  field_id: true,
  from: true,
  to: true,
  max_cloud_cover: true,
  order: true,
  limit: true,
});
const observationsKey = keyOf<ObservationsQuery>({
  field_id: true,
  from: true,
  to: true,
  category: true,
  limit: true,
  cursor: true,
});

/**
 * Makes the key of a query: the whole of it, so that nothing that changes the answer can be left out; the compiler asks for
 * every parameter of the contract. Each value stands behind its length, so that no two queries read alike.
 * JSON of the sorted query costs three times as much.
 */
function keyOf<Query extends object>(parameters: Record<keyof Query, true>): (query: Query) => string {
  const names = Object.keys(parameters) as (keyof Query)[];
  return (query) => {
    let key = '';
    for (const name of names) {
      const value = query[name];
      if (value !== undefined && value !== null) {
        const text = String(value);
        key += `${text.length}:${text}`;
      }
      key += ',';
    }
    return key;
  };
}

/** A read on its way. In an object of its own, so that a batch is done when its calls are begun. */
interface Pending<Value> {
  answer: Promise<Value>;
}

/** A DataLoader, made once something is asked, whose values come one by one: no answer of a batch waits, and is held, for the slowest. */
export class Loader<Query extends object, Value> {
  readonly #cacheKeyFn: (query: Query) => string;
  readonly #load: (query: Query) => Promise<Value>;
  readonly #callsAtOnceMax: number;
  #loader: DataLoader<Query, Pending<Value>, string> | undefined;

  constructor(cacheKeyFn: (query: Query) => string, load: (query: Query) => Promise<Value>, callsAtOnceMax: number) {
    this.#cacheKeyFn = cacheKeyFn;
    this.#load = load;
    this.#callsAtOnceMax = callsAtOnceMax;
  }

  /** The value of a query; called once for equal queries, and for all of one tick together. */
  load(query: Query): Promise<Value> {
    this.#loader ??= this.#createLoader();
    return this.#loader.load(query).then(answerOf);
  }

  #createLoader(): DataLoader<Query, Pending<Value>, string> {
    const pace = new Gate(this.#callsAtOnceMax);
    const start = (query: Query): Pending<Value> => ({ answer: pace.run(() => this.#load(query)) });
    return new DataLoader(async (queries) => queries.map(start), { cacheKeyFn: this.#cacheKeyFn });
  }

  /** Forgets what was read: the next read of a query is a new call. */
  clearAll(): void {
    this.#loader?.clearAll();
  }
}

function answerOf<Value>({ answer }: Pending<Value>): Promise<Value> {
  return answer;
}
