/** The page: its field, its settings and its panels. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { localDate, writeInstant } from './days.ts';
import { codeOf } from './graph/request.ts';
import { forgetAnswers } from './graph/saved-answers.ts';
import { sentenceOf } from './graph/sentences.ts';
import { Header } from './header.tsx';
import type { SentNote } from './notes/outbox.ts';
import { useOutbox } from './notes/use-outbox.ts';
import { now } from './now.ts';
import { DegreeDaysPanel } from './panels/degree-days.tsx';
import { IndexSeasonPanel } from './panels/index-season.tsx';
import { commonError, type FieldData } from './panels/input.ts';
import { SprayHoursPanel } from './panels/spray-hours.tsx';
import { TimelinePanel } from './panels/timeline.tsx';
import { useVerdictChange } from './panels/verdict-changes.ts';
import { WaterBalancePanel } from './panels/water-balance.tsx';
import { WeatherPanel } from './panels/weather.tsx';
import { Button } from './parts/button.tsx';
import { KeyDialog } from './parts/key-dialog.tsx';
import { KeyFigures } from './parts/key-figures.tsx';
import { OpenedFields, useOpenedFields } from './parts/opened-fields.tsx';
import { ProvenanceNotice } from './parts/provenance.tsx';
import { ReceiptLine } from './parts/receipt.tsx';
import { onSettingsSaved, saveSettings, readSettings, type Settings } from './settings.ts';
import { useChanges } from './use-changes.ts';
import { useField } from './use-field.ts';

const fieldDefault = 'fld_demo_01';
/** Maximum sent notes that are shown before an answer has them. */
const sentMax = 50;
/** The stream usually reports a note of the page's own within this time. */
const reportedMs = 3_000;
/** Error codes of a field that does not exist: a note of it could never be stored. */
const absent = ['NOT_FOUND', 'BAD_USER_INPUT'];

/** Moves the focus to the heading first: the button of the notice disappears. */
const fromNotice = (act: () => void) => () => {
  document.querySelector('h1')?.focus();
  act();
};

const fieldInAddress = () => new URLSearchParams(location.search).get('field')?.trim();
const fieldOfAddress = () => fieldInAddress() || fieldDefault;

/** A field of which nothing is known yet: notes can be written anyway. */
const unknownField = (id: string): FieldData => ({
  ...{ id, timezone: null, name: null, crop: null, location: null, area: null, weather: null, timeline: null },
  ...{ growingDegreeDays: null, waterBalance: null, indexSeason: null, sprayConditions: null },
});

export function App() {
  const [settings, setSettings] = useState(readSettings);
  const [fieldId, setFieldId] = useState(fieldOfAddress);
  const [isKeyOpen, setKeyOpen] = useState(false);
  const [sent, setSent] = useState<readonly SentNote[]>([]);
  const { answered, isLoading, reload, refresh, sentAt } = useField(fieldId, settings);
  const { state: queue, outbox } = useOutbox(settings.apiKey, (note) => {
    setSent((before) => [note, ...before.filter(({ key }) => key !== note.key)].slice(0, sentMax));
    const at = Date.now();
    // If the stream reports it meanwhile, the field has been read. It may do so much later, or never.
    setTimeout(() => sentAt.current < at && refresh(), reportedMs);
  });

  const change = (part: Partial<Settings>) => {
    const next = { ...settings, ...part };
    if (next.apiKey !== settings.apiKey) void forgetAnswers();
    saveSettings(next);
    setSettings(next);
  };
  const readAgain = () => {
    void reload();
    void outbox.current?.deliver();
  };
  const go = (id: string) => {
    if (id !== fieldId) history.pushState(null, '', `?${new URLSearchParams({ field: id })}`);
    setFieldId(id);
  };

  useEffect(() => {
    const ended = new AbortController();
    addEventListener('popstate', () => setFieldId(fieldOfAddress()), ended);
    onSettingsSaved(setSettings, ended.signal);
    return () => ended.abort();
  }, []);
  useEffect(() => setSent([]), [fieldId, settings.apiKey]);
  // A layout effect sets the theme before the first paint.
  useLayoutEffect(() => {
    if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
  }, [settings.theme]);
  const current = answered?.variables.id === fieldId ? answered : undefined;
  const { answer: { data, errors, receipt } = { data: null, errors: [], receipt: undefined }, failure } = current ?? {};
  const isOfKey = current?.apiKey === settings.apiKey;
  // Only the answer to a key shows whether it is refused.
  const keyError = isOfKey ? current?.keyError : undefined;
  const field = data?.field ?? null;
  const hasKey = settings.apiKey !== undefined && !keyError;
  useEffect(() => {
    // The key was revoked, perhaps, since the data were read with it.
    if (queue.isLocked && hasKey) refresh();
  }, [queue.isLocked]);
  const common = commonError(errors, field);
  const isAbsent = common !== undefined && absent.includes(codeOf(common));
  // Data that were read with another key must not be saved.
  const read = common || !isOfKey ? null : field;
  const { fields, remove } = useOpenedFields(read ? { id: read.id, name: read.name } : undefined, settings.apiKey);
  // A refused key would end the stream. The page then shows public data, so watch without a key.
  const watchKey = keyError ? undefined : settings.apiKey;
  // Watch from the start, so that no change is missed while the query is in flight.
  const isInterrupted = useChanges(isOfKey && isAbsent ? undefined : fieldId, watchKey, refresh, sentAt);
  const verdictChange = useVerdictChange(current);
  // Until the answer arrives, or if it cannot, the field has its last known name.
  const name = (read ?? fields.find(({ id }) => id === fieldId))?.name ?? null;
  useEffect(() => {
    document.title = `${name ?? fieldId} – Fieldgraph`;
  }, [name, fieldId]);
  const asOf = current && failure && writeInstant(current.at, field?.timezone);
  const error = failure ?? common;
  const isSame = keyError && error && codeOf(error) === codeOf(keyError);
  const shownErrors = [keyError, isSame ? undefined : error].filter((each) => each !== undefined);
  const today = localDate(now(), field?.timezone);
  const input = current && {
    field: field ?? unknownField(fieldId),
    errors,
    variables: current.variables,
    hasKey,
    asOf,
    today,
    settings,
    onSettings: change,
  };

  return (
    <>
      <Header
        fieldId={fieldId}
        name={name}
        facts={read}
        settings={settings}
        today={today}
        isLoading={isLoading}
        onField={go}
        onChange={change}
        onKey={() => setKeyOpen(true)}
        onReload={readAgain}
      />
      <main>
        {/* Live regions stay in the page: screen readers announce only a change of their text. */}
        <p class="unseen" role="status">
          {input ? !common && `${name ?? fieldId} is shown.` : 'Loading…'}
        </p>
        <OpenedFields
          fields={fields.filter(({ id }) => id !== fieldId)}
          isOpen={!fieldInAddress()}
          onField={go}
          onRemove={remove}
        />
        {shownErrors.length > 0 && (
          <div class="notice error row" role="alert">
            <p>
              {shownErrors
                .map((error) => sentenceOf(error, { fieldId, hasKey: hasKey || error === keyError }))
                .join(' ')}
              {keyError && field && ' Only public data is shown.'}
              {asOf && ` This page shows data as of ${asOf}.`}
            </p>
            <Button onClick={fromNotice(readAgain)}>Try again</Button>
            {!hasKey && <Button onClick={fromNotice(() => setKeyOpen(true))}>Enter an API key</Button>}
            {keyError && <Button onClick={fromNotice(() => change({ apiKey: undefined }))}>Forget key</Button>}
          </div>
        )}
        {field && input && !common && (
          <>
            <KeyFigures {...input} />
            <ProvenanceNotice field={field} />
            <p class="zone">
              {field.timezone
                ? `Days and times are in the timezone of the field, ${field.timezone}.`
                : 'Days and times are in UTC: the timezone of the field is unknown.'}
            </p>
          </>
        )}
        <p class="zone" role="status">
          {isInterrupted && 'Live updates are interrupted. Reconnecting…'}
        </p>
        {!input && <p class="loading">Loading…</p>}
        {input && (
          <div class="panels">
            {!common && (
              <>
                <WeatherPanel {...input} />
                <SprayHoursPanel {...input} change={verdictChange} />
                <DegreeDaysPanel {...input} />
                <WaterBalancePanel {...input} />
                <IndexSeasonPanel {...input} />
              </>
            )}
            {(!isAbsent || queue.notes.some(({ input: note }) => note.fieldId === fieldId)) && (
              <TimelinePanel
                {...input}
                outbox={outbox}
                queue={queue}
                isAbsent={isAbsent}
                isErrorShown={common !== undefined}
                sent={sent.filter((each) => each.fieldId === fieldId)}
                onNeedKey={() => setKeyOpen(true)}
              />
            )}
          </div>
        )}
      </main>
      <footer class="row">
        <a href="/graphql">GraphiQL</a>
        <a href="/schema.graphql">Schema</a>
        <a href="/page/LICENSES.txt">Licences</a>
        {receipt && !failure && <ReceiptLine receipt={receipt} />}
      </footer>
      {isKeyOpen && (
        <KeyDialog apiKey={settings.apiKey} onKey={(apiKey) => change({ apiKey })} onClose={() => setKeyOpen(false)} />
      )}
    </>
  );
}
