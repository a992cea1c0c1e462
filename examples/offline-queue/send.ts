/** Sends one observation, and decides what to do next: a refusal needs a correction, an error or no response only another attempt. */
import { type Endpoint, request } from '../fetch/request.ts';
import { graphql } from './__generated__/gql.ts';
// In your project, import '@fieldgraph/client/types'.
import type { AddObservationInput, FieldgraphErrorCode } from '../../client/types.ts';

const AddNote = graphql(`
  mutation AddQueuedNote($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { replayed observation { id } }
      ... on FieldgraphError { code message retryable retryAfterSeconds }
      ... on InvalidInputError { faults { path code message } }
    }
  }
`);

export type Outcome =
  /** Written once. `replayed` if an earlier attempt wrote it and the response was lost. */
  | { kind: 'written'; id: string; replayed: boolean }
  /** Not written. Correct the observation, or the app that sent it. */
  | { kind: 'refused'; reason: string }
  /** Not written. The observation is valid, but needs another API key. */
  | { kind: 'locked'; reason: string }
  /** Not written: by the clock of the service, its time has not come. Send the same input again then. */
  | { kind: 'early'; reason: string }
  /** Not written, or unknown whether it was. Send the same input again later. */
  | { kind: 'later'; reason: string; retryAfterSeconds: number };

const keyErrors: ReadonlySet<string> = new Set<FieldgraphErrorCode>(['UNAUTHENTICATED', 'FORBIDDEN']);

/** Never rejects: without a network, the outcome is `later`. */
export async function sendNote(endpoint: Endpoint, input: AddObservationInput): Promise<Outcome> {
  const answer = await request(endpoint, AddNote, { input }).catch((error: Error) => error);
  if (answer instanceof Error) return { kind: 'later', reason: `no answer: ${answer.message}`, retryAfterSeconds: 0 };

  // The result first: other errors in the same response do not undo the write.
  const result = answer.data?.addObservation;
  if (result?.__typename === 'AddObservationSuccess') {
    return { kind: 'written', id: result.observation.id, replayed: result.replayed ?? false };
  }
  if (result?.__typename === 'InvalidInputError') {
    const reason = result.faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
    return { kind: isEarly(result.faults) ? 'early' : 'refused', reason };
  }
  if (result) return outcomeOf(result.code, result.message, result.retryable, result.retryAfterSeconds);

  const [error] = answer.errors;
  // An error without `retryable` is not from the graph, so the observation may have been written.
  const { code = 'no result', retryable = true, retryAfterSeconds } = error?.extensions ?? {};
  return outcomeOf(code, error?.message ?? '', retryable, retryAfterSeconds);
}

/** Whether only the time is refused: the clock of the phone was fast. The same input is accepted once that time has come. */
function isEarly([error, ...others]: { path: string[]; code: string }[]): boolean {
  return others.length === 0 && error?.code === 'TOO_LARGE' && error.path.at(-1) === 'observedAt';
}

function outcomeOf(code: string, message: string, retryable: boolean, retryAfterSeconds: number | null = 0): Outcome {
  const reason = `${code}: ${message}`;
  if (keyErrors.has(code)) return { kind: 'locked', reason };
  return retryable ? { kind: 'later', reason, retryAfterSeconds: retryAfterSeconds ?? 0 } : { kind: 'refused', reason };
}
