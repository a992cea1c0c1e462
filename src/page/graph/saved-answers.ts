/** The last answer of each field, saved in this browser so that its charts open without a network; none if nothing can be saved. */
import { FieldPageDocument, type FieldPageQuery, type FieldPageQueryVariables } from '../__generated__/graphql.ts';
import { fingerprint } from '../settings.ts';

const cacheName = 'fieldgraph-answers';
/** Maximum saved answers: the oldest are dropped. */
const answersMax = 20;

export interface SavedAnswer {
  variables: FieldPageQueryVariables;
  data: FieldPageQuery;
  /** When it was received, in milliseconds. */
  at: number;
}

/** Has fingerprints of the key, whose data no other key may show, and of the document: an older page selected other fields. */
const addressOf = (id: string, apiKey: string | undefined) =>
  `/answers?${new URLSearchParams({ id, under: fingerprint(apiKey ?? ''), query: fingerprint(FieldPageDocument) })}`;

export async function saveAnswer(answer: SavedAnswer, apiKey: string | undefined): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    const address = addressOf(answer.variables.id, apiKey);
    await cache.delete(address);
    await cache.put(address, new Response(JSON.stringify(answer)));
    for (const old of (await cache.keys()).slice(0, -answersMax)) await cache.delete(old);
  } catch {
    // Storage is off or full, or the page came over plain HTTP.
  }
}

export async function readAnswer(id: string, apiKey: string | undefined): Promise<SavedAnswer | undefined> {
  try {
    const response = await (await caches.open(cacheName)).match(addressOf(id, apiKey));
    return (await response?.json()) as SavedAnswer | undefined;
  } catch {
    return undefined;
  }
}

/** Deletes all saved answers, for a key that is changed or forgotten. */
export async function forgetAnswers(): Promise<void> {
  await globalThis.caches?.delete(cacheName).catch(() => false);
}
