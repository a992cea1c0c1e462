/** Notes in the timeline: written ones, and ones that the graph has not acknowledged yet. */
import type { NoteFragment } from '../__generated__/graphql.ts';
import { writeInstant } from '../days.ts';
import { sentenceCase, words } from '../measures.ts';
import { fingerprint, readSettings } from '../settings.ts';
import type { QueuedNote } from './note.ts';

export function Note({ note, timezone }: { note: NoteFragment; timezone: string | null }) {
  const { category, severity, text, title, growthStage, organism, author, observedAt, photos } = note;
  const facts = [
    writeInstant(observedAt, timezone),
    growthStage && `${growthStage.scale} ${growthStage.code}`,
    organism?.name,
    author && `by ${author.name}`,
  ].filter(Boolean);
  return (
    <article class="note">
      <p class="tags">
        <b class="tag">{sentenceCase(category)}</b>
        {severity && severity !== 'UNKNOWN' && (
          <b class={`tag severity-${severity.toLowerCase()}`}>{words(severity)}</b>
        )}
        <span>{facts.join(' · ')}</span>
      </p>
      {title && <h4>{title}</h4>}
      <p class="text">{text}</p>
      {photos.map(({ href, caption }) => (
        <a key={href} href={href} rel="noopener noreferrer" target="_blank">
          {caption ?? 'Photo'}
        </a>
      ))}
    </article>
  );
}

export interface UnsentNoteProps {
  note: QueuedNote;
  timezone: string | null;
  hasKey: boolean;
  isSending: boolean;
  onNeedKey(): void;
  onFix(): void;
  onRemove(): void;
  onResend(): void;
}

export function UnsentNote({
  note,
  timezone,
  hasKey,
  isSending,
  onNeedKey,
  onFix,
  onRemove,
  onResend,
}: UnsentNoteProps) {
  const { input, state, sentUnder, reason } = note;
  const { apiKey } = readSettings();
  const isForeign =
    state === 'waiting' && sentUnder !== undefined && apiKey !== undefined && sentUnder !== fingerprint(apiKey);
  return (
    <article class={`note unsent ${state}`}>
      <p class="tags">
        <b class="tag">{sentenceCase(input.category ?? 'GENERAL')}</b>
        <b class={`tag ${state}`}>{state === 'refused' ? 'refused' : isSending ? 'sending' : 'waiting'}</b>
        <span>{writeInstant(input.observedAt ?? new Date(note.writtenAt).toISOString(), timezone)}</span>
      </p>
      <p class="text">{input.text}</p>
      {state === 'refused' && (
        <p class="input-error">{[reason, ...(note.faults ?? []).map(({ message }) => message)].join(' ')}</p>
      )}
      {isForeign && (
        <p class="input-error">
          It was sent under another API key and may have been written there. Enter that key, or send it under this one.
        </p>
      )}
      <p class="actions">
        {!hasKey && (
          <button type="button" onClick={onNeedKey}>
            Enter an API key
          </button>
        )}
        {state === 'refused' && (
          <button type="button" onClick={onFix}>
            Mend
          </button>
        )}
        {isForeign && (
          <button type="button" onClick={onResend}>
            Send under this key
          </button>
        )}
        <button type="button" onClick={onRemove} disabled={isSending}>
          Remove
        </button>
      </p>
    </article>
  );
}
