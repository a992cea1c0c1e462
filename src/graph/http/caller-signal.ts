/**
 * The part of an AbortSignal that the upstream chain uses, for a caller who goes away. A real one for each request, made and listened to
 * whether or not anything is called, would be garbage for most; this is nothing until somebody listens.
 */
import type { ServerResponse } from 'node:http';

/** Whether the connection closed before the answer was written. */
export function isGone({ destroyed, writableFinished }: ServerResponse): boolean {
  return destroyed && !writableFinished;
}

export class CallerSignal {
  readonly #outgoing: ServerResponse;
  #listeners: Set<() => void> | undefined;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  get aborted(): boolean {
    return isGone(this.#outgoing);
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= this.#watch();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  #watch(): Set<() => void> {
    const listeners = new Set<() => void>();
    this.#outgoing.once('close', () => {
      if (this.aborted) for (const listener of listeners) listener();
    });
    return listeners;
  }
}
