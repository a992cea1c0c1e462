/** Reloads the page when its field changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { watchShown } from './graph/changes.ts';

/** Watches a field, if it is known; `readAt` is when its data came. Returns whether the stream has broken off, so that the page may be out of date. */
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
    return watchShown(id, apiKey, {
      onChange: () => latest.current.reload(),
      readAt: () => latest.current.readAt,
      onConnection: (isConnected) => setInterrupted(!isConnected),
    });
  }, [id, apiKey]);
  return isInterrupted;
}
