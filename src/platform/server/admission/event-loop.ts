/**
 * Measures how late the event loop is. An overdue timer shows how long this turn of the loop has taken so far, at any moment of the turn.
 * node:perf_hooks reports the delay of finished turns, too late to refuse work in this one.
 */

export type EventLoop = ReturnType<typeof watchEventLoop>;

const periodMs = 20;

/** Watches the loop from now on. Calls `onTurn` with the delay of the timer in milliseconds. */
export function watchEventLoop(onTurn: (lateMs: number) => void) {
  let dueAt = performance.now() + periodMs;
  const timer = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - dueAt);
    dueAt = now + periodMs;
    onTurn(lateMs);
  }, periodMs).unref();
  return {
    /** Milliseconds by which the timer is overdue now: the duration of this turn, minus the timer's period. */
    overdueMs: () => performance.now() - dueAt,
    close: () => clearInterval(timer),
  };
}
