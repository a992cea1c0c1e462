/** Folders for tests. It loads nothing of the product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from './file-end.ts';

/** A new folder under the system's own for temporary files, removed with the test. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'fieldgraph-'));

/** The same for a test file, removed at its end, or when `atEnd` says. */
export function folderOfFile(atEnd: (close: () => void) => void = atFileEnd): string {
  const path = mkdtempSync(join(tmpdir(), 'fieldgraph-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
