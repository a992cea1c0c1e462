/**
 * The log line of one operation, as pino writes its lines. Put together here for bench row W4 (`{ __typename }`), where pino's own work on a
 * line shows. Every member is ours or of a checked form.
 */
import type { Operation, Outcome } from './record.ts';

/** pino's number for `info`. */
const level = 30;

/** One JSON object and a line feed: the form of names, of ids and of a hash leaves nothing to escape. */
export function renderLine(operation: Operation, outcome: Outcome): string {
  const { requestId, address, name, document, client, coalescedWith, counts, milliseconds, codes } = operation;
  const from = address === '' ? '' : `"address":"${address}",`;
  const called = name === undefined ? '' : `"operation":"${name}",`;
  const hashed = document === undefined ? '' : `"document":"${document.hash}",`;
  const field = counts.fieldId ? `"field":"${counts.fieldId}",` : '';
  const by = client === undefined ? '' : `"client":"${client.name}",`;
  const version = client?.version === undefined ? '' : `"clientVersion":"${client.version}",`;
  const failed = codes.length === 0 ? '' : `"codes":${JSON.stringify(codes)},`;
  const coalescing = coalescedWith === undefined ? '' : `"coalescedWith":"${coalescedWith}",`;
  const refused = outcome === 'refused' ? `"refused":${JSON.stringify(operation.reason)},` : '';
  return (
    `{"level":${level},"time":"${timestamp(Date.now())}","requestId":"${requestId}",${from}${called}${hashed}${field}${by}${version}"outcome":"${outcome}",` +
    `"calls":${counts.calls},"retries":${counts.retries},"ms":${Math.round(milliseconds)},${coalescing}${failed}${refused}"msg":"operation"}\n`
  );
}

let second = Number.NaN;
let upToSecond = '';

/** An ISO time. Its text up to the second is reused: toISOString takes ten times as long. */
function timestamp(ms: number): string {
  const thousandths = ms % 1_000;
  if (ms - thousandths !== second) {
    second = ms - thousandths;
    upToSecond = new Date(second).toISOString().slice(0, -4);
  }
  return `${upToSecond}${String(thousandths).padStart(3, '0')}Z`;
}
