/** Limits work that takes many turns of the event loop (long reads and batches), and ends it when its caller disconnects or memory is full. */
import { longWorkRatioMax, recentMemoryRatio } from '../../platform/sync/memory-ratio.ts';
import { Semaphore } from '../../platform/sync/semaphore.ts';
import { overloaded } from './overload.ts';
import type { RequestContext } from './service-request.ts';

const atOnceMax = 16;
const waitingMax = 256;
/** The share of the slots that one caller may use. */
const callerShare = 1 / 2;

/** Thrown to end work whose caller has disconnected. Nobody reads the response. */
export class CallerLeft extends Error {}

/** Throws CallerLeft if the caller has disconnected, and `overloaded` if memory is nearly full. Call it after each turn. */
export function assertMayGoOn({ request, isExempt }: RequestContext): void {
  if (request.signal.aborted) throw new CallerLeft();
  if (!isExempt && recentMemoryRatio() > longWorkRatioMax) throw overloaded;
}

/** Limits one kind of long work: 16 run, and 256 wait. Work that waits for work of its own kind would deadlock. */
export class LongWork {
  readonly #slots = new Semaphore(atOnceMax, waitingMax, callerShare);

  /** Runs `work` when it has a slot, and settles as `work` does. Throws `overloaded` if too many wait, or too many of this caller. */
  run<Value>(context: RequestContext, work: () => Promise<Value>): Promise<Value> {
    // A gateway limits its own calls. Load by other callers must not open its circuit breakers.
    if (context.isExempt) return work();
    const caller = context.callerName();
    if (!this.#slots.canAcquireOrWait(caller)) throw overloaded;
    const begin = async () => {
      assertMayGoOn(context);
      return work();
    };
    return this.#slots.run(begin, undefined, caller);
  }
}
