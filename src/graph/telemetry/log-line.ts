/**
 * The log line of one operation, as pino writes its lines. Put together here: pino looks at each member of each line, for serializers,
 * escapes and paths to redact, which a small operation feels; of this one every member is ours or of a checked form.
 */
import type { Operation, Outcome } from './record.ts';

/** pino's number for `info`. */
const level = 30;

/** One JSON object and a line feed: the form of an operation's name and of a request id leaves nothing to escape. */
export function renderLine(operation: Operation, outcome: Outcome): string {
  const { requestId, name, counts, milliseconds, codes } = operation;
  const called = name === undefined ? '' : `"operation":"${name}",`;
  const failed = codes.length === 0 ? '' : `"codes":${JSON.stringify(codes)},`;
  const refused = outcome === 'refused' ? `"refused":${JSON.stringify(operation.reason)},` : '';
  return (
    `{"level":${level},"time":${Date.now()},"requestId":"${requestId}",${called}"outcome":"${outcome}",` +
    `"calls":${counts.calls},"retries":${counts.retries},"ms":${Math.round(milliseconds)},${failed}${refused}"msg":"operation"}\n`
  );
}
