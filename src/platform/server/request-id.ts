/** The id by which operators find a request in the log. Every reply carries it. */
import { randomFillSync } from 'node:crypto';

const form = /^[A-Za-z0-9._-]{1,64}$/;

const idBytes = 12;
/** Random bytes for the ids to come: each call for some costs as much as one for many. */
const pool = Buffer.alloc(256 * idBytes);
let taken = pool.length;

/** The caller's own id from `X-Request-Id` where it is well-formed, else a new one. */
export function readRequestId(header: string | null): string {
  if (header !== null && form.test(header)) return header;
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += idBytes;
  return `req_${pool.toString('hex', taken - idBytes, taken)}`;
}
