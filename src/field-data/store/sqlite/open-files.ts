/**
 * Checks that the files of an open database are still in place. SQLite goes on with an unlinked file, which is lost when the process ends:
 * it would acknowledge writes that no restart finds. The same is true of the -wal and the -shm.
 */
import { type Stats, statSync } from 'node:fs';
import { faultOf } from './faults.ts';

/** A check costs microseconds. Reads check at most this often, and every write checks. */
const recheckMs = 100;

/** Records the files of a database, and a link to it. Call it once SQLite has created all that it needs. Its checks throw StoreError. */
export function trackOpenFiles(path: string, link: string) {
  const paths = new Set([link, path, `${path}-wal`, `${path}-shm`]);
  const files = [...paths].flatMap((path) => {
    const stats = statsOf(path);
    return stats ? [{ path, dev: stats.dev, ino: stats.ino }] : [];
  });
  let checkedAt = 0;

  /** Throws if one of the files was removed or replaced. */
  function assertInPlace(): void {
    const isInPlace = files.every(({ path, dev, ino }) => {
      const stats = statsOf(path);
      return stats?.ino === ino && stats.dev === dev;
    });
    if (!isInPlace) throw faultOf('gone', path);
    checkedAt = performance.now();
  }

  /** The same, unless the files were found in place a moment ago. */
  function assertLatelyInPlace(): void {
    if (performance.now() - checkedAt >= recheckMs) assertInPlace();
  }

  return { assertInPlace, assertLatelyInPlace };
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // The folder may not be entered, or its file system is away for now.
    throw faultOf('inaccessible', path, (error as NodeJS.ErrnoException).code, error);
  }
}
