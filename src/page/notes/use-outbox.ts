/** The outbox of the page: opened once, and resumed when the network, the page's visibility or the API key changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteFragment } from '../__generated__/graphql.ts';
import { createOutbox, type Outbox, type OutboxState } from './outbox.ts';
import { openStore } from './store.ts';

const empty: OutboxState = { notes: [], isLasting: true };

/** The outbox, once it is open, and what is in it. `onWritten` is called for each note that the graph acknowledged. */
export function useOutbox(apiKey: string | undefined, onWritten: (note: NoteFragment) => void) {
  const [state, setState] = useState<OutboxState>(empty);
  const outbox = useRef<Outbox | undefined>(undefined);
  const key = useRef(apiKey);
  const written = useRef(onWritten);
  key.current = apiKey;
  written.current = onWritten;

  useEffect(() => {
    const deliver = () => void outbox.current?.deliver();
    const deliverWhenSeen = () => document.visibilityState === 'visible' && deliver();
    void openStore().then((store) => {
      outbox.current = createOutbox(store, {
        apiKey: () => key.current,
        onChange: setState,
        onWritten: (note) => written.current(note),
      });
      deliver();
    });
    const listening = new AbortController();
    addEventListener('online', deliver, listening);
    document.addEventListener('visibilitychange', deliverWhenSeen, listening);
    return () => listening.abort();
  }, []);

  useEffect(() => void outbox.current?.deliver(), [apiKey]);

  return { state, outbox };
}
