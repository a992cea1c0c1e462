/** Days with their weather, scenes and notes, newest first, and the form that adds a note. Unsent notes are shown among them at once. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { NoteFragment } from '../__generated__/graphql.ts';
import { localDate, writeDay } from '../days.ts';
import { forecastMark, sentenceCase, write, writeNumber, writeRain } from '../measures.ts';
import { type FixedNote, NoteForm } from '../notes/form.tsx';
import { now } from '../now.ts';
import type { QueuedNote } from '../notes/note.ts';
import type { Outbox, OutboxState, SentNote } from '../notes/outbox.ts';
import { Note, UnsentNote, unsentStatus } from '../notes/notes.tsx';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { fingerprint } from '../settings.ts';
import { type FieldData, errorOf, type PanelInput } from './input.ts';

type Day = NonNullable<FieldData['timeline']>[number];

const daysShown = 10;
const unread = 'could not be read';
/** An index under more cloud is not of the crop: the default of `maxCloudCover` in the graph's `indexSeason`. */
const clearPercentMax = 20;

interface TimelineProps extends PanelInput {
  outbox: RefObject<Outbox | undefined>;
  queue: OutboxState;
  /** Notes acknowledged since the page was opened, perhaps not yet in the answer. */
  sent: readonly SentNote[];
  /** Whether there is no such field, so that nothing can be added to it. */
  isAbsent: boolean;
  /** Whether the error is shown above all panels. */
  isErrorShown: boolean;
  onNeedKey(): void;
}

export function TimelinePanel({ outbox, queue, sent, isAbsent, isErrorShown, onNeedKey, ...input }: TimelineProps) {
  const { field, today, hasKey } = input;
  const { apiKey } = input.settings;
  const fieldId = input.variables.id;
  const [isLong, setLong] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const days = (field.timeline ?? []).filter(({ date }) => date <= today);
  const dayOf = (instant: string | null | undefined) => localDate(instant ? new Date(instant) : now(), field.timezone);
  const known = new Set(days.flatMap(({ observations }) => observations?.map(({ id }) => id) ?? []));
  const fresh = sent.map(({ note }) => note).filter(({ id }) => !known.has(id));
  const waiting = queue.notes.filter(({ input: note }) => note.fieldId === fieldId);
  const shown = isLong ? days : days.slice(0, daysShown);
  const error = errorOf(input, 'timeline') ?? (field.timeline === null && 'The timeline could not be read.');
  /** Lists of the days that could not be read. A longer path is that of one value, such as a measure in an unknown unit. */
  const failed = new Set(input.errors.map(({ path }) => path?.[1] === 'timeline' && path.length === 4 && path[3]));
  const weatherFor = (day: Day) => (failed.has('weather') ? `weather ${unread}` : weatherOf(day));
  const scenesFor = ({ earthObservations }: Day) =>
    failed.has('earthObservations') ? `scenes ${unread}` : scenesOf(earthObservations);
  const columns: Column<Day>[] = [
    { title: 'Day', of: ({ date }) => writeDay(date) },
    { title: 'Weather', of: weatherFor },
    { title: 'Scenes', of: scenesFor },
    {
      title: 'Notes',
      of: ({ observations }) =>
        observations ? (
          <Facts facts={observations.map(({ text }) => text)} />
        ) : failed.has('observations') ? (
          `notes ${unread}`
        ) : (
          'incomplete'
        ),
    },
  ];

  // A refused note returns to the form, unless another is being written.
  const allRefused = waiting.filter(({ state }) => state === 'refused');
  const [refused] = allRefused;
  const [fixed, setFixed] = useState<FixedNote | undefined>(refused);
  const isRefused = (key: string) => allRefused.some((note) => note.key === key);
  const isGone = fixed !== undefined && !isRefused(fixed.key);
  useLayoutEffect(() => setFixed(refused), [refused?.key, refused?.attempts, isGone]);

  const under = apiKey && fingerprint(apiKey);
  const sendingOf = ({ key, state, sentUnder = under }: QueuedNote) => ({
    ...{ hasKey, isLasting: queue.isLasting, isSending: queue.sendingKey === key, isLocked: queue.isLocked },
    isForeign: state === 'waiting' && under !== undefined && sentUnder !== under,
  });
  const statusOf = (key: string) => {
    const note = queue.notes.find((each) => each.key === key);
    if (note) return unsentStatus(note, sendingOf(note));
    return sent.some((each) => each.key === key) ? 'Sent' : '';
  };
  const report = (saving: Promise<void> | undefined) => {
    setUnsaved(false);
    void saving?.catch(() => setUnsaved(true));
  };
  const unsent = (note: QueuedNote) => (
    <UnsentNote
      key={note.key}
      note={note}
      timezone={field.timezone}
      onNeedKey={onNeedKey}
      {...sendingOf(note)}
      onFix={isAbsent ? undefined : () => setFixed({ ...note, isChosen: true })}
      onRemove={() => report(outbox.current?.remove(note.key))}
      onResend={() => report(outbox.current?.resend(note))}
    />
  );
  const writtenNote = (note: NoteFragment) => (
    <Note key={note.id} note={note} timezone={field.timezone} isSent={sent.some((each) => each.note.id === note.id)} />
  );

  return (
    <Panel
      id="timeline"
      title="Timeline"
      about="The last 30 days: notes, scenes and weather"
      input={input}
      fragment="Timeline"
      rows={field.timeline ? days : undefined}
      columns={columns}
      error={!isErrorShown && error}
    >
      {!isAbsent && (
        <NoteForm
          key={fieldId}
          fieldId={fieldId}
          timezone={field.timezone}
          statusOf={statusOf}
          fixed={fixed}
          isRefused={isRefused}
          onSend={async (note, key) => {
            const isSaved = await outbox.current?.add(note, key);
            if (isSaved) setFixed(undefined);
            return isSaved;
          }}
        />
      )}
      {!queue.isLasting && (
        <p class="nothing">
          This browser cannot store notes. A note that is not sent before you close the page is lost.
        </p>
      )}
      <p class="pause" role="status">
        {hasKey && waiting.length > 0 && queue.pause}
      </p>
      {isUnsaved && (
        <p class="input-error" role="alert">
          This browser could not save that. Try again.
        </p>
      )}
      <ol class="days">
        {waiting
          .filter(({ input: note }) => !shown.some(({ date }) => date === dayOf(note.observedAt)))
          .map((note) => (
            <li key={note.key} class="day">
              {unsent(note)}
            </li>
          ))}
        {shown.map((day) => (
          <li key={day.date} class="day">
            <h3 class="row">
              <time dateTime={day.date}>{writeDay(day.date)}</time>
              <span class="facts">{weatherFor(day)}</span>
              {scenesFor(day) && <span class="facts scene">{scenesFor(day)}</span>}
            </h3>
            {waiting.filter(({ input: note }) => dayOf(note.observedAt) === day.date).map(unsent)}
            {fresh.filter(({ observedAt }) => dayOf(observedAt) === day.date).map(writtenNote)}
            {day.observations?.map(writtenNote)}
            {day.observations === null && (
              <p class="nothing">
                {failed.has('observations')
                  ? `The notes of this day ${unread}.`
                  : 'The timeline reads the newest 100 notes. This day may have more.'}
              </p>
            )}
          </li>
        ))}
      </ol>
      {field.timeline !== null &&
        days.every(({ observations }) => observations?.length === 0) &&
        fresh.length + waiting.length === 0 && (
          <p class="nothing">No {hasKey ? '' : 'public '}notes in the last 30 days.</p>
        )}
      {days.length > daysShown && (
        <Button class="more" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? 'Fewer days' : `All ${days.length} days`}
        </Button>
      )}
    </Panel>
  );
}

function weatherOf({ weather }: Day): string {
  if (!weather) return 'no weather data';
  const { kind, temperatureMin, temperatureMax, precipitation, condition } = weather;
  const rain =
    precipitation === null ? ', rain unknown' : precipitation.value > 0 ? `, ${writeRain(precipitation)} rain` : '';
  const sky = condition === null || condition === 'UNKNOWN' ? '' : `${sentenceCase(condition)}, `;
  return `${sky}${writeNumber(temperatureMin?.value)} to ${write(temperatureMax)}${rain}${forecastMark(kind)}`;
}

function scenesOf(scenes: Day['earthObservations']): string {
  return (scenes ?? [])
    .map(({ cloudCover, index }) => {
      const mean = index?.mean ?? undefined;
      const scene = mean === undefined ? 'scene' : `NDVI ${writeNumber(mean, 2)}`;
      const isClear = mean !== undefined && cloudCover !== null && cloudCover.value <= clearPercentMax;
      return isClear ? scene : `${scene} under ${cloudCover ? write(cloudCover, 0) : 'unknown'} cloud`;
    })
    .join(', ');
}
