/** What the log says of who sent which document: its lines of operations, added up by document, client and version. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseRecord } from '../../../../platform/json/is-record.ts';

/** Operations of one document that one client sent. */
export type Sending = NonNullable<ReturnType<typeof readLine>>;

/** A log, added up. */
export interface LogSummary {
  sendings: Sending[];
  /** Operations that were counted. */
  operations: number;
  /** Of them, those under other clients' names, because there were too many to tell apart. */
  crowded: number;
  /** Milliseconds since 1970 of the first and the last; undefined where there is none. */
  firstAt: number | undefined;
  lastAt: number | undefined;
}

/** Callers choose their names: beyond so many rows those of a document are one. */
const rowsMax = 50_000;

/** Adds up the operations that ran, of these files; `-` is standard input. Lines of anything else are passed over. */
export async function readLogs(paths: readonly string[]): Promise<LogSummary> {
  const rows = new Map<string, Sending>();
  const summary: LogSummary = { sendings: [], operations: 0, crowded: 0, firstAt: undefined, lastAt: undefined };
  for (const path of paths) {
    const input = path === '-' ? process.stdin : createReadStream(path);
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const sending = readLine(line);
      if (sending) add(sending);
    }
  }
  summary.sendings = [...rows.values()];
  return summary;

  function add(sending: Sending): void {
    summary.operations += 1;
    summary.firstAt = Math.min(summary.firstAt ?? sending.lastAt, sending.lastAt);
    summary.lastAt = Math.max(summary.lastAt ?? sending.lastAt, sending.lastAt);
    let key = [sending.document, sending.operation, sending.client, sending.version].join('\n');
    if (!rows.has(key) && rows.size >= rowsMax) {
      summary.crowded += 1;
      key = sending.document;
      Object.assign(sending, { operation: 'other', client: 'other', version: '' });
    }
    const known = rows.getOrInsert(key, sending);
    if (known === sending) return;
    known.count += 1;
    known.lastAt = Math.max(known.lastAt, sending.lastAt);
  }
}

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/** One operation that ran; undefined for any other line, and for what was refused, which used nothing. */
function readLine(line: string) {
  if (!line.includes('"msg":"operation"')) return undefined;
  const members = parseRecord(line);
  if (typeof members?.document !== 'string' || members.outcome === 'refused') return undefined;
  return {
    /** `sha256:` and 64 digits. */
    document: members.document,
    operation: textOf(members.operation, 'anonymous'),
    client: textOf(members.client, 'unnamed'),
    version: textOf(members.clientVersion, ''),
    count: 1,
    /** Milliseconds since 1970 of the last of them. */
    // Earlier versions logged milliseconds, not ISO text.
    lastAt: typeof members.time === 'string' ? Date.parse(members.time) : Number(members.time),
  };
}
