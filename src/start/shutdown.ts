/** Stops the parts of a process within a time: all listeners at once, so that none accepts any more, then the rest, such as the admin port. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, openMsOf } from '../config.ts';
import type { Listener } from '../platform/server/listen.ts';

/** Something that is closed once no request can need it any more. */
export interface Part {
  close(): Promise<void>;
}

export type Shutdown = ReturnType<typeof createShutdown>;

/** Makes an empty shutdown. `drainMs` is for everything, `drainDelayMs` is the part of it before the ports close. */
export function createShutdown(config: Pick<Config, 'DRAIN_MS' | 'DRAIN_DELAY_MS'>) {
  const { DRAIN_MS: drainMs, DRAIN_DELAY_MS: drainDelayMs } = config;
  const listeners: Listener[] = [];
  const parts: Part[] = [];
  const callbacks: ((drainMs: number) => void)[] = [];
  const openMs = openMsOf(drainMs);
  let stopped: Promise<void> | undefined;
  let isCut = false;

  async function stop(delayMs: number): Promise<void> {
    for (const listener of listeners) listener.announceClose();
    if (delayMs > 0) await wait(delayMs);
    for (const callback of callbacks) callback(openMs - delayMs);
    // Before the timers of the listeners, so that it is set once they cut connections.
    const cut = setTimeout(() => (isCut = true), openMs - delayMs);
    await Promise.all(listeners.map((listener) => listener.close(openMs - delayMs)));
    clearTimeout(cut);
    for (const part of parts.reverse()) await part.close();
  }

  return {
    listener: (listener: Listener) => void listeners.push(listener),
    part: (part: Part) => void parts.push(part),
    /** Calls `callback` when the ports begin to close, with the time that requests in flight have, in milliseconds. */
    onStop: (callback: (drainMs: number) => void) => void callbacks.push(callback),
    /** Whether it is stopping: callers should be sent elsewhere. */
    isStopping: () => stopped !== undefined,
    /** Whether the requests that are still in flight are cut. */
    isCut: () => isCut,
    /**
     * Sends callers elsewhere for the drain delay, stops accepting, lets requests in flight finish, cuts the rest, then closes the parts,
     * the last started first. Ends within the drain time; a second call waits for the first.
     */
    stop: () => (stopped ??= stop(drainDelayMs)),
    /** Like `stop` without the delay, for a process without callers: it is not ready, or has no port. */
    abandon: () => (stopped ??= stop(0)),
  };
}
