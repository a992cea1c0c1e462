/** The one write of the service: an observation under the caller's idempotency key. */
import type { components } from '../../contract/openapi.ts';
import { observations, observationShape, type Observation } from './observations.ts';
import type { Rest } from './declaration.ts';
import type { CallScope } from '../upstream/call.ts';
import { accept, type OwnInit, unreadable } from './read.ts';
import { readOne } from './shape.ts';

/** The body of the POST. */
export type ObservationInput = components['schemas']['ObservationInput'];

export interface WrittenObservation {
  observation: Observation;
  /** Whether this is the replay of an earlier write; null if the service does not say. */
  replayed: boolean | null;
}

/** What frameworks write for booleans. */
const booleans = new Map<string | undefined, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const addObservation = {
  /** Name of its metrics, its breaker and its slots. */
  name: 'add-observation',
  /** The read that it changes. */
  changes: observations.name,
  /** Makes the call. Rejects only with a GatewayError. */
  async send(
    body: ObservationInput,
    idempotencyKey: string,
    rest: Rest,
    scope: CallScope,
  ): Promise<WrittenObservation> {
    const own: OwnInit = { endpoint: addObservation.name, scope };
    const pending = rest.operations.POST('/api/v1/observations', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body,
      ...own,
    });
    const { data, response } = await pending.then(
      (answer) => accept(answer, scope, true),
      (cause) => unreadable(cause, scope),
    );
    const replayed = response.headers.get('idempotent-replayed')?.toLowerCase();
    return {
      observation: readOne(data, observationShape, body.field_id),
      replayed: booleans.get(replayed) ?? null,
    };
  },
} as const;
