/** Keeps each observation until the graph has accepted it. */
import { CombinedGraphQLErrors, makeVar } from '@apollo/client';
import type { AddObservationMutationVariables } from './__generated__/graphql.ts';
import { client } from './client.ts';
import { AddObservation } from './documents.ts';

type Input = AddObservationMutationVariables['input'];

interface Draft {
  /** The same in every attempt: one idempotency key stands for one input. */
  input: Input;
  /** Why the last attempt failed. */
  reason?: string;
  /** Whether the same input may succeed later. */
  isRetryable: boolean;
}

const stored = (): Draft[] => JSON.parse(localStorage.getItem('outbox') ?? '[]');

/** The drafts that wait, oldest first. A component reads them with `useReactiveVar(outbox)`. */
export const outbox = makeVar(stored());

/** Changes the stored drafts, not those in memory: another tab may have added some. */
function change(changed: (drafts: Draft[]) => Draft[]): void {
  localStorage.setItem('outbox', JSON.stringify(changed(stored())));
  outbox(stored());
}

export function addObservation(fieldId: string, text: string): void {
  // Key and time are fixed here, because it may be sent days later.
  // A page over plain HTTP, such as on a phone in the same network, has no `randomUUID`.
  const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const input = { idempotencyKey, fieldId, text, observedAt: new Date().toISOString() };
  change((drafts) => [...drafts, { input, isRetryable: true }]);
  sendAll();
}

/** Removes a draft that is stored, or that the person no longer wants to send. */
export function remove({ idempotencyKey }: Input): void {
  change((drafts) => drafts.filter(({ input }) => input.idempotencyKey !== idempotencyKey));
}

/** False if it was removed while others were sent, perhaps in another tab. */
function isStored({ idempotencyKey }: Input): boolean {
  return stored().some(({ input }) => input.idempotencyKey === idempotencyKey);
}

function keep({ idempotencyKey }: Input, failure: Omit<Draft, 'input'>): void {
  change((drafts) =>
    drafts.map((draft) => (draft.input.idempotencyKey === idempotencyKey ? { ...draft, ...failure } : draft)),
  );
}

/** Whether only the time is refused: the clock of the device was fast. The same input is accepted once that time has come. */
function isEarly([error, ...others]: { path: string[]; code: string }[]): boolean {
  return others.length === 0 && error?.code === 'TOO_LARGE' && error.path.at(-1) === 'observedAt';
}

/** When the graph accepts the next one, by `performance.now()`, because the clock of the device may be set back. */
let sendAt = 0;

/** When drafts whose time was refused are sent again, by key: perhaps in hours, so not at each interval. */
const againAt = new Map<string, number>();
const againMs = 5 * 60_000;

/** Returns false if the next one must wait. */
async function send(input: Input): Promise<boolean> {
  const { data, error } = await client.mutate({
    mutation: AddObservation,
    variables: { input },
    errorPolicy: 'all', // Resolve with the error instead of throwing it.
  });
  const result = data?.addObservation;
  const refusals = CombinedGraphQLErrors.is(error) ? error.errors.map(({ extensions }) => extensions) : [];
  if (result?.__typename === 'AddObservationSuccess') remove(input);
  else if (result) {
    refusals.push({ ...result });
    // Of a refusal that a later version adds, only `__typename` may arrive.
    const isTooEarly = result.__typename === 'InvalidInputError' && isEarly(result.faults);
    if (isTooEarly) againAt.set(input.idempotencyKey, performance.now() + againMs);
    keep(input, { reason: result.message ?? 'The graph refused it.', isRetryable: result.retryable || isTooEarly });
  } else {
    // Without `retryable`, an error is not of the graph but of a router or hot spot, and nobody knows whether it was written.
    // The idempotency key makes it safe to send again.
    const isRefused = CombinedGraphQLErrors.is(error) && refusals.every((refusal) => refusal?.retryable === false);
    keep(input, { reason: error?.message, isRetryable: !isRefused });
  }
  const waits = refusals.map((refusal) => Number(refusal?.retryAfterSeconds ?? 0));
  sendAt = performance.now() + Math.max(0, ...waits) * 1_000;
  return (!error || CombinedGraphQLErrors.is(error)) && performance.now() >= sendAt;
}

let isSending = false;
let isEverything = false;

/** Sends what may succeed, one at a time. After a person has corrected something, send `everything`. */
export async function sendAll(everything = false): Promise<void> {
  isEverything ||= everything;
  if (isSending || performance.now() < sendAt) return;
  isSending = true;
  try {
    do {
      const all = isEverything;
      isEverything = false;
      for (const { input, isRetryable } of stored()) {
        const isDue = isRetryable && performance.now() >= (againAt.get(input.idempotencyKey) ?? 0);
        if ((isDue || all) && isStored(input) && !(await send(input))) {
          // Send all of them later.
          isEverything ||= all;
          return;
        }
      }
    } while (isEverything);
  } finally {
    isSending = false;
  }
}

sendAll();
setInterval(sendAll, 5_000);

// Another tab has added, sent or removed some.
addEventListener('storage', ({ key }) => {
  if (key !== 'outbox') return;
  outbox(stored());
  void client.refetchQueries({ include: 'active' });
});
