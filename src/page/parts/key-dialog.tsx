/** Where the person enters an API key. It stays in this browser, is sent to this origin alone, and can be forgotten. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** What a header can carry: the graph refuses all else. */
const keyPattern = /^[\x21-\x7e]{1,512}$/;

/** The dialog, open while it is rendered. */
export function KeyDialog({
  apiKey,
  onKey,
  onClose,
}: {
  apiKey: string | undefined;
  onKey(key: string | undefined): void;
  onClose(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [value, setValue] = useState(apiKey ?? '');
  const [fault, setFault] = useState('');
  useEffect(() => dialog.current?.showModal(), []);

  function keep(event: Event): void {
    event.preventDefault();
    const key = value.trim();
    if (keyPattern.test(key)) {
      onKey(key);
      onClose();
    } else setFault('A key is visible ASCII characters without spaces, at most 512.');
  }

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="key-title">
      <form onSubmit={keep} noValidate>
        <h2 id="key-title">API key</h2>
        <p>
          It is needed to write notes and to see fields of your own. It is kept in this browser alone and sent to this
          graph alone. The demo has one: it is printed where the graph was started.
        </p>
        <label for="key">Key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={value}
          aria-invalid={fault !== ''}
          aria-describedby={fault === '' ? undefined : 'key-fault'}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        {fault !== '' && (
          <p class="input-fault" id="key-fault" role="alert">
            {fault}
          </p>
        )}
        <p class="actions">
          <button type="submit" class="primary">
            Use this key
          </button>
          {apiKey !== undefined && (
            <button
              type="button"
              onClick={() => {
                onKey(undefined);
                onClose();
              }}
            >
              Forget it
            </button>
          )}
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
