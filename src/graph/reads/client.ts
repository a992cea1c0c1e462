/** What follows from the list of reads: the client of the service, the loaders of a request, and the names that operators see. */
import type { InputFault } from '../errors/gateway-error.ts';
import type { CallScope, Fetch } from '../upstream/call.ts';
import { addObservation, type FaultyInput, type ObservationInput, type WrittenObservation } from './add-observation.ts';
import { Loader } from './loader.ts';
import { createRest, type Read } from './read.ts';
import * as reads from './reads.ts';
import type { Timezones } from './timezones.ts';

type Reads = typeof reads;
type Name = keyof Reads;
type Query<Of extends Name> = Parameters<Reads[Of]['load']>[0];
type Value<Of extends Name> = Awaited<ReturnType<Reads[Of]['load']>>;

/** What an operation has of its own, where it matters to a read: its one moment, and what it knows of timezones. */
export interface ReadingOperation {
  now: () => Date;
  timezones: Timezones;
}

/** A method a read, and the one write. Each rejects with a GatewayError alone. */
export type FieldDataClient = {
  [Of in Name]: (query: Query<Of>, scope: CallScope, operation?: ReadingOperation) => Promise<Value<Of>>;
} & {
  addObservation(input: ObservationInput, idempotencyKey: string, scope: CallScope): Promise<WrittenObservation>;
  /** What the contract finds wrong with an input that is refused anyway. Nothing is sent. */
  findFaults(input: FaultyInput): Promise<InputFault[]>;
};

/** A loader a read. */
export type Loaders = { [Of in Name]: Loader<Query<Of>, Value<Of>> };

/** Each read under its name in the list, whatever it asks and gives: what is made for one is put back under its own name. */
const listed = Object.entries<Read<never, unknown>>(reads) as [Name, Read<never, unknown>][];

/** What operations call, by the names of their metrics, breakers and places on the wire. */
export const endpoints = {
  reads: listed.map(([, { name }]) => name),
  writes: [addObservation.name],
  changing: [addObservation.changes],
};

/** A client of the service at `baseUrl`. */
export function createFieldDataClient(baseUrl: string, fetch: Fetch, now: () => Date): FieldDataClient {
  const rest = createRest(baseUrl, fetch);
  const methods = listed.map(([name, { load }]) => {
    const method = (query: never, scope: CallScope, operation?: ReadingOperation) =>
      load(query, { rest, scope, now, ...operation });
    return [name, method] as const;
  });
  return {
    ...(Object.fromEntries(methods) as Pick<FieldDataClient, Name>),
    addObservation: (input, idempotencyKey, scope) => addObservation.send(input, idempotencyKey, { rest, scope, now }),
    async findFaults(input) {
      const { observationErrors } = await import('./observation-errors.ts');
      return observationErrors(input, now());
    },
  };
}

/**
 * The loaders of one request, each of which makes at most `callsAtOnceMax` calls at a time. They remember until the request ends; a
 * write clears what it made stale.
 */
export function createLoaders(
  client: FieldDataClient,
  scope: CallScope,
  callsAtOnceMax = Number.POSITIVE_INFINITY,
  operation?: ReadingOperation,
): Loaders {
  const loaders: Partial<Record<Name, unknown>> = {};
  for (const [name, { keyOf }] of listed) {
    const load = (query: never): Promise<unknown> => {
      const answer = client[name](query, scope, operation);
      operation?.timezones.expect((query as Query<Name>).field_id, answer);
      return answer;
    };
    loaders[name] = new Loader(keyOf, load, callsAtOnceMax);
  }
  return loaders as Loaders;
}
