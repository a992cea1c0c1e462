/**
 * How late the event loop is: a timer that should have fired and has not shows the time that this turn of the loop has taken so far,
 * readable at any moment of the turn. node:perf_hooks reports the delay of turns that are over, which is too late to refuse work in this one.
 */

export type EventLoop = ReturnType<typeof watchEventLoop>;

const periodMs = 20;

/** Watches the loop from now on; `onTurn` is called with how many milliseconds late the timer fired. */
export function watchEventLoop(onTurn: (lateMs: number) => void) {
  let dueAt = performance.now() + periodMs;
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - dueAt);
    dueAt = now + periodMs;
    onTurn(lateMs);
  }, periodMs).unref();
  return {
    /** Milliseconds by which the timer is overdue now: what this turn of the loop has taken, but for the timer's period. */
    overdueMs: () => performance.now() - dueAt,
    close: () => clearInterval(timer),
  };
}
