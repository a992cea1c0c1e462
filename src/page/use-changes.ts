/** Reloads the page when its field changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { watchShown } from './graph/changes.ts';

/** Watches a field, if it is known. Returns whether the stream has broken off, so that the page may be out of date. */
export function useChanges(id: string | undefined, apiKey: string | undefined, reload: () => void): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  const notify = useRef(reload);
  notify.current = reload;
  useEffect(() => {
    setInterrupted(false);
    if (id === undefined) return undefined;
    return watchShown(id, apiKey, {
      onChange: () => notify.current(),
      onConnection: (isConnected) => setInterrupted(!isConnected),
    });
  }, [id, apiKey]);
  return isInterrupted;
}
