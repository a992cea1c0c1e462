/** What load tests measure: the gate runs short forms, `npm run test:full -- load` the sizes that the promises name, and prints each figure. */
import { expect } from 'vitest';

const isWhole = process.env.FULL === '1';

/** The size of this run. */
export const bySize = <Size>(short: Size, whole: Size): Size => (isWhole ? whole : short);

/** A bound of time as it was promised. The machine of the gate may be many times slower: there only a hang exceeds it. */
export const withinMs = (promised: number) => ({ atMost: bySize(60_000, promised) });

/** Checks a figure against its bounds. One that is no number is within none. */
export function figure(what: string, value: number, bounds: { atMost?: number; atLeast?: number } = {}): void {
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = bounds;
  if (isWhole) console.log(`${what}: ${Math.round(value * 100) / 100}`, bounds);
  expect.soft(value, what).toBeGreaterThanOrEqual(atLeast);
  expect.soft(value, what).toBeLessThanOrEqual(atMost);
}

/** Sends an operation and reads its answer to the end, whatever its size; status 0 where none came. `text` is its beginning. */
export async function ask(graphUrl: string, query: string, variables?: object) {
  const startedAt = performance.now();
  const sent = { status: 0, bytes: 0, text: '', isWell: false, ms: Number.POSITIVE_INFINITY };
  try {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const body = JSON.stringify({ query, variables });
    const response = await fetch(`${graphUrl}/graphql`, { method: 'POST', headers, body });
    for await (const chunk of response.body ?? []) {
      sent.bytes += chunk.length;
      if (sent.text.length < 500) sent.text += Buffer.from(chunk).toString();
    }
    sent.status = response.status;
    sent.isWell = response.ok && !sent.text.includes('"errors":');
    sent.ms = performance.now() - startedAt;
  } catch {
    // No answer is what the caller learns.
  }
  return sent;
}
