/**
 * A log stream whose reader may stop reading: then only lines are lost. No response and no exit waits for the reader, and memory is
 * bounded. pino's own destination writes through the thread pool. A full pipe blocks a thread there, and the process waits for that thread
 * at exit.
 */
import type { Writable } from 'node:stream';
import { createTerminalLines } from './terminal-lines.ts';
import { openTerminal } from './terminal.ts';

type LogStream = ReturnType<typeof createLogStream>;

/** Lines are written in batches: one write per line takes a tenth of the CPU of a small operation. */
const batchLengthMax = 32_768;
const batchMs = 250;
const heldLengthMax = 1024 * 1024;

/** Writes lines to this stream. Its errors (a closed reader, a full disk) count as dropped lines; later writes may work again. */
function createLogStream(target: Writable) {
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
    /** Buffers a line. Drops and counts it above the limit. */
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
    /** Writes the buffered lines. Resolves once they are written or the time is over. Never rejects. */
    flush(timeoutMs: number): Promise<void> {
      send();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        target.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
    /** Number of dropped lines. */
    dropped: () => dropped,
  };
}

const writeAs = (format: (line: string) => string, write: LogStream['write']) => (line: string) => write(format(line));

let standardError: LogStream | undefined;

/**
 * Returns the stream of standard error, which all logs of the process share. It writes readable lines to a terminal, and JSON elsewhere.
 * Buffered lines are written at exit.
 */
export function standardErrorStream(): LogStream {
  if (standardError === undefined) {
    // Node writes to a terminal synchronously: one that is paused or hangs would block the process.
    const isTerminal = process.stderr.isTTY;
    const stream = createLogStream((isTerminal && openTerminal('/dev/stderr')) || process.stderr);
    if (isTerminal) stream.write = writeAs(createTerminalLines(process.stderr), stream.write);
    process.once('exit', () => void stream.flush(0));
    standardError = stream;
  }
  return standardError;
}
