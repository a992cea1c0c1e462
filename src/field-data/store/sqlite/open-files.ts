/**
 * Whether a database still is where it was opened. A file that is unlinked under SQLite goes on working for whoever has it open, and ends
 * with them: writes would be acknowledged that no restart finds. The same holds for the log of writes beside it, and for its shared memory.
 */
import { type Stats, statSync } from 'node:fs';
import { goneError } from './faults.ts';

const suffixes = ['', '-wal', '-shm'];
/** A look costs microseconds: reads look this often at most, writes each time. */
const lookMs = 100;

interface OpenFile {
  path: string;
  dev: number;
  ino: number;
}

/** The files of one open database. */
export class OpenFiles {
  readonly #path: string;
  readonly #files: readonly OpenFile[];
  #lookedAt = 0;

  /** Takes note of the files that are there. To be called once SQLite has made all it needs. */
  constructor(path: string) {
    this.#path = path;
    this.#files = suffixes.flatMap((suffix) => {
      const stats = look(path + suffix);
      return stats ? [{ path: path + suffix, dev: stats.dev, ino: stats.ino }] : [];
    });
  }

  /** Throws StoreError where one of them was removed or replaced. */
  assertInPlace(): void {
    const isInPlace = this.#files.every(({ path, dev, ino }) => {
      const stats = look(path);
      return stats !== undefined && stats.ino === ino && stats.dev === dev;
    });
    if (!isInPlace) throw goneError(this.#path);
    this.#lookedAt = performance.now();
  }

  /** The same, unless they were found in place a moment ago. */
  assertLatelyInPlace(): void {
    if (performance.now() - this.#lookedAt >= lookMs) this.assertInPlace();
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not even its folder can be looked into.
    return undefined;
  }
}
