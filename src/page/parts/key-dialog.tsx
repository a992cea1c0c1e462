/** The dialog for an API key, which is stored only in this browser and sent only to this origin. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';

/** Characters that a header can carry: the graph refuses others. */
const keyPattern = /^[\x21-\x7e]{1,512}$/;

interface KeyDialogProps {
  apiKey: string | undefined;
  onKey(key: string | undefined): void;
  onClose(): void;
}

export function KeyDialog({ apiKey, onKey, onClose }: KeyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [value, setValue] = useState(apiKey ?? '');
  const [error, setError] = useState('');
  /** Takes the focus if the button that opened the dialog is gone once there is a key. */
  const [heading] = useState(
    () => document.activeElement?.closest('section')?.querySelector('h2') ?? document.querySelector('h1'),
  );
  useEffect(() => dialog.current?.showModal(), []);

  // An open dialog that is only removed does not return the focus. Once closed, it calls `onClose`.
  const close = () => dialog.current?.close();
  function change(key: string | undefined): void {
    onKey(key);
    close();
  }
  function save(event: Event): void {
    event.preventDefault();
    const key = value.trim();
    if (keyPattern.test(key)) change(key);
    else setError('A key has at most 512 visible ASCII characters, without spaces.');
  }

  return (
    <dialog
      ref={dialog}
      onClose={() => {
        if (document.activeElement === document.body) heading?.focus();
        onClose();
      }}
      aria-labelledby="key-title"
    >
      <form onSubmit={save} noValidate>
        <h2 id="key-title">API key</h2>
        <p>
          You need a key to send notes and to see your own fields. It is saved in this browser and sent only to this
          graph. The demo prints its key when it starts.
        </p>
        <label for="key">Key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={value}
          aria-invalid={error !== ''}
          aria-describedby={error === '' ? undefined : 'key-error'}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        {error !== '' && (
          <p class="input-error" id="key-error" role="alert">
            {error}
          </p>
        )}
        <p class="actions row">
          <button type="submit" class="primary">
            Use this key
          </button>
          {apiKey !== undefined && <Button onClick={() => change(undefined)}>Forget key</Button>}
          <Button onClick={close}>Cancel</Button>
        </p>
      </form>
    </dialog>
  );
}
