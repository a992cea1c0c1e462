/** Makes folders. The option `recursive` of node:fs never returns if the system reports ENOENT inside an existing folder, as /proc does. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ownerOnly = 0o700;

/** Makes a folder and its missing parents, readable only by their owner. Throws the error of the system. */
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

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
