/** The outbox in the page: opened once, told of the key, and begun again whenever something may have changed for the better. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteFragment } from '../__generated__/graphql.ts';
import { createOutbox, type Outbox, type OutboxState } from './outbox.ts';
import { openStore } from './store.ts';

/** A note that was written in this visit, shown until an answer of the graph has it. */
export interface WrittenNote extends NoteFragment {
  fieldId: string;
}

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
    addEventListener('online', deliver);
    document.addEventListener('visibilitychange', deliverWhenSeen);
    return () => {
      removeEventListener('online', deliver);
      document.removeEventListener('visibilitychange', deliverWhenSeen);
    };
  }, []);

  useEffect(() => void outbox.current?.deliver(), [apiKey]);

  return { state, outbox };
}
