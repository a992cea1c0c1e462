/** Drafts of notes: what the form has, by field, for as long as the tab. */
import type { AddObservationInput, ObservationCategory, ObservationSeverity } from '../../../client/types.ts';
import { instantOf, localMinute } from '../days.ts';
import { now, past } from '../now.ts';
import { readSaved, save } from '../storage.ts';

/** Names of the inputs, for people. */
export const labels = {
  text: 'Note',
  category: 'Category',
  severity: 'Severity',
  growthStage: 'Growth stage (BBCH)',
  observedAt: 'Observed at',
  author: 'Your name',
};

/** The value of each input. */
export interface Draft extends Record<keyof typeof labels, string> {
  category: ObservationCategory;
  severity: ObservationSeverity | '';
}

/** A draft whose time is in this timezone. */
export interface ZonedDraft extends Draft {
  timezone: string | null;
}

/** A draft that the person wrote, and the key of the refused note that it is of. */
interface WrittenDraft {
  draft: ZonedDraft;
  refusedKey?: string | undefined;
}

const storageKey = 'fieldgraph-drafts';

/**
 * Drafts by field; one that a refused note has replaced by `replaced` and field. Saved, because phones discard pages in the
 * background.
 */
export const savedDrafts = new Map(readSaved<[string, WrittenDraft][]>(storageKey, 'sessionStorage'));

/** Saves the draft of this name; without one, deletes it. */
export function saveDraft(name: string, draft: WrittenDraft | undefined): void {
  if (draft) savedDrafts.set(name, draft);
  else savedDrafts.delete(name);
  save(storageKey, [...savedDrafts], 'sessionStorage');
}

export function inputOf(draft: ZonedDraft, fieldId: string): Omit<AddObservationInput, 'idempotencyKey'> {
  const { text, category, severity, growthStage, observedAt, author, timezone } = draft;
  return {
    fieldId,
    text: text.trim(),
    category,
    // The time is set now: the note may be sent days later.
    observedAt: (observedAt === '' ? past(now()) : instantOf(observedAt, timezone)).toISOString(),
    ...(severity === '' ? {} : { severity }),
    ...(growthStage.trim() === '' ? {} : { growthStage: { scale: 'BBCH' as const, code: growthStage.trim() } }),
    ...(author.trim() === '' ? {} : { author: { name: author.trim() } }),
  };
}

/** The draft with its time in another timezone: the same instant. */
export function inTimezone(draft: ZonedDraft, timezone: string | null): ZonedDraft {
  const { observedAt } = draft;
  if (draft.timezone === timezone) return draft;
  return { ...draft, timezone, observedAt: observedAt && localMinute(instantOf(observedAt, draft.timezone), timezone) };
}

/** The draft of a note, or a blank one of an empty text. */
export function draftOf(
  input: Pick<AddObservationInput, 'text'> & Partial<AddObservationInput>,
  timezone: string | null,
): ZonedDraft {
  const { text, category, severity, growthStage, observedAt, author } = input;
  return {
    text,
    category: category ?? 'GENERAL',
    severity: severity ?? '',
    growthStage: growthStage?.code ?? '',
    observedAt: observedAt ? localMinute(new Date(observedAt), timezone) : '',
    author: author?.name ?? '',
    timezone,
  };
}
