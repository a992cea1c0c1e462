/** Makes folders. node:fs has `recursive` for it, which never returns where the system answers ENOENT under a folder that is there, as /proc does. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ownerOnly = 0o700;

/** Makes a folder and those around it that are missing, readable only by their owner. Throws the system's error where that cannot be done. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: ownerOnly });
  } catch (error) {
    // Another process was first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
