/** Fields and keys in PostgreSQL. */
import type { Mode, Scope } from '../../records/keys.ts';
import type { Field, KeyRecord, Registry } from '../store.ts';
import type { Probe } from './connections.ts';
import type { Database } from './database.ts';

type FieldRow = Omit<Field, 'demo'>;
type KeyRow = Omit<KeyRecord, 'mode' | 'scopes'> & { mode: string; scopes: string };

const fieldColumns = 'id, account, timezone, latitude, longitude';
const keyColumns = 'hash, account, name, mode, scopes, mask, created_at AS "createdAt", revoked_at AS "revokedAt"';

const selectField = { name: 'field', text: `SELECT ${fieldColumns} FROM field WHERE id = $1` };
const selectKey = { name: 'key', text: `SELECT ${keyColumns} FROM api_key WHERE hash = $1` };

/** Statements of requests that find nothing. */
export const registryProbes: readonly Probe[] = [
  [selectField, ['']],
  [selectKey, [new Uint8Array()]],
];

/** The registry of an open database. */
export function createRegistry({ ask, tell }: Pick<Database, 'ask' | 'tell'>): Registry {
  return {
    async findField(id) {
      const { rows } = await ask<FieldRow>(selectField, [id]);
      return rows[0] && fieldOf(rows[0]);
    },
    async listFields() {
      const { rows } = await ask<FieldRow>({ text: `SELECT ${fieldColumns} FROM field ORDER BY id` });
      return rows.map(fieldOf);
    },
    async addField({ id, account, timezone, latitude, longitude }) {
      const text = `INSERT INTO field (${fieldColumns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;
      return (await tell({ text }, [id, account, timezone, latitude, longitude])).count > 0;
    },
    async findKey(hash) {
      const { rows } = await ask<KeyRow>(selectKey, [hash]);
      return rows[0] && keyOf(rows[0]);
    },
    async listKeys() {
      const { rows } = await ask<KeyRow>({ text: `SELECT ${keyColumns} FROM api_key ORDER BY account, created_at` });
      return rows.map(keyOf);
    },
    async addKey({ hash, account, name, mode, scopes, mask, createdAt, revokedAt }) {
      const text = `INSERT INTO api_key (hash, account, name, mode, scopes, mask, created_at, revoked_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
      await tell({ text }, [hash, account, name, mode, scopes.join(' '), mask, createdAt, revokedAt]);
    },
    async revokeKey(hash, revokedAt) {
      const text = 'UPDATE api_key SET revoked_at = $1 WHERE hash = $2 AND revoked_at IS NULL';
      return (await tell({ text }, [revokedAt, hash])).count > 0;
    },
  };
}

function fieldOf(row: FieldRow): Field {
  return { ...row, demo: false };
}

function keyOf({ mode, scopes, ...row }: KeyRow): KeyRecord {
  return { ...row, mode: mode as Mode, scopes: scopes.split(' ') as Scope[] };
}
