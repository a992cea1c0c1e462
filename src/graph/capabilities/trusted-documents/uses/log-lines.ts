/** Reads from the log which client sent which document: adds up its lines of operations by document, client and version. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseRecord } from '../../../../platform/json/is-record.ts';
import { countOf } from '../../../../platform/text/count-of.ts';

/** Operations of one document that one client sent. */
export type Sending = NonNullable<ReturnType<typeof readOperation>>;

/** A log, added up. */
export interface LogSummary {
  sendings: Sending[];
  /** Operations that were counted. */
  operations: number;
  /** Operations that were counted for the client `other`, because there were too many clients. */
  crowded: number;
  /** The number of operations whose document has no row, because there were too many documents. */
  uncounted: number;
  /** A sentence for each file without a line of JSON, or with lines of operations that are no JSON. */
  unread: string[];
  /** Milliseconds since 1970 of the first and the last; undefined where there is none. */
  firstAt?: number;
  lastAt?: number;
}

/** The next step for logs that were not read in full. */
export const logAdvice = 'Pass logs uncompressed, and remove what a log collector wrote before the { of each line.';

/** Callers choose their names: beyond this many rows, all new clients of a document share one row. */
const rowsMax = 50_000;
/** Callers also write documents: beyond this many rows, a new document gets no row. */
const documentRowsMax = 100_000;

/** Adds up the operations that ran, from these files; `-` is standard input. Other lines are ignored. */
export async function readLogs(paths: readonly string[]): Promise<LogSummary> {
  const rows = new Map<string, Sending>();
  const summary: LogSummary = { sendings: [], operations: 0, crowded: 0, uncounted: 0, unread: [] };
  for (const path of paths) {
    const input = path === '-' ? process.stdin : createReadStream(path);
    // Log rotation leaves empty files, which hide no operation.
    let isEmpty = true;
    let isLog = false;
    let malformed = 0;
    let cut = 0;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      // Rotation by copytruncate leaves NULs before the first line.
      const line = text.slice(text.lastIndexOf('\0') + 1);
      if (line === '') continue;
      isEmpty = false;
      // Only the last line may still be incomplete.
      malformed += cut;
      cut = 0;
      const isOperation = line.includes('"msg":"operation"');
      if (isLog && !isOperation) continue;
      const members = parseRecord(line);
      if (members) isLog = true;
      else if (isOperation && line.endsWith('}')) malformed += 1;
      else if (isOperation) cut = 1;
      const sending = isOperation && members && readOperation(members);
      if (sending) add(sending);
    }
    const name = path === '-' ? 'Standard input' : path;
    if (malformed > 0)
      summary.unread.push(`${name} has ${countOf(malformed, 'line')} of operations that cannot be read.`);
    else if (!isLog && !isEmpty) summary.unread.push(`${name} has no line of JSON.`);
  }
  summary.sendings = [...rows.values()];
  return summary;

  function add(sending: Sending): void {
    summary.operations += 1;
    const { lastAt } = sending;
    if (lastAt !== undefined) {
      summary.firstAt = Math.min(summary.firstAt ?? lastAt, lastAt);
      summary.lastAt = Math.max(summary.lastAt ?? lastAt, lastAt);
    }
    let key = [sending.document, sending.operation, sending.client, sending.version].join('\n');
    const isCrowded = !rows.has(key) && rows.size >= rowsMax;
    if (isCrowded) {
      key = sending.document;
      Object.assign(sending, { operation: 'other', client: 'other', version: '' });
    }
    const known = rows.get(key);
    if (known === undefined && rows.size >= documentRowsMax) {
      summary.uncounted += 1;
      return;
    }
    if (isCrowded) summary.crowded += 1;
    if (known === undefined) rows.set(key, sending);
    else {
      known.count += 1;
      if (lastAt !== undefined) known.lastAt = Math.max(known.lastAt ?? lastAt, lastAt);
    }
  }
}

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/** One operation that ran; undefined without a document, and for a refused operation, which used nothing. */
function readOperation(members: Record<string, unknown>) {
  if (typeof members.document !== 'string' || members.outcome === 'refused') return undefined;
  // Earlier versions logged milliseconds, not ISO text. Log collectors may rename `time`.
  const time = typeof members.time === 'string' ? Date.parse(members.time) : members.time;
  return {
    /** `sha256:` and 64 digits. */
    document: members.document,
    operation: textOf(members.operation, 'anonymous'),
    client: textOf(members.client, 'unnamed'),
    version: textOf(members.clientVersion, ''),
    count: 1,
    /** Milliseconds since 1970 of the last of them; undefined where the log does not say it. */
    lastAt: typeof time === 'number' && Number.isFinite(time) ? time : undefined,
  };
}
