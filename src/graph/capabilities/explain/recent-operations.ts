/** The latest operations, for operators: what each did, without keys, documents, variables, field ids and data. docs/explain.md describes them. */
import { setImmediate as immediate } from 'node:timers/promises';
import type { OperationCost } from '../../operation/limits/cost.ts';
import type { Context } from '../../operation/context.ts';
import type { AdminPage } from '../../telemetry/metrics.ts';
import type { Operation, Outcome } from '../../telemetry/record.ts';
import { FollowedReads } from './followed-reads.ts';
import { receiptOf } from './receipts.ts';

const bytesMax = 8 * 1024 * 1024;
/** A larger one has no receipt, so that no caller can drop all others by one operation. */
const entryBytesMax = 64 * 1024;

/** One operation, as text: objects would take several times the memory. All of it is ASCII. */
interface Entry {
  requestId: string;
  isOk: boolean;
  json: string;
}

export class RecentOperations {
  /** The oldest first. A caller may send the id of another request again: it replaces nothing. */
  readonly #entries: Entry[] = [];
  readonly #followed = new WeakMap<Operation, () => Promise<object>>();
  readonly #max: number;
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Follows the reads of an operation that has no receipt of its own. */
  readonly follow = (context: Context, operation: Operation, { calls }: OperationCost): void => {
    const followed = new FollowedReads();
    followed.watch(context);
    this.#followed.set(operation, () => receiptOf(followed, calls));
  };

  /** Records an operation that ended; one that shares the answer of another has no receipt. */
  readonly add = (operation: Operation, outcome: Outcome): void => {
    const endedAt = new Date().toISOString();
    const record = (receipt?: object) => this.#record(operation, outcome, endedAt, receipt);
    const makeReceipt = operation.receipt === undefined ? this.#followed.get(operation) : undefined;
    if (makeReceipt === undefined) record(operation.receipt);
    else {
      // The reads of a caller that left may end after it, in the same turn.
      const ended = outcome === 'abandoned' ? immediate() : Promise.resolve();
      ended.then(makeReceipt).then(record, () => record());
    }
  };

  /** Those that did not end well first, then the latest; with `requestId` those that it names. */
  readonly page = async (query: URLSearchParams): Promise<AdminPage> => {
    const sought = query.get('requestId');
    const found = this.#entries.filter(({ requestId }) => sought === null || requestId === sought).reverse();
    const shown = found.sort((one, other) => Number(one.isOk) - Number(other.isOk));
    const operations = shown.map(({ json }) => json).join(',\n');
    return { contentType: 'application/json', text: `{"operations":[\n${operations}\n],"bytes":${this.#bytes}}\n` };
  };

  #record(operation: Operation, outcome: Outcome, endedAt: string, receipt: object | undefined): void {
    const whole = JSON.stringify(entryOf(operation, outcome, endedAt, receipt));
    const isWithin = whole.length <= entryBytesMax;
    const json = isWithin ? whole : JSON.stringify(entryOf(operation, outcome, endedAt, undefined));
    this.#entries.push({ requestId: operation.requestId, isOk: outcome === 'ok', json });
    this.#bytes += json.length;
    while (this.#entries.length > this.#max || this.#bytes > bytesMax)
      this.#bytes -= this.#entries.shift()?.json.length ?? 0;
  }
}

function entryOf(operation: Operation, outcome: Outcome, endedAt: string, receipt: object | undefined): object {
  const { requestId, name, type, document, client, coalescedWith, counts, milliseconds, codes } = operation;
  return {
    requestId,
    endedAt,
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
    receipt,
  };
}
