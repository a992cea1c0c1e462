/** The line that a process prints when it is ready. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The first line of a stream that matches; the rest is discarded. Rejects with all lines if the stream ends without a match. */
export async function lineOf(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  const said: string[] = [];
  let found: RegExpExecArray | null = null;
  for await (const line of createInterface({ input: stream })) {
    said.push(line);
    found = pattern.exec(line);
    if (found) break;
  }
  if (!found) throw new Error(`ended before it was ready: ${said.join('\n')}`);
  // A full pipe would block the process.
  stream.resume();
  return found;
}
