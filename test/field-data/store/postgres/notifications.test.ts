/** Change hints between stores of one database. Their separate connection exists while a store is watched and is restored when lost. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storeOpener } from '../../../../src/field-data/store/postgres/capability.ts';
import type { Store } from '../../../../src/field-data/store/store.ts';
import type { Hints } from '../../../../src/platform/sync/change-hints.ts';
import { startPooler } from '../../../support/postgres/pooler.ts';
import { databaseUrlOf, inDatabaseOf } from '../../../support/postgres/schemas.ts';
import { folderOfTest } from '../../support/service.ts';
import { addFields, openTestStore } from '../../support/stores.ts';

async function openStore(folder: string, opened = openTestStore(folder)): Promise<Store> {
  const store = await opened;
  await addFields(folder, 'fld_a', 'fld_b', 'fld_missed');
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= store.close());
  onTestFinished(close);
  return { ...store, close };
}

/** A column of the connections that listen to the store of a folder. */
async function listeners(folder: string, member = 'pid'): Promise<unknown[]> {
  const text = `SELECT ${member} FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND query = 'LISTEN fieldgraph_' || 'schema_version'::regclass::oid`;
  return (await inDatabaseOf(folder, text)).map((row) => row[member]);
}

const write = (store: Store, fieldId: string) =>
  store.writeBatch([
    {
      resource: 'weather',
      row: { fieldId, granularity: 'daily', kind: 'forecast', startsAt: 0, endsAt: 1, issuedAt: 0, record: '{}' },
    },
  ]);
const weatherOf = (...fieldIds: string[]): Hints => fieldIds.map((fieldId) => ({ list: 'weather', fieldId }));

test('a lost connection causes a hint that anything may have changed, and later hints arrive as before', async () => {
  const folder = folderOfTest();
  const [writer, watched] = [await openStore(folder), await openStore(folder)];
  const received: Hints[] = [];
  watched.watchChanges((hints) => void received.push(hints));
  await expect.poll(() => received).toEqual([undefined]);
  await write(writer, 'fld_a');
  await expect.poll(() => received).toEqual([undefined, weatherOf('fld_a')]);
  await inDatabaseOf(folder, 'SELECT pg_terminate_backend($1)', await listeners(folder));
  await write(writer, 'fld_missed');
  await expect.poll(() => received.lastIndexOf(undefined)).toBeGreaterThan(1);
  await write(writer, 'fld_b');
  await expect.poll(() => received.at(-1)).toEqual(weatherOf('fld_b'));
});

test('a connection listens only while the store is watched', async () => {
  const folder = folderOfTest();
  const store = await openStore(folder);
  const listening = () => store.connections?.().listening;
  await write(store, 'fld_a');
  expect(await listeners(folder)).toEqual([]);
  expect(listening()).toBe(undefined);
  const stops = [store.watchChanges(() => {}), store.watchChanges(() => {})];
  await expect.poll(() => listeners(folder)).toHaveLength(1);
  await expect.poll(listening).toBe(1);
  stops[0]?.();
  expect(await listeners(folder)).toHaveLength(1);
  stops[1]?.();
  await expect.poll(() => listeners(folder)).toEqual([]);
  store.watchChanges(() => {});
  await expect.poll(() => listeners(folder)).toHaveLength(1);
  await store.close();
  await expect.poll(() => listeners(folder)).toEqual([]);
});

test('the listening connection uses DATABASE_DIRECT_URL', async () => {
  const folder = folderOfTest();
  const url = await databaseUrlOf(folder);
  const config = { DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}&application_name=direct`, DATABASE_POOL_MAX: 4 };
  const store = await openStore(folder, storeOpener(config)?.());
  store.watchChanges(() => {});
  await expect.poll(() => listeners(folder, 'application_name')).toEqual(['direct']);
});

test('a connection through a pooler that forwards no notifications does not count as listening', async () => {
  const folder = folderOfTest();
  const url = await databaseUrlOf(folder);
  const pooled = await startPooler(url);
  const open = (directUrl: string | undefined) =>
    openStore(
      folder,
      storeOpener({ DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_MAX: 4 })?.(),
    );
  const [deaf, direct] = [await open(undefined), await open(url)];
  const received: Hints[] = [];
  deaf.watchChanges((hints) => void received.push(hints));
  await expect.poll(() => received).toEqual([undefined]);
  direct.watchChanges(() => {});
  await expect.poll(() => direct.connections?.().listening).toBe(1);
  expect(deaf.connections?.().listening).toBe(0);
});

test('an unreadable certificate of DATABASE_DIRECT_URL is refused at start', async () => {
  const url = await databaseUrlOf(folderOfTest());
  const config = { DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}&sslrootcert=/nowhere`, DATABASE_POOL_MAX: 4 };
  await expect(storeOpener(config)?.()).rejects.toThrow(/^DATABASE_DIRECT_URL, or a certificate .* \(ENOENT\)/);
});

test('a certificate that becomes unreadable stops the hints, and nothing else', async () => {
  const folder = folderOfTest();
  const [url, certificate] = [await databaseUrlOf(folder), join(folder, 'ca.pem')];
  writeFileSync(certificate, 'Never read as a certificate.');
  const direct = `${url}&sslmode=verify-ca&sslrootcert=${certificate}`;
  const config = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_POOL_MAX: 4 };
  const store = await openStore(folder, storeOpener(config)?.());
  rmSync(certificate);
  store.watchChanges(() => {});
  await expect.poll(() => store.connections?.().listening).toBe(0);
  await write(store, 'fld_a');
});

test('all hints arrive when their lists do not fit into one notification', async () => {
  const folder = folderOfTest();
  const [writer, watched] = [await openStore(folder), await openStore(folder)];
  const received: Hints[] = [];
  watched.watchChanges((hints) => void received.push(hints));
  await expect.poll(() => received).toEqual([undefined]);
  const ids = Array.from({ length: 1_000 }, (_, index) => `fld_${String(index).padStart(128, '0')}`);
  await addFields(folder, ...ids);
  const day = { granularity: 'daily', kind: 'forecast', startsAt: 0, endsAt: 1, issuedAt: 0, record: '{}' } as const;
  await writer.writeBatch(ids.map((fieldId) => ({ resource: 'weather', row: { fieldId, ...day } })));
  const fieldIds = () => received.flatMap((hints) => hints ?? []).map(({ fieldId }) => fieldId);
  await expect.poll(fieldIds).toHaveLength(ids.length);
  expect(fieldIds().sort()).toEqual(ids);
  // Each id takes 141 of the 7,900 bytes of a notification.
  expect(received).toHaveLength(1 + Math.ceil(ids.length / 56));
});

test('another store of the same server gets none of the hints', async () => {
  const [folder, otherFolder] = [folderOfTest(), folderOfTest()];
  const [store, other] = [await openStore(folder), await openStore(otherFolder)];
  const received: Hints[] = [];
  other.watchChanges((hints) => void received.push(hints));
  await expect.poll(() => received).toEqual([undefined]);
  await write(store, 'fld_a');
  await store.close();
  await write(other, 'fld_b');
  await expect.poll(() => received.at(-1)).toEqual(weatherOf('fld_b'));
  expect(received).toEqual([undefined, weatherOf('fld_b')]);
});
