/** A note's record as a row of the store. */
import type { Observation } from '../records/observation.ts';
import { parseInstant } from '../../platform/time/instant.ts';
import type { ObservationCategory, ObservationRow } from './rows.ts';

/** The row of a valid record. `account` is null for a starting note; `idempotency` is null for a note that no request wrote. */
export function observationRow<Idempotency extends ObservationRow['idempotency']>(
  observation: Observation,
  account: string | null,
  idempotency: Idempotency,
): ObservationRow & { idempotency: Idempotency } {
  return {
    id: observation.id,
    fieldId: observation.field_id,
    account,
    mode: observation.live_mode ? 'live' : 'test',
    category: observation.category as ObservationCategory,
    observedAt: parseInstant(observation.observed_at) ?? Number.NaN,
    record: JSON.stringify(observation),
    idempotency,
  };
}
