/** The client of the service, the loaders of a request, and the endpoints: all follow from the list of reads. */
import { nextTurn } from '../../platform/sync/turns.ts';
import type { InputFault } from '../errors/gateway-error.ts';
import type { CallScope, Fetch } from '../upstream/call.ts';
import { addObservation, type ObservationInput, type WrittenObservation } from './add-observation.ts';
import { Loader, type SharedLoading } from './loader.ts';
import type { Read, ReadingOperation } from './declaration.ts';
import { createRest } from './read.ts';
import * as reads from './reads.ts';

type Reads = typeof reads;
type Name = keyof Reads;
type Query<Of extends Name> = Parameters<Reads[Of]['load']>[0];
type Value<Of extends Name> = Awaited<ReturnType<Reads[Of]['load']>>;

/** Makes the reads, and the one write. Each rejects only with a GatewayError. */
export interface FieldDataClient {
  /** Before it resolves, it notes in the operation until when the value is fresh, and the timezone and the facts of its field. */
  load(name: Name, query: Query<Name>, operation: ReadingOperation): Promise<unknown>;
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
    load(name, query, operation) {
      const read = byName.get(name) as Read<never, unknown>;
      return read.load(query as never, rest, operation);
    },
    addObservation(input, idempotencyKey, scope) {
      const { counts } = scope;
      counts.fieldId = (counts.fieldId ?? input.field_id) === input.field_id ? input.field_id : '';
      return addObservation.send(input, idempotencyKey, rest, scope);
    },
    async findViolations(input) {
      const { observationErrors } = await import('./observation-errors.ts');
      // One mutation may have a hundred such inputs, each as large as its request.
      await nextTurn();
      return observationErrors(input, now());
    },
  };
}

/**
 * The loaders of one operation, each made when it is first used: many operations read nothing. They cache until the operation ends; a write
 * clears what it changed.
 */
export class OperationLoaders implements SharedLoading<Name> {
  loader: SharedLoading<Name>['loader'];
  readonly #client: FieldDataClient;
  readonly #operation: ReadingOperation;
  #made: Loader<never, unknown, Name>[] | undefined;

  static {
    for (const [at, [name, { keyOf }]] of allReads.entries())
      Object.defineProperty(OperationLoaders.prototype, name, {
        get(this: OperationLoaders) {
          this.#made ??= Array(allReads.length);
          this.#made[at] ??= new Loader(name, keyOf, this);
          return this.#made[at];
        },
      });
  }

  constructor(client: FieldDataClient, operation: ReadingOperation) {
    this.#client = client;
    this.#operation = operation;
  }

  load(name: Name, query: Query<Name>): Promise<unknown> {
    const { scope, freshness, timezones } = this.#operation;
    const { counts } = scope;
    const fieldId = query.field_id;
    counts.fieldId = (counts.fieldId ?? fieldId) === fieldId ? fieldId : '';
    freshness.requested += 1;
    const list = this.#client.load(name, query, this.#operation);
    timezones.of(fieldId).reads.push({ name, list });
    return list;
  }
}
