/** Bounds what takes many turns of the event loop, long reads and batches, and ends it where its caller has left. */
import { Semaphore } from '../../platform/sync/semaphore.ts';
import { overloaded } from './overload.ts';
import type { RequestContext } from './service-request.ts';

const atOnceMax = 16;
const waitingMax = 256;

/** Ends the work of a caller who has left. Nobody reads the answer. */
export class CallerLeft extends Error {
  override name = 'CallerLeft';
}

/** Throws CallerLeft unless the caller still waits. Call it after each turn. */
export function assertWanted({ request }: RequestContext): void {
  if (request.signal.aborted) throw new CallerLeft();
}

/** One kind of long work: 16 at once, and 256 that wait. Work that waits for work of its own kind would wait for ever. */
export class LongWork {
  readonly #slots = new Semaphore(atOnceMax);

  /** Runs it once it has a slot, and settles as it does. Throws `overloaded` if too many wait. */
  run<Value>(context: RequestContext, work: () => Promise<Value>): Promise<Value> {
    // A gateway bounds its calls itself, and other callers must not open its breakers.
    if (context.isExempt) return work();
    if (this.#slots.waiting.size >= waitingMax) throw overloaded;
    return this.#slots.run(async () => {
      assertWanted(context);
      return work();
    });
  }
}
