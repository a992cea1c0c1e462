/**
 * Idempotency keys and fingerprints: a write gets the same response however often and from wherever it is sent. One insert stores key and
 * record, so that neither exists without the other.
 */
import { hash } from 'node:crypto';
import { type ProblemCode, ServiceProblem, type Violation, writeInProgress } from '../records/errors.ts';
import { idempotencyKeyForm } from '../records/observation.ts';
import type { RequestedRow } from '../store/rows.ts';
import type { Records, WrittenObservation } from '../store/store.ts';
import { StoreBusyError } from '../store/store-error.ts';

/** An sf-string of RFC 8941: visible ASCII and space, with \" and \\ as its only escapes. */
const quotedForm = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * Reads the key of an Idempotency-Key header. A quoted structured-field string counts as its inner text, so that both spellings are one
 * key. Throws idempotency_key_missing or idempotency_key_invalid, which also list the violations of the body.
 */
export function readIdempotencyKey(header: string | null, bodyViolations: readonly Violation[] = []): string {
  const problemOf = (code: ProblemCode, what: string, violation: Pick<Violation, 'code' | 'detail'>) =>
    new ServiceProblem(code, `The header Idempotency-Key is ${what}.`, {
      violations: [{ ...violation, header: 'Idempotency-Key' }, ...bodyViolations],
    });
  if (header === null)
    throw problemOf('idempotency_key_missing', 'required', { code: 'required', detail: 'is required' });
  const key = header.startsWith('"') ? quotedForm.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1') : header;
  if (key !== undefined && idempotencyKeyForm.test(key)) return key;
  const detail = 'must be 1 to 255 visible ASCII characters, bare or as a quoted structured-field string';
  throw problemOf('idempotency_key_invalid', 'malformed', { code: 'wrong_format', detail });
}

/** SHA-256 of a JSON value in canonical form: neither spacing nor the order of properties matters. */
export const fingerprintOf = (body: unknown): string => hash('sha256', JSON.stringify(canonical(body)));

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // `fromEntries` would lose a property named __proto__ and move integer-like names to the front. A list does neither.
  return entries.map(([name, entry]) => [name, canonical(entry)]);
}

/**
 * Writes each note once. Requests that repeat a write in progress wait for it and get its response. Rejects with idempotency_key_reused for
 * another body, and with errors of the store. Waiting requests get idempotency_in_progress if the store was too busy for the first.
 */
export function createOnceWriter(records: Pick<Records, 'addObservation'>) {
  const inFlight = new Map<string, Promise<WrittenObservation>>();

  return async (row: RequestedRow): Promise<WrittenObservation> => {
    const { key, fingerprint } = row.idempotency;
    // Another body under the key is written by itself: the error of the first, such as a removed field, may not be its own.
    const name = JSON.stringify([row.account, row.mode, key, fingerprint]);
    const first = inFlight.get(name);
    const writing = first ?? records.addObservation(row).finally(() => inFlight.delete(name));
    inFlight.set(name, writing);
    const written = await writing.catch((error) => {
      throw first && error instanceof StoreBusyError ? writeInProgress(error) : error;
    });
    if (written.fingerprint === fingerprint) return first ? { ...written, replayed: true } : written;
    const detail = 'This Idempotency-Key was used before with another body.';
    throw new ServiceProblem('idempotency_key_reused', detail);
  };
}
