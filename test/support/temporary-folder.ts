/** Temporary folders for tests. This module loads no code of the product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from './file-end.ts';

/** A new folder in the temporary folder of the system, removed with the test. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'fieldgraph-'));

/** A new folder for a test file, removed at its end or by `atEnd`. */
export function folderOfFile(atEnd: (close: () => void) => void = atFileEnd): string {
  const path = mkdtempSync(join(tmpdir(), 'fieldgraph-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
