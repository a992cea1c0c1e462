/** One structured line per event (pino, JSON). Credentials are redacted by path; nothing here knows of fields or GraphQL. */
import { type DestinationStream, destination, type Level, type Logger, pino, symbols } from 'pino';

export type { Logger };

export type LogLevel = Level | 'silent';

const redactedPaths = ['authorization', '*.authorization', 'headers.*', '*.headers', 'apiKey', '*.apiKey'];

/** Lines are written together: a write of its own for each line is a tenth of the CPU of a small operation. */
const lines = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 250 };

/**
 * A logger that writes one JSON object a line, at the latest a quarter of a second later and before the process ends.
 * Standard output stays free for the banner and for commands whose output is piped, so the default stream is standard error.
 */
export function createLog(level: LogLevel, stream: DestinationStream = standardError()): Logger {
  return pino({ level, base: null, redact: { paths: redactedPaths, censor: '[redacted]' } }, stream);
}

/** Given texts, sonic-boom would copy all that waits for each further line, to count its bytes; bytes it only collects. */
function standardError(): DestinationStream {
  const options = { fd: 2, sync: false, contentMode: 'buffer' as const, ...lines };
  const bytes = destination(options) as unknown as { write(line: Buffer): void };
  return { write: (line) => bytes.write(Buffer.from(line)) };
}

/** Where a log's lines go, for lines that need nothing of pino's: each a JSON object that ends in a line feed. */
export function streamOf(log: Logger): DestinationStream {
  return (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym] as DestinationStream;
}
