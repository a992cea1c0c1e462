/** A store with two fields, and a function that imports files into it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { exportLine } from '../../../src/field-data/import/export-line.ts';
import { type ImportOptions, importFile, importFilesStrictly } from '../../../src/field-data/import/import.ts';
import type { Resource } from '../../../src/field-data/store/rows.ts';
import type { Store } from '../../../src/field-data/store/store.ts';
import { folderOfTest, testNow } from './service.ts';
import { openTestStore } from './stores.ts';

/** Starts with `fld_berlin` of account farm and the public `fld_public`. */
export async function startImport() {
  const folder = folderOfTest();
  const store = await openTestStore(folder);
  onTestFinished(() => store.close());
  const somewhere = { timezone: 'Europe/Berlin', latitude: 52.5, longitude: 13.4, demo: false };
  await store.addField({ ...somewhere, id: 'fld_berlin', account: 'farm' });
  await store.addField({ ...somewhere, id: 'fld_public', account: null });
  return {
    store,
    folder,
    /** Imports a file of this name and content; returns the result and every error as `place: reason`. */
    async load(name: string, content: string | Buffer, options: ImportOptions = {}, into: Store = store) {
      const path = join(folder, name);
      writeFileSync(path, content);
      const errors: string[] = [];
      const onRefused = (place: string, reason: string) => errors.push(`${place}: ${reason}`);
      const importOne = () => importFile(into, path, { now: () => testNow, onRefused, ...options });
      const [result] = options.strict ? (await importFilesStrictly(into, [importOne])).results : [await importOne()];
      if (!result) throw new Error('Nothing was imported.');
      return { ...result, errors };
    },
    /** All records of a resource, parsed. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every resource.
    async records(resource: Resource): Promise<any[]> {
      return (await exportAll(store, resource)).map((line) => JSON.parse(line));
    },
  };
}

/** The lines of an export. */
export async function exportAll(store: Store, resource: Resource, fieldId?: string): Promise<string[]> {
  return Array.fromAsync(store.exportRows(resource, { fieldId }), exportLine);
}
