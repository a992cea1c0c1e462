/** Latest operations, for operators: what each did, without keys, documents, variables, field ids and data (docs/explain.md). */
import { freeBytes } from '../../../platform/server/http-reply.ts';
import type { OperationCost } from '../../operation/limits/cost-sums.ts';
import type { Context } from '../../operation/context.ts';
import type { AdminPage } from '../../telemetry/metrics.ts';
import type { OperationRecord, Outcome } from '../../telemetry/record.ts';
import { FollowedReads } from './followed-reads.ts';
import { receiptOf } from './receipts.ts';

const bytesMax = 8 * 1024 * 1024;
/** A larger entry has no receipt, so that no caller can evict all others by one operation. */
const entryBytesMax = 64 * 1024;

/** Records the latest operations, at most `max`. */
export function createRecentOperations(max: number) {
  /**
   * Oldest first, as text: objects would take several times the memory. All of it is ASCII. A caller may repeat the id of another request,
   * and must not replace it.
   */
  const entries: { requestId: string; isOk: boolean; json: string }[] = [];
  const receiptMakers = new WeakMap<OperationRecord, (outcome: Outcome) => Promise<object>>();
  let bytes = 0;

  function record(entry: ReturnType<typeof entryOf>, receipt?: object): void {
    const whole = JSON.stringify({ ...entry, receipt });
    const json = whole.length <= entryBytesMax ? whole : JSON.stringify(entry);
    entries.push({ requestId: entry.requestId, isOk: entry.outcome === 'ok', json });
    bytes += json.length;
    while (entries.length > max || bytes > bytesMax) bytes -= entries.shift()?.json.length ?? 0;
  }

  return {
    /** Follows the reads of an operation that has no receipt of its own. */
    follow(context: Context, operation: OperationRecord, { calls }: OperationCost): void {
      const followed = new FollowedReads();
      followed.watch(context);
      receiptMakers.set(operation, async (outcome) => {
        if (outcome === 'abandoned') await followed.settle();
        const receipt = await receiptOf(followed, calls);
        // Like the operation itself, which leaves them to those who follow it. Equal queries may still wait for an abandoned one.
        if (outcome !== 'abandoned') setImmediate(freeBytes, context.scope.bodies);
        return receipt;
      });
    },
    /** Records an operation that ended. One that was coalesced with another has no receipt. */
    add(operation: OperationRecord, outcome: Outcome): void {
      // As in the log line: equal queries may go on with the calls of an abandoned one.
      const entry = entryOf(operation, outcome);
      const makeReceipt = operation.receipt === undefined ? receiptMakers.get(operation) : undefined;
      const recordWith = (receipt?: object) => record(entry, receipt);
      if (makeReceipt === undefined) recordWith(operation.receipt);
      else makeReceipt(outcome).then(recordWith, () => recordWith());
    },
    /** The operations that did not succeed, then the others, each latest first; with `requestId`, only those with that id. */
    async page(query: URLSearchParams): Promise<AdminPage> {
      const sought = query.get('requestId');
      const found = entries.filter(({ requestId }) => sought === null || requestId === sought).reverse();
      const shown = found.sort((one, other) => Number(one.isOk) - Number(other.isOk));
      const operations = shown.map(({ json }) => json).join(',\n');
      return { contentType: 'application/json', text: `{"operations":[\n${operations}\n],"bytes":${bytes}}\n` };
    },
  };
}

function entryOf(operation: OperationRecord, outcome: Outcome) {
  const { requestId, name, type, document, client, coalescedWith, counts, milliseconds, codes } = operation;
  return {
    requestId,
    endedAt: new Date().toISOString(),
    operation: name,
    type,
    document: document?.hash,
    client: client?.name,
    clientVersion: client?.version,
    outcome,
    codes: codes.length > 0 ? codes : undefined,
    coalescedWith,
    calls: counts.calls,
    retries: counts.retries,
    durationMs: Math.round(milliseconds * 10) / 10,
  };
}
