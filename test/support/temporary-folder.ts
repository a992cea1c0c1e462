/** Folders for tests. It loads nothing of the product. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from './file-end.ts';

/** A new folder under the system's own for temporary files, removed with the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'fieldgraph-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The same for a test file, removed at its end. */
export function folderOfFile(): string {
  const path = mkdtempSync(join(tmpdir(), 'fieldgraph-'));
  atFileEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
