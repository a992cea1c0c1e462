/** Stored rows as JSON Lines that import reads, with the account and idempotency of each note. */
import type { ImportRow } from '../store/rows.ts';

/** The line of a row, without its end. */
export function exportLine({ resource, row }: ImportRow): string {
  if (resource !== 'observations') return row.record;
  const { record, account, idempotency } = row;
  const { key = null, fingerprint = null } = idempotency ?? {};
  const members = { account, idempotency_key: key, idempotency_fingerprint: fingerprint };
  return `${record.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
}
