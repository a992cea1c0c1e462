/**
 * Runs long work in steps. Of all long work in this process, one step runs in a turn of the event loop, first come, first served. Between
 * two steps the loop reads its sockets, so that short requests are answered meanwhile.
 */

/** The work of one operation. */
export interface Work {
  /** Whether there is so much of it that it runs in turns. */
  readonly isLong: boolean;
  /** Counts the next piece of work, in bytes of JSON. If the work is long, returns a promise of its turn. */
  begin(bytes: number): Promise<void> | undefined;
  /** Resolves when the next step may run. Rejects if the time of the operation is over, or its caller has gone. */
  turn(): Promise<void>;
  /** Frees the response bodies. Call it once all texts of the result are made. */
  release?(): void;
}

/** The JSON of a result would exceed its limit of bytes. */
export class ResultTooLarge extends Error {}

/** A result would have too many errors. */
export class TooManyErrors extends ResultTooLarge {}

/** About the bytes of JSON per step: less than a millisecond of work. */
export const stepBytes = 64 * 1024;

/** Turns of the event loop from one step to the next: a short request takes several until its response, and none waits for a step. */
const turnsOfStep = 3;

interface Waiting {
  resolve(): void;
  next: Waiting | undefined;
}

/** The last waiter for a turn, in a linked list: shifting a long array costs its length. Operations in flight bound it, and RESOLVED_MAX each. */
let last: Waiting | undefined;

/** Resolves in a turn of the event loop without any other step. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const added: Waiting = { resolve, next: undefined };
    if (last) last.next = added;
    else pass(added, turnsOfStep);
    last = added;
  });
}

/** Maps items, `count` of them in a turn. Resolves in a further turn, for work on all of them. */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  count: number,
  make: (part: readonly Item[]) => Made[],
): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < items.length) {
    await nextTurn();
    made.push(...make(items.slice(made.length, made.length + count)));
  }
  await nextTurn();
  return made;
}

function pass(waiting: Waiting, turns: number): void {
  if (turns > 0) return void setImmediate(pass, waiting, turns - 1);
  if (waiting.next) pass(waiting.next, turnsOfStep);
  else last = undefined;
  waiting.resolve();
}
