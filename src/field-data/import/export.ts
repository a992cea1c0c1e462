/** Exports stored rows as JSON Lines that import reads, with the account and idempotency of each note. */
import type { ImportRow, Resource } from '../store/rows.ts';
import type { ExportFilter, Store } from '../store/store.ts';

/** Every stored record of a resource as a line; of demo fields only what callers wrote. */
export async function* exportLines(
  store: Pick<Store, 'exportRows'>,
  resource: Resource,
  filter?: ExportFilter,
): AsyncGenerator<string> {
  for await (const entry of store.exportRows(resource, filter)) yield lineOf(entry);
}

function lineOf({ resource, row }: ImportRow): string {
  if (resource !== 'observations') return row.record;
  const { record, account, idempotency } = row;
  const { key = null, fingerprint = null } = idempotency ?? {};
  const members = { account, idempotency_key: key, idempotency_fingerprint: fingerprint };
  return `${record.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
}
