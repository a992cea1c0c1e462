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

export const addObservation = {
  /** Name of its metrics, its breaker and its slots. */
  name: 'add-observation',
  /** The read that it changes. */
  changes: observations.name,
  /** Makes the call. Rejects only with a GatewayError. */
  async send(body: ObservationInput, idempotencyKey: string, rest: Rest, scope: CallScope) {
    const own: OwnInit = { endpoint: addObservation.name, scope };
    const pending = rest.operations.POST('/api/v1/observations', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body,
      ...own,
    });
    const answer = await pending.catch((cause) => unreadable(cause, scope));
    const { data, response } = accept(answer, scope, true);
    const observation = readOne(data, observationShape, body.field_id);
    const stated = response.headers.get('idempotent-replayed')?.toLowerCase() ?? '';
    // Frameworks write booleans in either way.
    const replayed = ['true', '1'].includes(stated);
    const isStated = replayed || ['false', '0'].includes(stated);
    return { observation, replayed: isStated ? replayed : null } satisfies WrittenObservation;
  },
} as const;
