/** Reloads the page when its field changes. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { watchShown } from './graph/changes.ts';

/** A stream that ends as planned is open again before: the gateway limits its age. */
const interruptedMs = 5_000;

/** Watches a field, if there is one; `sentAt` is when its data were requested. Returns whether it is without a stream, so that the page may be out of date. */
export function useChanges(
  id: string | undefined,
  apiKey: string | undefined,
  reload: () => void,
  sentAt: RefObject<number>,
): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    setInterrupted(false);
    if (id === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = watchShown(id, apiKey, {
      onChange: () => latest.current(),
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
