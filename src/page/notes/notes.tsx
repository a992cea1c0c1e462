/** Notes in the timeline: written ones, and ones that the graph has not acknowledged yet. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NoteFragment } from '../__generated__/graphql.ts';
import { writeInstant } from '../days.ts';
import { sentenceCase, words } from '../measures.ts';
import { labels } from './drafts.ts';
import type { InputError, QueuedNote } from './note.ts';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';

interface NoteProps {
  note: NoteFragment;
  timezone: string | null;
  /** Whether it was sent while this page was open. */
  isSent?: boolean;
}

export function Note({ note, timezone, isSent = false }: NoteProps) {
  const { category, severity, text, title, growthStage, organism, author, observedAt, photos } = note;
  const facts = [
    writeInstant(observedAt, timezone),
    growthStage && `${growthStage.scale} ${growthStage.code}`,
    organism?.name,
    author && `by ${author.name}`,
  ].flatMap((fact) => fact || []);
  return (
    <article class="note">
      <p class="tags row">
        <b class="tag">{sentenceCase(category)}</b>
        {severity && severity !== 'UNKNOWN' && (
          <b class={`tag severity-${severity.toLowerCase()}`}>{words(severity)}</b>
        )}
        {isSent && <b class="tag">Sent</b>}
        <span>
          <Facts facts={facts} />
        </span>
      </p>
      {title && <h4>{title}</h4>}
      <p class="text">{text}</p>
      {photos.map(({ href, caption }) => (
        // The service may send any scheme. Without `href`, this is only text.
        <a key={href} href={/^https?:/i.test(href) ? href : undefined} rel="noopener noreferrer" target="_blank">
          {caption ?? 'Photo'}
        </a>
      ))}
    </article>
  );
}

export interface Sending {
  /** Whether there is a key that the graph did not refuse. */
  hasKey: boolean;
  /** Whether this browser saves notes. */
  isLasting: boolean;
  isSending: boolean;
  /** Whether the graph refused the key for it. */
  isLocked: boolean | undefined;
  /** Whether it was written or sent with another key, so that the person has to choose the key. */
  isForeign: boolean;
}

/** The status of a note that the graph has not acknowledged. */
export function unsentStatus({ state, attempts, sentUnder }: QueuedNote, sending: Sending): string {
  const { hasKey, isLasting, isSending, isLocked, isForeign } = sending;
  if (state === 'refused')
    return attempts === 1
      ? 'Refused. Nothing was stored: fix the note, or remove it.'
      : 'Refused. An earlier attempt may be stored: look for it among the notes, then fix this one, or remove it.';
  if (isSending) return 'Sending…';
  const saved = isLasting ? 'Saved on this device.' : 'Not saved: this browser cannot store notes.';
  // A note of an earlier key also needs a choice of the person.
  const needed = hasKey ? 'choose another API key' : sentUnder ? 'choose an API key for it' : 'enter an API key';
  return isForeign
    ? saved
    : `${saved} It will be sent ${hasKey && !isLocked ? 'when you are online' : `once you ${needed}`}.`;
}

interface UnsentNoteProps extends Sending {
  note: QueuedNote;
  timezone: string | null;
  onNeedKey(): void;
  /** Undefined where there is no form. */
  onFix: (() => void) | undefined;
  onRemove(): void;
  onResend(): void;
}

/** An error of the graph, with the name of its input in the form. */
function describeError({ path: [, name = ''], message }: InputError): string {
  return name in labels ? `${labels[name as keyof typeof labels]}: ${message}` : message;
}

export function UnsentNote(props: UnsentNoteProps) {
  const { note, timezone, hasKey, isSending, isForeign, onNeedKey, onFix, onRemove, onResend } = props;
  const { input, state, reason } = note;
  const own = useRef<HTMLElement>(null);
  /** What has the focus is about to be removed: moves it to the heading. */
  const leave = () => {
    const { current } = own;
    if (current?.contains(document.activeElement)) current.closest('section')?.querySelector('h2')?.focus();
  };
  // A note can also be sent while one of its buttons has the focus.
  useLayoutEffect(() => leave, []);
  const leaving = (act: () => void) => () => {
    leave();
    act();
  };
  return (
    <article ref={own} class={`note unsent ${state}`}>
      <p class="tags row">
        <b class="tag">{sentenceCase(input.category ?? 'GENERAL')}</b>
        <span>{writeInstant(input.observedAt ?? note.writtenAt, timezone)}</span>
      </p>
      <p class="text">{input.text}</p>
      <p class="status">{unsentStatus(note, props)}</p>
      {state === 'refused' && (
        <p class="input-error">{note.faults?.length ? note.faults.map(describeError).join('. ') : reason}</p>
      )}
      {isForeign && (
        <p class="input-error">
          This note belongs to another API key{note.attempts > 0 && ' and may be stored already'}. Enter that key, or
          send it with this one.
        </p>
      )}
      <p class="actions row">
        {!hasKey && <Button onClick={onNeedKey}>Enter an API key</Button>}
        {state === 'refused' && onFix && <Button onClick={onFix}>Fix</Button>}
        {isForeign && <Button onClick={leaving(onResend)}>Send with this key</Button>}
        <Button onClick={leaving(onRemove)} disabled={isSending}>
          Remove
        </Button>
      </p>
    </article>
  );
}
