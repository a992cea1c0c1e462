/** What a process has started, and how it stops within a time: every listener at once, so that all stop accepting, then the rest. */
import type { Listener } from './listen.ts';

/** Something that is closed once no request can need it any more. */
export interface Part {
  close(): Promise<void>;
}

export interface Started {
  listener(listener: Listener): void;
  part(part: Part): void;
  /**
   * Stops accepting, lets requests in flight finish, cuts those that do not, then closes the parts, the last started first.
   * Over within the drain time; a second call waits for the first.
   */
  stop(): Promise<void>;
}

/** Part of the drain time that is kept for closing connections and stores. */
const reserveRatio = 0.1;
const reserveMsMax = 1_000;

/** A new, empty list. */
export function createStarted(drainMs: number): Started {
  const listeners: Listener[] = [];
  const parts: Part[] = [];
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    const reserveMs = Math.min(drainMs * reserveRatio, reserveMsMax);
    await Promise.all(listeners.map((listener) => listener.close(drainMs - reserveMs)));
    for (const part of parts.reverse()) await part.close();
  }

  return {
    listener: (listener) => void listeners.push(listener),
    part: (part) => void parts.push(part),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
