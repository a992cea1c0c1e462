/**
 * Whether a database still is where it was opened. A file that is unlinked under SQLite goes on working for those who have it open, and
 * ends with them: writes would be acknowledged that no restart finds. The same holds for the log of writes and for the shared memory.
 */
import { type Stats, statSync } from 'node:fs';
import { faultOf } from './faults.ts';

const suffixes = ['', '-wal', '-shm'];
/** A look costs microseconds: reads look this often at most, writes each time. */
const lookMs = 100;

/** Takes note of the files of a database that are there, once SQLite has made all it needs. Its checks throw StoreError. */
export function noteOpenFiles(path: string) {
  const files = suffixes.flatMap((suffix) => {
    const stats = look(path + suffix);
    return stats ? [{ path: path + suffix, dev: stats.dev, ino: stats.ino }] : [];
  });
  let lookedAt = 0;

  /** Whether none of them was removed or replaced. */
  function assertInPlace(): void {
    const isInPlace = files.every(({ path, dev, ino }) => {
      const stats = look(path);
      return stats?.ino === ino && stats.dev === dev;
    });
    if (!isInPlace) throw faultOf('gone', path);
    lookedAt = performance.now();
  }

  /** The same, unless they were found in place a moment ago. */
  function assertLatelyInPlace(): void {
    if (performance.now() - lookedAt >= lookMs) assertInPlace();
  }

  return { assertInPlace, assertLatelyInPlace };
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not even its folder can be looked into.
    return undefined;
  }
}
