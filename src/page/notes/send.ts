/** Sends one note and returns what its answer means for the queue: a refusal is final, a failure or no answer is not. */
import type { AddObservationInput } from '../../../client/types.ts';
import { type AddNoteMutation, AddNoteDocument, type NoteFragment } from '../__generated__/graphql.ts';
import { codeOf, type GraphError, noAnswer, request } from '../graph/request.ts';
import { sentenceOf } from '../graph/sentences.ts';
import type { InputError } from './note.ts';

/** The outcome of one attempt. */
type Outcome =
  | { kind: 'written'; observation: NoteFragment }
  /** It will never be written as it is; its key is unused. */
  | { kind: 'refused'; reason: string; faults: InputError[] }
  /** Nothing is wrong with the note, but it needs another API key. */
  | { kind: 'locked'; reason: string }
  /** Not written, or not known to be written: send the same again later. `isUnsent` if it cannot have left the device. */
  | { kind: 'later'; reason: string; retryAfterSeconds: number; isUnsent: boolean };

const keyErrors = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/** Never rejects: having no network is an outcome too. */
export async function sendNote(input: AddObservationInput, apiKey: string): Promise<Outcome> {
  const hadNetwork = navigator.onLine;
  const { data, errors } = await request(AddNoteDocument, { input }, apiKey);
  // Read the result first: other errors of the same answer do not undo a written note.
  const result = data?.addObservation;
  if (result) return outcomeOfResult(result);
  const [error = { message: 'Nothing was answered.' }] = errors;
  return outcomeOfError(error, input.fieldId, hadNetwork);
}

function outcomeOfResult(result: NonNullable<AddNoteMutation['addObservation']>): Outcome {
  if (result.__typename === 'AddObservationSuccess') return { kind: 'written', observation: result.observation };
  if (result.__typename === 'InvalidInputError')
    return { kind: 'refused', reason: result.message, faults: result.faults.map(explainClock) };
  const { code, message, retryable, retryAfterSeconds } = result;
  const extensions = { code, retryable, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) };
  return outcomeOfError({ message, extensions } as GraphError, '');
}

/** Unless the person chose it, the time of a note is that of the device. */
const explainClock = (error: InputError): InputError =>
  error.path[1] === 'observedAt' ? { ...error, message: `${error.message}: check the clock of this device.` } : error;

/** An error without `retryable` does not come from the graph, so the note may or may not be written. */
function outcomeOfError(error: GraphError, fieldId: string, hadNetwork = true): Outcome {
  const code = codeOf(error);
  const reason = code === 'NOT_FOUND' ? error.message : sentenceOf(error, { fieldId, hasKey: true });
  if (keyErrors.has(code)) return { kind: 'locked', reason };
  if (error.extensions?.retryable === false) return { kind: 'refused', reason, faults: [] };
  const isUnsent = code === noAnswer && !hadNetwork;
  return { kind: 'later', reason, retryAfterSeconds: error.extensions?.retryAfterSeconds ?? 0, isUnsent };
}
