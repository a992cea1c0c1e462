/** Sends one note and says what the answer means for a queue: a refusal needs a correction, a fault or silence only time. */
import { ask, type Endpoint } from '../fetch/ask.ts';
import { graphql } from './__generated__/gql.ts';
// In a project of your own: '@fieldgraph/client/types'.
import type { AddObservationInput, FieldgraphErrorCode } from '../../client/types.ts';

const AddNote = graphql(`
  mutation AddQueuedNote($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { replayed observation { id } }
      ... on FieldgraphError { code message retryable retryAfterSeconds }
      ... on InvalidInputError { faults { path message } }
    }
  }
`);

export type Outcome =
  /** The note exists, once; `replayed` where an earlier attempt had written it and its answer was lost. */
  | { kind: 'written'; id: string; replayed: boolean }
  /** Not written until somebody corrects the note, or the app that sent it. */
  | { kind: 'refused'; reason: string }
  /** Nothing is wrong with the note: whoever sends it needs another API key. */
  | { kind: 'locked'; reason: string }
  /** Not written now, or not known to be: the same again, later. */
  | { kind: 'later'; reason: string; retryAfterSeconds: number };

const keyFaults: ReadonlySet<string> = new Set<FieldgraphErrorCode>(['UNAUTHENTICATED', 'FORBIDDEN']);

/** Never rejects: having no network is an outcome too. */
export async function sendNote(endpoint: Endpoint, input: AddObservationInput): Promise<Outcome> {
  const answer = await ask(endpoint, AddNote, { input }).catch((error: Error) => error);
  if (answer instanceof Error) return { kind: 'later', reason: `no answer: ${answer.message}`, retryAfterSeconds: 0 };

  // The result first: what else went wrong in the same answer does not unwrite a note.
  const result = answer.data?.addObservation;
  if (result?.__typename === 'AddObservationSuccess') {
    return { kind: 'written', id: result.observation.id, replayed: result.replayed ?? false };
  }
  if (result?.__typename === 'InvalidInputError') {
    return {
      kind: 'refused',
      reason: result.faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    };
  }
  if (result) return judge(result.code, result.message, result.retryable, result.retryAfterSeconds);

  const [fault] = answer.errors;
  // What comes without a flag is no answer of the graph, so the note may be written or not.
  const { code = 'no result', retryable = true, retryAfterSeconds } = fault?.extensions ?? {};
  return judge(code, fault?.message ?? '', retryable, retryAfterSeconds);
}

function judge(code: string, message: string, retryable: boolean, retryAfterSeconds: number | null = 0): Outcome {
  const reason = `${code}: ${message}`;
  if (keyFaults.has(code)) return { kind: 'locked', reason };
  return retryable ? { kind: 'later', reason, retryAfterSeconds: retryAfterSeconds ?? 0 } : { kind: 'refused', reason };
}
