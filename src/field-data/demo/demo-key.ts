/** The demo key: made at first start and stored next to the database, readable by its owner only, so that restarts keep it valid. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { FileRefused, readRegularFile } from '../../platform/files/regular-file.ts';
import { createKey, isWellFormedKey } from '../records/keys.ts';
import { StoreError } from '../store/store-error.ts';

/** Name of the file in the data folder. */
export const keyFile = 'demo-key';
const ownerOnly = 0o600;
const keyBytesMax = 1_024;

/** The key in the data folder, made there where there is none. Throws StoreError, in one sentence, for a file that holds no key. */
export function readDemoKey(dataDir: string): string {
  const path = join(dataDir, keyFile);
  const key = createKey('test');
  try {
    makeFolder(dataDir);
    // wx: of two processes that start at once, one writes and both read the same key.
    writeFileSync(path, `${key}\n`, { mode: ownerOnly, flag: 'wx' });
    return key;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StoreError(`The demo key ${path} cannot be written: check that the folder can be written.`, { cause });
  }
  let stored: string;
  try {
    stored = readRegularFile(path, keyBytesMax).trim();
  } catch (cause) {
    const why = cause instanceof FileRefused ? `it ${cause.message}` : 'check its owner and its mode';
    throw new StoreError(`The demo key ${path} cannot be read: ${why}.`, { cause });
  }
  if (!isWellFormedKey(stored))
    throw new StoreError(`The file ${path} holds no key: delete it, and a new one is made.`);
  return stored;
}
