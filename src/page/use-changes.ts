/** Reloads the page when its field changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { watchShown } from './graph/changes.ts';

/** A stream that ends as planned is open again before: the gateway limits its age. */
const interruptedMs = 5_000;

/** Watches a field, if it is known; `readAt` is when its data came. Returns whether it is without a stream, so that the page may be out of date. */
export function useChanges(
  id: string | undefined,
  apiKey: string | undefined,
  reload: () => void,
  readAt = 0,
): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  const latest = useRef({ reload, readAt });
  latest.current = { reload, readAt };
  useEffect(() => {
    setInterrupted(false);
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = watchShown(id, apiKey, {
      onChange: () => latest.current.reload(),
      readAt: () => latest.current.readAt,
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
