/**
 * Counts per name in fixed windows of time, in bounded memory: if there are too many windows, the oldest is dropped. rate-limiter-flexible
 * bounds neither the names nor their timers, so a caller with many addresses could fill the memory.
 */

/** Length of a window, also for shared counts and in the headers. */
export const windowSeconds = 60;
const windowMs = windowSeconds * 1_000;
/** Names counted at a time. With more, the oldest gets its quota anew. */
const namesMaxDefault = 50_000;

/** Remaining quota of a name's window. */
export interface WindowState {
  /** What a name has used of its window. */
  used: number;
  /** Milliseconds until the count starts again. */
  resetMs: number;
}

interface Window {
  used: number;
  /** How much of `used` was taken. */
  taken: number;
  endsAt: number;
}

/** Whether a count is within a limit, and the values of the headers of its reply. */
export type RateVerdict = ReturnType<typeof verdictOf>;

/** The verdict for a request that the window has counted already. */
export function verdictOf(limit: number, { used, resetMs }: WindowState) {
  return {
    allowed: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
  };
}

/** The header RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers. */
export const policyOf = (limit: number): string => `"default";q=${limit};w=${windowSeconds}`;

/** The header RateLimit. */
export const quotaOf = ({ remaining, resetSeconds }: RateVerdict): string =>
  `"default";r=${remaining};t=${resetSeconds}`;

/**
 * Windows of a minute, for at most `namesMax` names at a time, by the clock `now` in milliseconds. A window begins with the first count of
 * its name or, if `aligned`, with the minute of the clock.
 */
export function createWindows(now: () => number, { aligned = false, namesMax = namesMaxDefault } = {}) {
  // Windows are all equally long, so insertion order is also the order in which they end.
  const byName = new Map<string, Window>();

  function current(name: string, at: number): Window | undefined {
    const window = byName.get(name);
    // A clock that was set back must not make a window longer.
    return window !== undefined && window.endsAt > at && window.endsAt - at <= windowMs ? window : undefined;
  }

  // Whole milliseconds: the sums of fractions are not exact.
  const moment = (): number => Math.floor(now());
  const endOf = (at: number): number => at + windowMs - (aligned ? at % windowMs : 0);

  function dropEnded(at: number): void {
    for (const [name, { endsAt }] of byName) {
      if (endsAt > at) return;
      byName.delete(name);
    }
  }

  function begin(name: string, at: number): Window {
    dropEnded(at);
    const [oldest] = byName.keys();
    if (oldest !== undefined && byName.size >= namesMax) byName.delete(oldest);
    const window = { used: 0, taken: 0, endsAt: endOf(at) };
    byName.set(name, window);
    return window;
  }

  return {
    /** The state of a name's window, without counting anything. */
    read(name: string): WindowState {
      const at = moment();
      const { used, endsAt } = current(name, at) ?? { used: 0, endsAt: endOf(at) };
      return { used, resetMs: endsAt - at };
    },
    /** Adds `points` to the count of the name and returns its state. The first count starts its window. */
    add(name: string, points = 1): WindowState {
      const at = moment();
      const window = current(name, at) ?? begin(name, at);
      window.used += points;
      return { used: window.used, resetMs: window.endsAt - at };
    },
    /** The points that were added to the name's window since they were last taken. */
    take(name: string): number {
      const window = current(name, moment());
      if (window === undefined) return 0;
      const points = window.used - window.taken;
      window.taken = window.used;
      return points;
    },
  };
}
