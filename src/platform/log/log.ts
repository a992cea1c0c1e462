/** One structured line per event (pino, JSON). Credentials are redacted by path; nothing here knows of fields or GraphQL. */
import { type DestinationStream, type LevelWithSilent, type Logger, pino, symbols } from 'pino';
import { standardErrorStream } from './log-stream.ts';

export type { LevelWithSilent, Logger };

const redactedPaths = [
  'authorization',
  '*.authorization',
  'headers.*',
  '*.headers',
  'apiKey',
  '*.apiKey',
  // The password, where Redis refuses it.
  'err.command.args',
  // PostgreSQL states values of a refused row in these.
  'err.detail',
  'err.where',
  'err.internalQuery',
];

/**
 * A logger that writes one JSON object a line, at the latest a quarter of a second later and before the process ends.
 * Standard output stays free for the banner and for commands whose output is piped, so the default stream is standard error.
 */
export function createLog(level: LevelWithSilent, stream: DestinationStream = standardErrorStream()): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: null, timestamp, redact: { paths: redactedPaths, censor: '[redacted]' } }, stream);
}

/** Destination of lines that bypass pino: each a JSON object that ends in a line feed. */
export function streamOf(log: Logger): DestinationStream {
  return (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym] as DestinationStream;
}
