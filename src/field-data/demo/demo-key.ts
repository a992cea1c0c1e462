/** The demo key: made at first start and stored next to the database, readable by its owner only, so that restarts keep it valid. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { FileRefused, readRegularFile } from '../../platform/files/regular-file.ts';
import { createKey, isWellFormedKey } from '../records/keys.ts';
import { StoreError } from '../store/store-error.ts';

/** Name of the file in the data folder. */
export const keyFile = 'demo-key';
const ownerOnly = 0o600;
const keyBytesMax = 1_024;

/** Reads the key in the data folder, and creates it if missing. Throws StoreError, in one sentence, for a file without a valid key. */
export function readDemoKey(dataDir: string): string {
  const path = join(dataDir, keyFile);
  if (!existsSync(path)) writeDemoKey(path);
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

function writeDemoKey(path: string): void {
  const part = `${path}.${randomUUID()}`;
  try {
    makeFolder(dirname(path));
    try {
      writeFileSync(part, `${createKey('test')}\n`, { mode: ownerOnly });
      // The key appears whole, and only once: two processes that start together use the same key.
      linkOrMove(part, path);
    } finally {
      rmSync(part, { force: true });
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const check = 'check its disk, and the owner and the mode of its folder';
    if (code !== 'EEXIST')
      throw new StoreError(`The demo key ${path} cannot be written (${code}): ${check}.`, { cause });
  }
}

/** Throws EEXIST if the path is taken. Renames on file systems without links, such as exFAT. */
function linkOrMove(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (existsSync(to)) throw error;
    renameSync(from, to);
  }
}
