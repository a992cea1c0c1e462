/** The last answer of each field, saved in this browser so that its charts open without a network. Where nothing can be saved, there is none. */
import { FieldPageDocument, type FieldPageQuery, type FieldPageQueryVariables } from '../__generated__/graphql.ts';
import { fingerprint } from '../settings.ts';

const cacheName = 'fieldgraph-answers';
/** The oldest are dropped. */
const answersMax = 20;

export interface SavedAnswer {
  variables: FieldPageQueryVariables;
  data: FieldPageQuery;
  /** When it came, in milliseconds. */
  at: number;
}

/** What was read with one key is not shown with another. The document: an older page selected other fields. */
const addressOf = (id: string, apiKey: string | undefined) =>
  `/answers?${new URLSearchParams({ id, under: fingerprint(apiKey ?? ''), query: fingerprint(FieldPageDocument.toString()) })}`;

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

/** For a key that is changed or forgotten: nothing that it showed stays. */
export async function forgetAnswers(): Promise<void> {
  await globalThis.caches?.delete(cacheName).catch(() => false);
}
