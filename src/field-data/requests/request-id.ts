/** The id by which a request is found in the log, and which its answer carries. */
import { randomBytes } from 'node:crypto';

const form = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's own where it is well-formed, else a new one. */
export function readRequestId(given: string | null): string {
  return given !== null && form.test(given) ? given : `req_${randomBytes(12).toString('hex')}`;
}
