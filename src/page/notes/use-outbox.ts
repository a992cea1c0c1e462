/** The outbox of the page: opened once, and resumed when the network, the page's visibility or the API key changes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { createOutbox, type Outbox, type OutboxState, type SentNote } from './outbox.ts';
import { openStore } from './store.ts';

const empty: OutboxState = { notes: [], isLasting: true };

/** The outbox, once it is open, and its state. `onSent`, of the first render, is called for each note that the graph acknowledged. */
export function useOutbox(apiKey: string | undefined, onSent: (sent: SentNote) => void) {
  const [state, setState] = useState<OutboxState>(empty);
  const outbox = useRef<Outbox | undefined>(undefined);
  const key = useRef(apiKey);
  key.current = apiKey;

  useEffect(() => {
    const deliver = () => void outbox.current?.deliver();
    const deliverWhenSeen = () => document.visibilityState === 'visible' && deliver();
    void openStore().then((store) => {
      outbox.current = createOutbox(store, { apiKey: () => key.current, onChange: setState, onSent });
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
