/** Reads files whose names come from an operator. A pipe or a device among them would block the process or never end. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A refused file. The message continues a sentence that begins with its path. */
export class FileRefused extends Error {}

/** Reads the text of a regular file. Throws FileRefused for anything else or above `bytesMax` bytes, or the system's error. */
export function readRegularFile(path: string, bytesMax: number): string {
  // Without O_NONBLOCK the open of a pipe waits for its writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new FileRefused('is not a regular file');
    if (status.size > bytesMax) throw new FileRefused(`has more than ${bytesMax} bytes`);
    // The size is no promise: files of /proc state 0.
    const bytes = Buffer.alloc(Math.min(bytesMax, Math.max(status.size, smallBytes)) + 1);
    let length = 0;
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      length += read;
      if (read === 0) return bytes.toString('utf8', 0, length);
      if (length === bytes.length) throw new FileRefused(`has more than ${bytes.length - 1} bytes`);
    }
  } finally {
    closeSync(file);
  }
}

const smallBytes = 65_536;
