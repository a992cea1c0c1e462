/** A log whose lines a test reads. */
import { createLog, type LevelWithSilent } from '../../src/platform/log/log.ts';

/** The log, and its lines so far. */
export function recordedLog(level: LevelWithSilent) {
  const lines: string[] = [];
  return {
    log: createLog(level, { write: (line: string) => void lines.push(line) }),
    lines,
    /** Each line, parsed. */
    entries: () => lines.map((line) => JSON.parse(line)),
  };
}
