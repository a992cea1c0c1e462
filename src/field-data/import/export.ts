/** The way back: stored rows as JSON Lines that import reads. What a record needs beside itself to come back as it was is written into its line. */
import type { ExportFilter, ImportRow, Resource, Store } from '../store/store.ts';

/** Every stored record of a resource as a line; of a demo field, what callers wrote. */
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
  const beside = {
    account,
    idempotency_key: idempotency?.key ?? null,
    idempotency_fingerprint: idempotency?.fingerprint ?? null,
  };
  return `${record.slice(0, -1)},${JSON.stringify(beside).slice(1)}`;
}
