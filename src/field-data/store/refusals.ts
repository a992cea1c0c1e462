/** The sentences of rows that are not written. */
import { formatInstant } from '../../platform/time/instant.ts';
import { demoFieldForm } from './rows.ts';

/** Why a row is not written. */
export const refusals = {
  unknownField: (id: string) =>
    `field ${id} is not known here: ${demoFieldForm.test(id) ? 'only the demo (DEMO=on) has fields of this form' : 'add it with the command fields'}`,
  overlap: (startsAt: number) => `overlaps the observed record that begins at ${formatInstant(startsAt)}`,
  otherAccount: (fieldId: string) =>
    `${fieldId} belongs to another account than the observation's: only the field's own can have observations there`,
  takenObservation: (id: string) =>
    `the id ${id}, or its account's idempotency key, is taken by another observation: a stored observation never changes, so give a correction another id, and no idempotency key`,
  takenScene: (id: string) => `the id ${id} is taken by a scene of another field`,
};
