/** A store moved whole into an empty one of another engine: fields, keys, records, and the keys and fingerprints that writes replay by. */
import type { Field, ImportRow, ObservationRow, Resource, Store } from '../store.ts';
import { StoreError } from '../store.ts';

/** How many of each were moved. */
export interface Moved {
  fields: number;
  keys: number;
  weather: number;
  earthObservations: number;
  notes: number;
  /** Notes that an import had put on an account's field under another account: they are the field's own account's now. */
  notesRehomed: number;
}

const batchRows = 1_000;

/**
 * Moves everything but what the demo made into `to`, which must be empty, or nothing. Notes that callers wrote on the demo's fields are
 * moved where `demo` says that they are known there. `from` takes no writes meanwhile and keeps what it has. Rejects with
 * StoreError, in one sentence.
 */
export async function moveStore(from: Store, to: Store, { demo }: { demo: boolean }): Promise<Moved> {
  const moved: Moved = { fields: 0, keys: 0, weather: 0, earthObservations: 0, notes: 0, notesRehomed: 0 };
  // Its lock keeps a running service from writing what would be left behind; there is nothing to keep of it.
  await from.allOrNothing(async () => {
    await to.allOrNothing(async () => {
      await assertEmpty(to);
      const fields = new Map((await from.listFields()).map((field) => [field.id, field]));
      // Another move into it, a moment ahead of this one.
      for (const field of fields.values()) if (!(await to.addField(field))) throw notEmpty();
      const keys = await from.listKeys();
      for (const key of keys) await to.addKey(key);
      moved.fields = fields.size;
      moved.keys = keys.length;
      moved.weather = await moveRows(from.exportRows('weather'), to);
      moved.earthObservations = await moveRows(from.exportRows('earth_observations'), to);
      moved.notes = await moveRows(from.exportRows('observations', { demo }), to, (entry) => {
        if (entry.resource !== 'observations' || !isElsewhere(entry.row, fields.get(entry.row.fieldId))) return entry;
        moved.notesRehomed += 1;
        return { ...entry, row: rehome(entry.row, fields.get(entry.row.fieldId)?.account ?? null) };
      });
      return true;
    });
    return false;
  });
  return moved;
}

async function assertEmpty(store: Store): Promise<void> {
  const resources: Resource[] = ['weather', 'earth_observations', 'observations'];
  let isEmpty = (await store.listFields()).length === 0 && (await store.listKeys()).length === 0;
  for (const resource of resources) {
    for await (const _ of store.exportRows(resource, { startingNotes: true })) {
      isEmpty = false;
      break;
    }
  }
  if (!isEmpty) throw notEmpty();
}

function notEmpty(): StoreError {
  return new StoreError(
    'The database is not empty: a store is moved whole, into one that has no fields, keys or records.',
  );
}

async function moveRows(
  rows: AsyncIterable<ImportRow>,
  to: Store,
  change: (entry: ImportRow) => ImportRow = (entry) => entry,
): Promise<number> {
  let count = 0;
  let batch: ImportRow[] = [];
  const commit = async () => {
    const { clashes } = await to.writeBatch(batch);
    const [clash] = clashes;
    if (clash) throw new StoreError(`Nothing was moved: ${clash.reason}.`);
    count += batch.length;
    batch = [];
  };
  for await (const entry of rows) {
    batch.push(change(entry));
    if (batch.length >= batchRows) await commit();
  }
  if (batch.length > 0) await commit();
  return count;
}

/** Whether a note stands on a field of another account, which only has seen it. */
function isElsewhere({ account }: ObservationRow, field: Field | undefined): boolean {
  return field !== undefined && field.account !== null && account !== null && account !== field.account;
}

/** The note as the field's own: whoever saw it sees it still. Its key is let go, since under the other account the field was never found. */
function rehome(row: ObservationRow, account: string | null): ObservationRow {
  return { ...row, account, idempotency: null };
}
