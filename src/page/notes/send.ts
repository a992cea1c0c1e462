/** Sends one note and says what the answer means for the queue: a refusal is final, a fault or silence is not. */
import type { AddObservationInput } from '../../../client/types.ts';
import { type AddNoteMutation, AddNoteDocument, type NoteFragment } from '../__generated__/graphql.ts';
import { ask, codeOf, type GraphFault } from '../graph/ask.ts';
import { sentenceOf } from '../graph/sentences.ts';
import type { Outcome } from './note.ts';

/** Codes that blame the request itself: the same would fail for ever. */
const requestFaults = new Set([
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_TOO_COMPLEX',
  'PAYLOAD_TOO_LARGE',
]);
const keyFaults = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

type Result = NonNullable<AddNoteMutation['addObservation']>;

/** Never rejects: having no network is an outcome too. */
export async function sendNote(input: AddObservationInput, apiKey: string): Promise<Outcome<NoteFragment>> {
  const { data, errors } = await ask(AddNoteDocument, { input }, apiKey);
  // The result first: what else went wrong in the same answer does not unwrite a note.
  const result = data?.addObservation;
  if (result) return judgeResult(result);
  const [error = { message: 'Nothing was answered.' }] = errors;
  return judge(error, input.fieldId, !requestFaults.has(codeOf(error)));
}

function judgeResult(result: Result): Outcome<NoteFragment> {
  if (result.__typename === 'AddObservationSuccess')
    return { kind: 'written', observation: result.observation, replayed: result.replayed ?? false };
  if (result.__typename === 'InvalidInputError')
    return {
      kind: 'refused',
      reason: result.message,
      faults: result.faults.map(({ path, message }) => ({ path, message })),
    };
  const { code, message, retryable, retryAfterSeconds } = result;
  const extensions = { code, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) };
  return judge({ message, extensions } as GraphFault, '', retryable);
}

function judge(error: GraphFault, fieldId: string, retryable: boolean): Outcome<NoteFragment> {
  const code = codeOf(error);
  const reason = code === 'NOT_FOUND' ? error.message : sentenceOf(error, { fieldId, hasKey: true });
  if (keyFaults.has(code)) return { kind: 'locked', reason };
  if (!retryable) return { kind: 'refused', reason, faults: [] };
  return { kind: 'later', reason, retryAfterSeconds: error.extensions?.retryAfterSeconds ?? 0 };
}
