/** The one write of the service: a note under the caller's idempotency key, in the contract's types from the input to the answer. */
import type { components } from '../../contract/openapi.ts';
import { observations, observationShape, type Observation } from './observations.ts';
import { call, type CallOptions, settle } from './read.ts';
import { readOne } from './shape.ts';

/** The body of the POST. */
export type ObservationInput = components['schemas']['ObservationInput'];

/** A body that is looked at and never sent: of its shape nothing else is known. */
export interface FaultyInput {
  observed_at?: string | undefined;
  [name: string]: unknown;
}

export interface WrittenObservation {
  observation: Observation;
  /** Whether this was an earlier write answered again; null where the service does not say. */
  replayed: boolean | null;
}

export const addObservation = {
  /** Label of its metrics, of its breaker and of its places on the wire. */
  name: 'add-observation',
  /** The read whose answers it changes. */
  changes: observations.name,
  /** Makes the call. Rejects with a GatewayError alone. */
  async send(
    body: ObservationInput,
    idempotencyKey: string,
    { rest, scope }: CallOptions,
  ): Promise<WrittenObservation> {
    const pending = rest.operations.POST('/api/v1/observations', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body,
      ...call(addObservation.name, scope),
    });
    const { data, response } = await settle(pending);
    const replayed = response.headers.get('idempotent-replayed');
    return {
      observation: readOne(data, observationShape, body.field_id),
      replayed: replayed === null ? null : replayed === 'true',
    };
  },
} as const;
