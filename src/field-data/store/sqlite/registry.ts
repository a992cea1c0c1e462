/** Fields and keys in SQLite. */
import type { Mode, Scope } from '../../records/keys.ts';
import type { Field, KeyRecord, Registry } from '../store.ts';
import type { Database } from './database.ts';

interface FieldRow {
  id: string;
  account: string | null;
  timezone: string;
  latitude: number;
  longitude: number;
}

interface KeyRow {
  hash: Uint8Array;
  account: string;
  name: string;
  mode: string;
  scopes: string;
  mask: string;
  created_at: number;
  revoked_at: number | null;
}

/** The registry of an open database. */
export function createRegistry({ connection, run, write }: Database): Registry {
  const selectField = connection.prepare('SELECT * FROM field WHERE id = ?');
  const selectFields = connection.prepare('SELECT * FROM field ORDER BY id');
  const insertField = connection.prepare(
    'INSERT INTO field (id, account, timezone, latitude, longitude) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectKey = connection.prepare('SELECT * FROM api_key WHERE hash = ?');
  const selectKeys = connection.prepare('SELECT * FROM api_key ORDER BY account, created_at');
  const insertKey = connection.prepare(
    'INSERT INTO api_key (hash, account, name, mode, scopes, mask, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const revoke = connection.prepare('UPDATE api_key SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL');
  return {
    findField: (id) =>
      run(() => {
        const row = selectField.get(id) as FieldRow | undefined;
        return row && fieldOf(row);
      }),
    listFields: () => run(() => (selectFields.all() as unknown as FieldRow[]).map(fieldOf)),
    addField: ({ id, account, timezone, latitude, longitude }) =>
      write(() => insertField.run(id, account, timezone, latitude, longitude).changes > 0),
    findKey: (hash) =>
      run(() => {
        const row = selectKey.get(hash) as KeyRow | undefined;
        return row && keyOf(row);
      }),
    listKeys: () => run(() => (selectKeys.all() as unknown as KeyRow[]).map(keyOf)),
    addKey: async ({ hash, account, name, mode, scopes, mask, createdAt, revokedAt }) => {
      await write(() => insertKey.run(hash, account, name, mode, scopes.join(' '), mask, createdAt, revokedAt));
    },
    revokeKey: (hash, revokedAt) => write(() => revoke.run(revokedAt, hash).changes > 0),
  };
}

function fieldOf({ id, account, timezone, latitude, longitude }: FieldRow): Field {
  return { id, account, timezone, latitude, longitude, demo: false };
}

function keyOf({ hash, account, name, mode, scopes, mask, created_at, revoked_at }: KeyRow): KeyRecord {
  return {
    hash,
    account,
    name,
    mode: mode as Mode,
    scopes: scopes.split(' ') as Scope[],
    mask,
    createdAt: created_at,
    revokedAt: revoked_at,
  };
}
