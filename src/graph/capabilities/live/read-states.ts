/** Reads the states of a list once, for listeners that move from one period to another. */
import { unknownState, type WatchGroup, type WatchListener } from './watch-group.ts';

/** The states by reads that begin after the call, in the order of the fields; unknown if no read succeeded in time, or before `closed`. */
export async function readStates(
  group: WatchGroup,
  fieldIds: readonly string[],
  timeoutMs: number,
  closed: Promise<void>,
) {
  const states: number[] = fieldIds.map(() => unknownState);
  const { promise, resolve } = Promise.withResolvers<void>();
  let unread = fieldIds.length;
  const listener: WatchListener = {
    onChange() {},
    onRead(index, state) {
      if (state === undefined) return;
      states[index] = state;
      unread -= 1;
      if (unread === 0) resolve();
    },
    onRefusal: () => resolve(),
  };
  const watches = fieldIds.map((fieldId, index) => group.subscribe(fieldId, listener, index, true));
  void closed.then(resolve);
  const timer = setTimeout(resolve, timeoutMs);
  await promise;
  clearTimeout(timer);
  return {
    states,
    /** Ends the watches. */
    [Symbol.dispose]() {
      for (const watch of watches) group.unsubscribe(watch, listener);
    },
  };
}
