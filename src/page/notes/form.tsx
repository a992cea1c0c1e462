/** The form of a note: kept the moment it is sent, faults at their inputs, and a refused note comes back into it with its own key. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AddObservationInput, ObservationCategory, Severity } from '../../../client/types.ts';
import { sentenceCase } from '../measures.ts';
import type { InputFault, QueuedNote } from './note.ts';
import { newKey } from './outbox.ts';

const categories: ObservationCategory[] = [
  ...(['GENERAL', 'GROWTH_STAGE', 'PEST', 'DISEASE', 'WEED', 'NUTRIENT', 'WATER', 'DAMAGE', 'SOIL'] as const),
];
const severities: Severity[] = ['NONE', 'LOW', 'MODERATE', 'HIGH', 'SEVERE'];
const textMax = 4_000;

/** What stands in the inputs. */
interface Draft {
  text: string;
  category: ObservationCategory;
  severity: Severity | '';
  growthStage: string;
  observedAt: string;
  author: string;
}

const blank: Draft = { text: '', category: 'GENERAL', severity: '', growthStage: '', observedAt: '', author: '' };

/** Paths of the graph's input, by the input of the form that holds them. */
const paths: Readonly<Record<keyof Draft, string>> = {
  text: 'input.text',
  category: 'input.category',
  severity: 'input.severity',
  growthStage: 'input.growthStage',
  observedAt: 'input.observedAt',
  author: 'input.author',
};

/** What the form needs. */
export interface NoteFormProps {
  fieldId: string;
  /** A refused note to mend, if the person chose one or the last was refused. */
  mending: QueuedNote | undefined;
  /** Keeps a note under its key. False where no more can be kept. */
  onSend(input: Omit<AddObservationInput, 'idempotencyKey'>, key: string): Promise<boolean>;
}

/** The form. */
export function NoteForm({ fieldId, mending, onSend }: NoteFormProps) {
  const [draft, setDraft] = useState<Draft>(blank);
  const [key, setKey] = useState(newKey);
  const [faults, setFaults] = useState<InputFault[]>([]);
  const [said, setSaid] = useState('');
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!mending) return;
    setDraft(draftOf(mending.input));
    setKey(mending.key);
    setFaults(mending.faults?.length ? mending.faults : [{ path: [], message: mending.reason ?? '' }]);
    setSaid('');
  }, [mending]);

  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (found.length > 0) return;
    if (await onSend(inputOf(draft, fieldId), key)) {
      setDraft({ ...blank, category: draft.category, author: draft.author });
      setKey(newKey());
      setSaid('The note is kept in this browser and on its way.');
    } else {
      setFaults([
        { path: [], message: 'Too many notes wait to be sent. Connect, or remove some, before writing more.' },
      ]);
    }
  }

  const faultAt = (name: keyof Draft) =>
    faults
      .filter(({ path }) => `${path.join('.')}.`.startsWith(`${paths[name]}.`))
      .map(({ message }) => message)
      .join(' ');
  const elsewhere = faults.filter(
    ({ path }) => !Object.values(paths).some((each) => `${path.join('.')}.`.startsWith(`${each}.`)),
  );
  const bind = <Name extends keyof Draft>(name: Name) => ({
    id: `note-${name}`,
    value: draft[name],
    'aria-invalid': faultAt(name) !== '',
    'aria-describedby': faultAt(name) === '' ? undefined : `note-${name}-fault`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  const fault = (name: keyof Draft) =>
    faultAt(name) !== '' && (
      <p class="input-fault" id={`note-${name}-fault`}>
        {faultAt(name)}
      </p>
    );

  return (
    <form class="note-form" ref={form} onSubmit={send} noValidate aria-label="Add a note">
      <div class="wide">
        <label for="note-text">Note</label>
        <textarea {...bind('text')} rows={3} placeholder="What did you see?" />
        {fault('text')}
      </div>
      <div>
        <label for="note-category">About</label>
        <select {...bind('category')}>
          {categories.map((each) => (
            <option key={each} value={each}>
              {sentenceCase(each)}
            </option>
          ))}
        </select>
        {fault('category')}
      </div>
      <div>
        <label for="note-severity">How bad</label>
        <select {...bind('severity')}>
          <option value="">Not said</option>
          {severities.map((each) => (
            <option key={each} value={each}>
              {sentenceCase(each)}
            </option>
          ))}
        </select>
        {fault('severity')}
      </div>
      <div>
        <label for="note-growthStage">Growth stage (BBCH)</label>
        <input {...bind('growthStage')} inputMode="numeric" placeholder="00 to 99" />
        {fault('growthStage')}
      </div>
      <div>
        <label for="note-observedAt">Seen at, by your clock</label>
        <input {...bind('observedAt')} type="datetime-local" />
        {fault('observedAt')}
      </div>
      <div>
        <label for="note-author">Signed</label>
        <input {...bind('author')} autocomplete="name" />
        {fault('author')}
      </div>
      <div class="wide send">
        <button type="submit" class="primary">
          {mending?.key === key ? 'Send again' : 'Add note'}
        </button>
        <p role="status">{said}</p>
        {elsewhere.map(({ message }) => (
          <p class="input-fault" role="alert" key={message}>
            {message}
          </p>
        ))}
      </div>
    </form>
  );
}

/** What can be known without the graph: it works offline too. All else the graph judges. */
function faultsOf({ text }: Draft): InputFault[] {
  const length = [...text.trim()].length;
  if (length === 0) return [{ path: ['input', 'text'], message: 'Write what you saw.' }];
  if (length > textMax)
    return [{ path: ['input', 'text'], message: `At most ${textMax} characters; these are ${length}.` }];
  return [];
}

function inputOf(draft: Draft, fieldId: string): Omit<AddObservationInput, 'idempotencyKey'> {
  const { text, category, severity, growthStage, observedAt, author } = draft;
  return {
    fieldId,
    text: text.trim(),
    category,
    // The time is set now: the note may be sent days later.
    observedAt: (observedAt === '' ? new Date() : new Date(observedAt)).toISOString(),
    ...(severity === '' ? {} : { severity }),
    ...(growthStage.trim() === '' ? {} : { growthStage: { scale: 'BBCH' as const, code: growthStage.trim() } }),
    ...(author.trim() === '' ? {} : { author: { name: author.trim() } }),
  };
}

function draftOf({ text, category, severity, growthStage, observedAt, author }: AddObservationInput): Draft {
  const minute = 60_000;
  const seen = observedAt ? new Date(observedAt) : undefined;
  return {
    text,
    category: category ?? 'GENERAL',
    severity: severity ?? '',
    growthStage: growthStage?.code ?? '',
    observedAt: seen ? new Date(seen.getTime() - seen.getTimezoneOffset() * minute).toISOString().slice(0, 16) : '',
    author: author?.name ?? '',
  };
}
