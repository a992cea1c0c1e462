/** How many files the operating system lets this process open. Each connection is one. */
import { readFileSync } from 'node:fs';
import { tryOr } from '../sync/try-or.ts';

const limitForm = /^Max open files +(\d+)/m;
const ports = 3;
/** The part of the files that is for acceptors, the database, calls to the service and others. The ports share the rest. */
const reserveRatio = 0.25;
/** An idle process has more than half of these open, most of them for the acceptors of its ports. */
const reserveMin = 128;

/** The limit of this process; undefined where none can be read, as on systems other than Linux. */
const openFilesMax = (): number | undefined => {
  const limits = tryOr(() => readFileSync('/proc/self/limits', 'utf8'), '');
  const [, limit] = limitForm.exec(limits) ?? [];
  return limit === undefined ? undefined : Number(limit);
};

/** The bound of a port's connections that fits this limit: beyond the limit, the system would close any connection without a word. */
export function connectionsWithin(connectionsMax: number, limit = openFilesMax() ?? Number.POSITIVE_INFINITY): number {
  const shared = Math.min(limit * (1 - reserveRatio), limit - reserveMin);
  return Math.min(connectionsMax, Math.max(1, Math.floor(shared / ports)));
}

/** The sentence for operators about a bound that is lower than they set. */
export const aboutOpenFiles = (connectionsMax: number): string | undefined => {
  const limit = openFilesMax();
  const within = connectionsWithin(connectionsMax, limit);
  return within === connectionsMax
    ? undefined
    : `CONNECTIONS_MAX is ${within} here, because this process may open only ${limit} files.`;
};
