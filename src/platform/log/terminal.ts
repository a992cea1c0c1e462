/** Writes to a terminal without blocking. Retries bytes that it does not accept. */
import { constants, openSync, write } from 'node:fs';
import { Writable } from 'node:stream';
import { tryOr } from '../sync/try-or.ts';

const retryMs = 20;

/** Opens the terminal again without blocking, so that other programs on it are not affected. Undefined if that is not allowed. */
export function openTerminal(path: string): Writable | undefined {
  const fd = tryOr(() => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY), undefined);
  return fd === undefined ? undefined : writeWithoutWaiting(fd);
}

function writeWithoutWaiting(fd: number): Writable {
  function writeAll(bytes: Buffer, done: (error?: Error | null) => void): void {
    write(fd, bytes, (error, count) => {
      if (error && error.code !== 'EAGAIN') return done(error);
      const left = bytes.subarray(error ? 0 : count);
      if (left.length === 0) done();
      else if (error) setTimeout(writeAll, retryMs, left, done).unref();
      else writeAll(left, done);
    });
  }
  return new Writable({ write: (bytes: Buffer, _encoding, done) => writeAll(bytes, done), autoDestroy: false });
}
