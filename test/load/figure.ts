/** Figures of load tests: the gate runs short forms; `npm run test:full -- load` runs the promised sizes and prints each figure. */
import { expect } from 'vitest';
import { bySize, isFull } from '../support/size.ts';

/** A promised time limit. In the gate, whose machine may be many times slower, only a hang exceeds it. */
export const withinMs = (promised: number) => ({ atMost: bySize(60_000, promised) });

/** Checks a figure against its bounds. NaN is outside of all bounds. Tests that run at the same time pass their own `expect`. */
export function figure(
  what: string,
  value: number,
  bounds: { atMost?: number; atLeast?: number } = {},
  { soft } = expect,
): void {
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = bounds;
  if (isFull) console.log(`${what}: ${Math.round(value * 100) / 100}`, bounds);
  soft(value, what).toBeGreaterThanOrEqual(atLeast);
  soft(value, what).toBeLessThanOrEqual(atMost);
}

/** Sends an operation and reads its whole response; status 0 if there is none. `text` is the beginning of the response. */
export async function sendOperation(graphUrl: string, query: string, variables?: object) {
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
    // A missing response is reported as status 0.
  }
  return sent;
}
