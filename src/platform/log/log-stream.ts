/**
 * Where log lines go, so that a reader who stops reading costs lines and nothing else: no answer waits for it, no exit, no memory beyond a
 * bound. pino's own destination writes through the thread pool, where a full pipe keeps a thread that the exit of the process waits for.
 */
import type { Writable } from 'node:stream';
import { createTerminalLines } from './terminal-lines.ts';
import { openTerminal } from './terminal.ts';

export type LogStream = ReturnType<typeof createLogStream>;

/** Lines are written together: a write of its own for each line is a tenth of the CPU of a small operation. */
const batchLengthMax = 32_768;
const batchMs = 250;
const heldLengthMax = 1024 * 1024;

/** Lines to this stream, whose errors (a reader who is gone, a full disk) are counted as dropped lines; it may work again later. */
export function createLogStream(target: Writable) {
  let batch = '';
  let lines = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  target.on('error', () => {});

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const [text, count] = [batch, lines];
    batch = '';
    lines = 0;
    if (count === 0) return;
    target.write(text, (error) => {
      if (error) dropped += count;
    });
  }

  return {
    /** Takes a line for later. Over the bound it is dropped and counted. */
    write(line: string): void {
      if (target.writableLength + batch.length + line.length > heldLengthMax) {
        dropped += 1;
        return;
      }
      batch += line;
      lines += 1;
      if (batch.length >= batchLengthMax) send();
      else timer ??= setTimeout(send, batchMs).unref();
    },
    /** Hands over what there is, and resolves once it is written or the time is over, whichever comes first. Never rejects. */
    flush(timeoutMs: number): Promise<void> {
      send();
      return new Promise((resolve) => {
        const bailOut = setTimeout(resolve, timeoutMs);
        target.write('', () => {
          clearTimeout(bailOut);
          resolve();
        });
      });
    },
    /** Lines that nobody will read. */
    dropped: () => dropped,
  };
}

const writeAs = (format: (line: string) => string, write: LogStream['write']) => (line: string) => write(format(line));

let standardError: LogStream | undefined;

/** The one of standard error, which all logs of the process share: lines for a person on a terminal, JSON elsewhere. Buffered lines are written at the exit. */
export function standardErrorStream(): LogStream {
  if (standardError === undefined) {
    // Node writes to a terminal synchronously: one that is paused or hangs would stop the process.
    const isTerminal = process.stderr.isTTY;
    const stream = createLogStream((isTerminal && openTerminal('/dev/stderr')) || process.stderr);
    if (isTerminal) stream.write = writeAs(createTerminalLines(process.stderr), stream.write);
    process.once('exit', () => void stream.flush(0));
    standardError = stream;
  }
  return standardError;
}
