/** Seeded raw HTTP requests: half-way right ones, since what is wrong from the first byte is refused by the first check. */
import parts from './hostile-requests.json' with { type: 'json' };
import { oneOf, type Random } from './seeded-random.ts';

const { methods, versions } = parts;
const targets = [...parts.targets, `/${'a'.repeat(3_000)}`];
const headers = [...parts.headers, `Authorization: Bearer ${'k'.repeat(600)}`, `Long: ${'x'.repeat(20_000)}`];
const documents = [...parts.documents, `{ ${'a{'.repeat(300)}`];
// A lone surrogate is no JSON to bundlers.
const values = [...parts.values, '\ud800'];
const bodies = [...parts.bodies, '[[[['.repeat(500)];

/** A generator of request bytes from a generator of random numbers. */
export function hostileRequests(random: Random): () => Uint8Array {
  const pick = <Item>(list: readonly Item[]) => oneOf(random, list);
  const chance = (probability: number): boolean => random() < probability;

  function body(): string {
    if (chance(0.1)) return pick(bodies);
    const parameters: Record<string, unknown> = { query: pick(documents) };
    if (chance(0.5)) parameters.variables = pick(values);
    if (chance(0.3)) parameters.operationName = pick(values);
    if (chance(0.2)) parameters.extensions = pick(values);
    if (chance(0.1)) parameters.query = pick(values);
    return JSON.stringify(parameters);
  }

  /** Cuts, doubles or changes some bytes. */
  function damage(bytes: Buffer): Buffer {
    const at = Math.floor(random() * bytes.length);
    if (chance(0.3)) return bytes.subarray(0, at);
    if (chance(0.3)) return Buffer.concat([bytes, bytes]);
    if (bytes.length > 0) bytes[at] = Math.floor(random() * 256);
    return bytes;
  }

  return () => {
    const text = body();
    const line = chance(0.5) ? ['POST', '/graphql'] : [pick(methods), pick(targets)];
    const lines = [`${line.join(' ')} ${chance(0.9) ? 'HTTP/1.1' : pick(versions)}`];
    if (chance(0.95)) lines.push('Host: x');
    if (chance(0.8)) lines.push('Content-Type: application/json');
    if (chance(0.9)) lines.push(`Content-Length: ${Buffer.byteLength(text) + (chance(0.05) ? 1 : 0)}`);
    while (chance(0.5)) lines.push(pick(headers));
    const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(text)]);
    return chance(0.25) ? damage(bytes) : bytes;
  };
}
