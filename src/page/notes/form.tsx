/** The form of a note. Errors are shown at their inputs. A refused note returns to it with its own key. Drafts last as long as the tab. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AddObservationInput, ObservationCategory, ObservationSeverity } from '../../../client/types.ts';
import { sentenceCase } from '../measures.ts';
import { type Draft, draftOf, inputOf, inTimezone, saveDraft, labels, savedDrafts, type ZonedDraft } from './drafts.ts';
import type { InputError, QueuedNote } from './note.ts';
import { newKey } from './outbox.ts';

const categories: ObservationCategory[] = [
  ...(['GENERAL', 'GROWTH_STAGE', 'PEST', 'DISEASE', 'WEED', 'NUTRIENT', 'WATER', 'DAMAGE', 'SOIL'] as const),
];
const severities: ObservationSeverity[] = ['NONE', 'LOW', 'MODERATE', 'HIGH', 'SEVERE'];
const textMax = 4_000;

/** A refused note, and whether the person chose it. */
export type FixedNote = QueuedNote & { isChosen?: boolean };

interface NoteFormProps {
  fieldId: string;
  timezone: string | null;
  /** The current status of the note with this key, for people. */
  statusOf(key: string): string;
  /** A refused note to fix. One that the person did not choose replaces no draft. */
  fixed: FixedNote | undefined;
  /** Whether the note with this key waits to be fixed. Another tab may have sent it. */
  isRefused(key: string): boolean;
  /** Stores a note under its key. Resolves to false if no more notes can be stored. Resolves to undefined, or rejects, if none can. */
  onSend(input: Omit<AddObservationInput, 'idempotencyKey'>, key: string): Promise<boolean | undefined>;
}

export function NoteForm({ fieldId, timezone, statusOf, fixed, isRefused, onSend }: NoteFormProps) {
  const replacedName = `replaced ${fieldId}`;
  const returned = savedDrafts.get(fieldId);
  const [typed, setDraft] = useState(returned?.draft ?? draftOf({ text: '' }, timezone));
  // The timezone may become known after the draft was begun.
  const draft = inTimezone(typed, timezone);
  const [refusedKey, setRefusedKey] = useState(returned?.refusedKey);
  const [ownKey, setOwnKey] = useState(newKey);
  const isGone = refusedKey !== undefined && !isRefused(refusedKey);
  const key = isGone ? ownKey : (refusedKey ?? ownKey);
  const [errors, setErrors] = useState<InputError[]>([]);
  /** Key of the last note that was saved, for its status. */
  const [savedKey, setSavedKey] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const mayFocus = useRef(false);
  const isSending = useRef(false);
  const latest = useRef(draft);
  latest.current = draft;

  /** Leaves in the form what was typed since, the draft that a refused note has replaced, or nothing. */
  function clear(typedSince?: ZonedDraft): void {
    const next = typedSince ? { draft: typedSince } : savedDrafts.get(replacedName);
    saveDraft(fieldId, next);
    if (!typedSince) saveDraft(replacedName, undefined);
    setDraft(next?.draft ?? { ...draftOf({ text: '' }, timezone), category: draft.category, author: draft.author });
    setRefusedKey(undefined);
    setOwnKey(newKey());
  }

  useLayoutEffect(() => {
    if (!isGone || isSending.current) return;
    const message = 'This note was sent in another tab, or removed. Add note would store another one.';
    // Without errors, it may also be that the stored notes were not read yet.
    setErrors(savedDrafts.has(fieldId) && errors.length > 0 ? [{ path: [], message }] : []);
    if (!savedDrafts.has(fieldId)) clear();
  }, [isGone]);

  useLayoutEffect(() => {
    const isWritten = draft.text.trim() !== '';
    if (!fixed || (!fixed.isChosen && isWritten)) return;
    mayFocus.current = fixed.isChosen === true;
    // What the person wrote of the same note stays, also where it returns with its field.
    if (!isWritten || fixed.key !== refusedKey) {
      if (isWritten && key === ownKey) saveDraft(replacedName, { draft });
      saveDraft(fieldId, undefined);
      setDraft(draftOf(fixed.input, timezone));
      setRefusedKey(fixed.key);
    }
    // A copy: the same errors, shown again, take the focus again.
    setErrors(fixed.faults?.length ? [...fixed.faults] : [{ path: [], message: fixed.reason ?? '' }]);
    // The note that was just sent here keeps its status, which now says that it was refused.
    if (fixed.key !== savedKey) setSavedKey('');
  }, [fixed]);

  useLayoutEffect(() => {
    // Errors of a note that the person neither chose nor sent must not take the focus.
    if (errors.length > 0 && mayFocus.current)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    mayFocus.current = true;
    // An incomplete time has no value in the browser: the note would get the present time.
    const isTimeWhole = form.current?.querySelector<HTMLInputElement>('#note-observedAt')?.validity.valid ?? true;
    const found = errorsOf(draft, isTimeWhole);
    setErrors(found);
    if (found.length > 0) return;
    isSending.current = true;
    const isSaved = await onSend(inputOf(draft, fieldId), key).catch(() => undefined);
    isSending.current = false;
    if (isSaved) {
      clear(latest.current.text === draft.text ? undefined : latest.current);
      setSavedKey(key);
    } else {
      const message =
        isSaved === undefined
          ? 'This browser could not save the note. Try again.'
          : 'Too many notes are waiting. Go online, or remove some, before you write more.';
      setErrors([{ path: [], message }]);
    }
  }

  const write = (next: ZonedDraft) => {
    saveDraft(fieldId, { draft: next, refusedKey });
    setDraft(next);
  };
  const isAt = ({ path: [root, member] }: InputError, name: string) => root === 'input' && member === name;
  const errorAt = (name: keyof Draft) => errors.flatMap((error) => (isAt(error, name) ? error.message : [])).join(' ');
  const elsewhere = errors.filter((error) => !Object.keys(labels).some((name) => isAt(error, name)));
  const bind = <Name extends keyof Draft>(name: Name) => ({
    id: `note-${name}`,
    value: draft[name],
    'aria-invalid': errorAt(name) !== '',
    'aria-describedby': errorAt(name) === '' ? undefined : `note-${name}-error`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      write({ ...draft, [name]: currentTarget.value }),
  });
  const labelled = (name: keyof Draft, input: ComponentChildren, zone = '') => (
    <div class={name === 'text' ? 'wide' : undefined}>
      <label for={`note-${name}`}>{labels[name] + zone}</label>
      {input}
      {errorAt(name) !== '' && (
        <p class="input-error" id={`note-${name}-error`}>
          {errorAt(name)}
        </p>
      )}
    </div>
  );
  const options = (names: readonly string[]) =>
    names.map((each) => (
      <option key={each} value={each}>
        {sentenceCase(each)}
      </option>
    ));

  return (
    <form class="note-form row" ref={form} onSubmit={send} noValidate aria-label="Add a note">
      {labelled('text', <textarea {...bind('text')} dir="auto" rows={3} placeholder="What did you see?" />)}
      {labelled('category', <select {...bind('category')}>{options(categories)}</select>)}
      {labelled(
        'severity',
        <select {...bind('severity')}>
          <option value="">Not set</option>
          {options(severities)}
        </select>,
      )}
      {labelled('growthStage', <input {...bind('growthStage')} inputMode="numeric" placeholder="65" />)}
      {labelled(
        'observedAt',
        <input {...bind('observedAt')} type="datetime-local" min="1900-01-01T00:00" max="9999-12-31T23:59" />,
        ` (${timezone ?? 'UTC'})`,
      )}
      {labelled('author', <input {...bind('author')} dir="auto" autocomplete="name" />)}
      <div class="wide send row">
        {/* Ignore the second click of a double click: the form is empty by then. */}
        <button type="submit" class="primary" onClick={(event) => event.detail > 1 && event.preventDefault()}>
          {key === refusedKey ? 'Send again' : 'Add note'}
        </button>
        <p role="status">{savedKey && statusOf(savedKey)}</p>
        {elsewhere.map(({ message }) => (
          <p class="input-error" role="alert" key={message}>
            {message}
          </p>
        ))}
      </div>
    </form>
  );
}

/** The checks that work offline. The graph checks the rest. */
function errorsOf({ text }: Draft, isTimeWhole: boolean): InputError[] {
  const wholeTime = 'Give day and time with a year of four digits, or neither.';
  if (!isTimeWhole) return [{ path: ['input', 'observedAt'], message: wholeTime }];
  const length = [...text.trim()].length;
  if (length === 0) return [{ path: ['input', 'text'], message: 'Write what you saw.' }];
  if (length > textMax)
    return [{ path: ['input', 'text'], message: `At most ${textMax} characters; this note has ${length}.` }];
  return [];
}
