/** The client of the service, the loaders of a request, and the endpoints: all follow from the list of reads. */
import type { InputFault } from '../errors/gateway-error.ts';
import type { CallScope, Fetch } from '../upstream/call.ts';
import { addObservation, type ObservationInput, type WrittenObservation } from './add-observation.ts';
import { Loader } from './loader.ts';
import type { Loaded, Read } from './declaration.ts';
import { createRest } from './read.ts';
import * as reads from './reads.ts';
import type { Timezones } from './timezones.ts';

type Reads = typeof reads;
type Name = keyof Reads;
type Query<Of extends Name> = Parameters<Reads[Of]['load']>[0];
type Value<Of extends Name> = Awaited<ReturnType<Reads[Of]['load']>>['value'];

/** The parts of an operation that its reads use. */
export interface ReadingOperation {
  now: () => Date;
  timezones: Timezones;
  /** Notified of its lists. `freshUntil` is the moment (wall clock, milliseconds) until which any caller may get one; 0 for never. */
  freshness: { requested: number; onList(freshUntil: number): void };
  /** Called when a list has arrived or failed. */
  onList?: (() => void) | undefined;
}

/** Makes the reads, and the one write. Each rejects only with a GatewayError. */
export interface FieldDataClient {
  load(name: Name, query: Query<Name>, scope: CallScope, operation: ReadingOperation): Promise<Loaded<unknown>>;
  addObservation(input: ObservationInput, idempotencyKey: string, scope: CallScope): Promise<WrittenObservation>;
  /** The violations of an input that is refused anyway. Nothing is sent. */
  findViolations(input: ObservationInput): Promise<InputFault[]>;
}

/** A loader for each read. */
export type Loaders = { [Of in Name]: Loader<Query<Of>, Value<Of>> };

/** All reads with their names, untyped. Parts made for a read are stored under its name. */
export const allReads = Object.entries<Read<never, unknown>>(reads) as [Name, Read<never, unknown>][];
const byName = new Map(allReads);

/** The endpoints that operations call. Metrics, breakers and slots use the same names. */
export const endpoints = {
  reads: allReads.map(([, { name }]) => name),
  writes: [addObservation.name],
  changing: [addObservation.changes],
};

/** A client of the service at `baseUrl`. */
export function createFieldDataClient(baseUrl: string, fetch: Fetch, now: () => Date): FieldDataClient {
  const rest = createRest(baseUrl, fetch);
  return {
    load(name, query, scope, { now, timezones, onList }) {
      const read = byName.get(name) as Read<never, unknown>;
      return read.load(query as never, { rest, scope, now, timezoneOf: timezones.get, onList });
    },
    addObservation(input, idempotencyKey, scope) {
      const { counts } = scope;
      counts.fieldId = (counts.fieldId ?? input.field_id) === input.field_id ? input.field_id : '';
      return addObservation.send(input, idempotencyKey, { rest, scope, now });
    },
    async findViolations(input) {
      const { observationErrors } = await import('./observation-errors.ts');
      return observationErrors(input, now());
    },
  };
}

/** The loaders of one operation. They cache until the operation ends; a write clears what it changed. */
export function createLoaders(client: FieldDataClient, scope: CallScope, operation: ReadingOperation): Loaders {
  const { timezones, freshness } = operation;
  const { counts } = scope;
  const load = (name: Name, query: Query<Name>): Promise<unknown> => {
    const fieldId = query.field_id;
    counts.fieldId = (counts.fieldId ?? fieldId) === fieldId ? fieldId : '';
    freshness.requested += 1;
    const response = client.load(name, query, scope, operation).then(({ value, timezone, facts, freshUntil }) => {
      freshness.onList(freshUntil);
      timezones.set(fieldId, timezone, facts);
      return value;
    });
    timezones.of(fieldId).reads.push(response);
    return response;
  };
  const shared = { load };
  const loaders: Partial<Record<Name, unknown>> = {};
  for (const [name, { keyOf }] of allReads) loaders[name] = new Loader<never, unknown, Name>(name, keyOf, shared);
  return loaders as Loaders;
}
