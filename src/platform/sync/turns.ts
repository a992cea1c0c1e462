/**
 * Long work in turns: of everything in this process that takes long, one step runs in each turn of the event loop, first come, first served.
 * Between two steps the loop reads its sockets, so that short requests are answered meanwhile.
 */

/** The work of one operation. */
export interface Work {
  /** Whether there is so much of it that it goes on in turns. */
  readonly isLong: boolean;
  /** Counts what is worked on next, in bytes of JSON; where the work is long, a promise of its turn. */
  begin(bytes: number): Promise<void> | undefined;
  /** Resolves when the next step may run. Rejects where the operation may not go on: its time is over, or its caller has gone. */
  turn(): Promise<void>;
  /** Frees the response bodies. Call it once all texts of the result are made. */
  release?(): void;
}

/** The JSON of a result would have more bytes than it may have. */
export class ResultTooLarge extends Error {}

/** About as many bytes of JSON as a step works on: less than a millisecond. */
export const stepBytes = 64 * 1024;

/** Turns of the event loop from one step to the next: a short request takes some until its answer, and none of them waits for a step. */
const turnsOfStep = 3;

interface Waiting {
  resolve(): void;
  next: Waiting | undefined;
}

/** Those that wait for a turn, as a linked list: to shift a long array costs its length. Operations in flight bound it, and RESOLVED_MAX each. */
let first: Waiting | undefined;
let last: Waiting | undefined;

/** Resolves in a turn of the event loop that no other step has. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const added: Waiting = { resolve, next: undefined };
    if (last) last.next = added;
    else {
      first = added;
      pass(turnsOfStep);
    }
    last = added;
  });
}

/** Makes something of each item, `count` items in a turn. Resolves in another turn, for what is done with all of them. */
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

function pass(turns: number): void {
  setImmediate(() => (turns > 1 ? pass(turns - 1) : runNext()));
}

function runNext(): void {
  const turn = first;
  first = turn?.next;
  if (first) pass(turnsOfStep);
  else last = undefined;
  turn?.resolve();
}
