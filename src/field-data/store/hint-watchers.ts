/** Passes hints to the watchers in this process. */
import type { Hints, WatchChanges } from '../../platform/sync/change-hints.ts';

/** Calls `onFirst` when the first begins to watch, and its result when the last stops. */
export function createHintWatchers(onFirst: () => () => void = () => () => {}) {
  const watchers = new Set<(hints: Hints) => void>();
  let stop: (() => void) | undefined;

  function remove(each: (hints: Hints) => void): void {
    watchers.delete(each);
    if (watchers.size > 0) return;
    stop?.();
    stop = undefined;
  }

  return {
    watch: ((onHints) => {
      // A new function for each call, so that watching the same function twice makes two watchers.
      const each = (hints: Hints) => onHints(hints);
      watchers.add(each);
      stop ??= onFirst();
      return () => remove(each);
    }) satisfies WatchChanges as WatchChanges,
    isWatched: () => watchers.size > 0,
    notify(hints: Hints): void {
      for (const each of watchers) each(hints);
    },
    close(): void {
      for (const each of watchers) remove(each);
    },
  };
}
