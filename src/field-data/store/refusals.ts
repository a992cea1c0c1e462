/** The sentences of rows that are not written. */
import { formatInstant } from '../../platform/time/instant.ts';
import { demoFieldForm, type ObservationRow } from './rows.ts';

/** Why a row is not written. */
export const refusals = {
  unknownField: (id: string) =>
    `field ${id} is not known here: ${demoFieldForm.test(id) ? 'only the demo (DEMO=on) has fields of this form' : 'add it with the command fields'}`,
  overlap: (startsAt: number) => `overlaps the observed record that begins at ${formatInstant(startsAt)}`,
  otherAccount: (fieldId: string) =>
    `${fieldId} belongs to another account than the observation's: only the field's own can have observations there`,
  takenObservation: ({ id, isIdDerived }: Pick<ObservationRow, 'id' | 'isIdDerived'>) => {
    const [origin, advice] = isIdDerived
      ? [' (derived from field_id, observed_at, text, account and live_mode)', 'add an id to this record']
      : ['', 'give a correction another id'];
    return `the id ${id}${origin}, or its account's idempotency key, is taken by another observation: a stored observation never changes, so ${advice}, and no idempotency key`;
  },
  takenScene: (id: string) => `the id ${id} is taken by a scene of another field`,
};
