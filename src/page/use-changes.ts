/** Reloads the page when its field changes. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { watchShown } from './graph/changes.ts';

/** A stream that ends by its maximum age is open again before this time. */
const interruptedMs = 5_000;

/**
 * Watches a field, if any. `refresh` is that of the first render, and `sentAt` is when the data of the field were requested. Returns
 * whether it has had no stream for some time, so data may be out of date.
 */
export function useChanges(
  id: string | undefined,
  apiKey: string | undefined,
  refresh: () => void,
  sentAt: RefObject<number>,
): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  useEffect(() => {
    setInterrupted(false);
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = watchShown(id, apiKey, {
      onChange: refresh,
      sentAt: () => sentAt.current,
      onConnection: (isConnected) => {
        // Each failed attempt is reported: only the first starts the timer.
        if (!isConnected) timer ??= setTimeout(() => setInterrupted(true), interruptedMs);
        else {
          clearTimeout(timer);
          timer = undefined;
          setInterrupted(false);
        }
      },
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [id, apiKey]);
  return isInterrupted;
}
