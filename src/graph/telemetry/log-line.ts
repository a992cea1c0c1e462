/**
 * The log line of one operation, in pino's format. Written here because of bench row W4 (`{ __typename }`), where pino's own work per line
 * shows. Every member is ours or has a checked form.
 */
import type { OperationRecord, Outcome } from './record.ts';

/** pino's number for `info`. */
const level = 30;

/** One JSON object and a line feed. Names, ids and the hash have forms that need no escaping. */
export function renderLine(operation: OperationRecord, outcome: Outcome): string {
  const { requestId, address, name, document, client, coalescedWith, counts, milliseconds, codes } = operation;
  const failed = codes.length === 0 ? '' : `"codes":${JSON.stringify(codes)},`;
  const broken = codes.includes('UPSTREAM_ERROR') ? `"reason":${JSON.stringify(operation.breach)},` : '';
  const refused = outcome === 'refused' ? `"refused":${JSON.stringify(operation.reason)},` : '';
  return (
    `{"level":${level},"time":"${timestamp(Date.now())}","requestId":"${requestId}",${member('address', address)}` +
    `${member('operation', name)}${member('document', document?.hash)}${member('field', counts.fieldId)}` +
    `${member('client', client?.name)}${member('clientVersion', client?.version)}"outcome":"${outcome}",` +
    `"calls":${counts.calls},"retries":${counts.retries},"ms":${Math.round(milliseconds)},` +
    `${member('coalescedWith', coalescedWith)}${failed}${broken}${refused}"msg":"operation"}\n`
  );
}

const member = (name: string, value: string | undefined) => (value ? `"${name}":"${value}",` : '');

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
