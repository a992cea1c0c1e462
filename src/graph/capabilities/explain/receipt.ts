/** The receipt of an operation: `extensions.receipt` where the request has `extensions.receipt`. docs/explain.md describes it. */

export interface Receipt {
  calls: {
    /** Requests sent to the service: a batch is one, and so is each retry. */
    made: number;
    /** As in the plan. */
    counted: number;
  };
  /** From the start of the operation to its result. */
  durationMs: number;
  /**
   * Reads with equal `id`, `outcome`, `code`, `via` and `attempts` are one entry. Those that were never sent have their own, and so has each
   * write, and a list that is read again after it.
   */
  reads: ReceiptRead[];
}

/** How a read ended. REFUSED: nothing was sent, because a queue was full or the endpoint fails. ABANDONED: the caller left. */
export type ReadOutcome = 'ANSWERED' | 'REFUSED' | 'TIMED_OUT' | 'ABANDONED' | 'FAILED';

/**
 * How a read was reached. CACHED: without a request. REVALIDATED: the service confirmed a cached response. COALESCED: an equal read of the
 * operation was in flight. FALLBACK: by a call of its own, after a batch brought nothing usable.
 */
export type ReadVia = 'BATCHED' | 'REVALIDATED' | 'CACHED' | 'RETRIED' | 'COALESCED' | 'FALLBACK';

export interface ReceiptRead {
  /** Id of the read in the plan. A read that the plan does not have gets the next number. */
  id: number;
  /** Name of the endpoint: `weather`. */
  read: string;
  /** Selections that it answered; absent where they are not known. */
  paths?: string[] | undefined;
  /** Positions of its fields among those that the operation reads, from 0: `0..49`, or `0,3..5`. Absent for a write. */
  fields?: string | undefined;
  outcome: ReadOutcome;
  /** Code of the error, where the outcome is neither ANSWERED nor ABANDONED. */
  code?: string | undefined;
  via: ReadVia[];
  /** Sends, where it was RETRIED or has a FALLBACK. */
  attempts?: number | undefined;
  /** From the start of the operation to the request of the read. */
  startedMs: number;
  /** From its request to its first send, in which it waits for its batch, its turn or a slot, and between a failed send and the next. */
  waitedMs: number;
  /** From its first send to its response, without the time between sends. Absent where nothing was sent. */
  tookMs?: number | undefined;
  /** Size of its response, uncompressed. Absent unless it was sent and ANSWERED. */
  bytes?: number | undefined;
  records?: number | undefined;
  /** Units converted from those of the service. */
  converted?: ConvertedUnit[] | undefined;
  /** Time until which any caller may get the response without a request. Absent if none may, or if another caller fetched it. */
  freshUntil?: string | undefined;
}

export interface ConvertedUnit {
  /** Path below the list. */
  path: string;
  from: string;
  to: string;
}

/** Numbers as ranges: `0..49`, or `0,3..5`. */
export function positions(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}..${to}`)).join(',');
}
