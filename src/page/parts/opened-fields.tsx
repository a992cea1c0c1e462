/** The fields that were opened in this browser, newest first. They are stored nowhere else. */
import { useEffect, useState } from 'preact/hooks';
import { readSaved, save } from '../storage.ts';
import { Button } from './button.tsx';

/** A field and its name, null where the service states none. */
interface OpenedField {
  id: string;
  name: string | null;
}

const storageKey = 'fieldgraph-fields';
const openedMax = 10;

/** The opened fields. `opened`, if it is there, is placed first. A name that was read with one key is removed with that key. */
export function useOpenedFields(opened: OpenedField | undefined, apiKey: string | undefined) {
  const [fields, setFields] = useState(read);
  const [namesKey, setNamesKey] = useState(apiKey);
  const change = (next: OpenedField[]) => {
    save(storageKey, next);
    setFields(next);
  };
  useEffect(() => {
    // Another window may have added fields.
    const others = read().filter(({ id }) => id !== opened?.id);
    const named = namesKey === apiKey ? others : others.map(({ id }) => ({ id, name: null }));
    setNamesKey(apiKey);
    change([...(opened ? [opened] : []), ...named].slice(0, openedMax));
  }, [opened?.id, opened?.name, apiKey]);
  return { fields, remove: (removed: string) => change(read().filter(({ id }) => id !== removed)) };
}

function read(): OpenedField[] {
  const saved = readSaved<OpenedField[]>(storageKey);
  return Array.isArray(saved) ? saved : [];
}

interface OpenedFieldsProps {
  fields: readonly OpenedField[];
  /** Whether the list is unfolded at first. */
  isOpen: boolean;
  onField(id: string): void;
  onRemove(id: string): void;
}

export function OpenedFields({ fields, isOpen, onField, onRemove }: OpenedFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <details class="opened" open={isOpen}>
      <summary>Recently opened</summary>
      <ul class="row">
        {fields.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`?${new URLSearchParams({ field: id })}`}
              onClick={(event) => {
                // For another tab or window, the browser follows the link.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                // The link that has the focus is about to be removed.
                document.querySelector('h1')?.focus();
                onField(id);
              }}
            >
              <bdi>{name ?? id}</bdi> {name !== null && <small>{id}</small>}
            </a>
            <Button
              aria-label={`Remove ${name ?? id} from the list`}
              onClick={({ currentTarget }) => {
                // The button that has the focus is about to be removed.
                currentTarget.closest('details')?.querySelector('summary')?.focus();
                onRemove(id);
              }}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
