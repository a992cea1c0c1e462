/** The page: its field, its settings and its panels. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { NoteFragment } from './__generated__/graphql.ts';
import { localDate } from './days.ts';
import { sentenceOf } from './graph/sentences.ts';
import { Header } from './header.tsx';
import { useOutbox } from './notes/use-outbox.ts';
import { DegreeDaysPanel } from './panels/degree-days.tsx';
import { IndexSeasonPanel } from './panels/index-season.tsx';
import { commonError, type FieldData } from './panels/input.ts';
import { SprayHoursPanel } from './panels/spray-hours.tsx';
import { TimelinePanel } from './panels/timeline.tsx';
import { WaterBalancePanel } from './panels/water-balance.tsx';
import { WeatherPanel } from './panels/weather.tsx';
import { KeyDialog } from './parts/key-dialog.tsx';
import { KeyFigures } from './parts/key-figures.tsx';
import { ProvenanceNotice } from './parts/provenance.tsx';
import { saveSettings, readSettings, type Settings } from './settings.ts';
import { useField } from './use-field.ts';

const fieldDefault = 'fld_demo_01';
/** Written notes that an answer may not have yet. */
const writtenMax = 50;

const fieldOfAddress = () => new URLSearchParams(location.search).get('field')?.trim() || fieldDefault;

/** While nothing is known of a field, its form is there all the same. */
const unknownField = (id: string): FieldData => ({
  ...{ id, timezone: null, weather: null, growingDegreeDays: null, waterBalance: null },
  ...{ indexSeason: null, sprayConditions: null, timeline: null },
});

export function App() {
  const [settings, setSettings] = useState(readSettings);
  const [fieldId, setFieldId] = useState(fieldOfAddress);
  const [isKeyOpen, setKeyOpen] = useState(false);
  const [written, setWritten] = useState<readonly NoteFragment[]>([]);
  const { answered, isLoading, reload } = useField(fieldId, settings);
  const onWritten = useCallback(
    (note: NoteFragment) => {
      setWritten((before) => [note, ...before].slice(0, writtenMax));
      void reload();
    },
    [reload],
  );
  const { state: queue, outbox } = useOutbox(settings.apiKey, onWritten);

  const change = (part: Partial<Settings>) => {
    const next = { ...settings, ...part };
    saveSettings(next);
    setSettings(next);
  };
  const go = (id: string) => {
    history.pushState(null, '', `?${new URLSearchParams({ field: id })}`);
    setFieldId(id);
  };

  useEffect(() => {
    const back = () => setFieldId(fieldOfAddress());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => setWritten([]), [fieldId, settings.apiKey]);
  useEffect(() => {
    if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
  }, [settings.theme]);
  useEffect(() => {
    document.title = `${fieldId} – Fieldgraph`;
  }, [fieldId]);

  const current = answered?.variables.id === fieldId ? answered : undefined;
  const { data = null, errors = [] } = current?.answer ?? {};
  const field = data?.field ?? null;
  const hasKey = settings.apiKey !== undefined;
  const common = commonError(errors, field);
  const isStale = field !== null && errors.some(({ path }) => path === undefined);
  const input = current && {
    field: field ?? unknownField(fieldId),
    errors,
    variables: current.variables,
    hasKey,
    today: localDate(new Date(), field?.timezone),
  };

  return (
    <>
      <Header
        {...{ fieldId, settings, isLoading }}
        onField={go}
        onChange={change}
        onKey={() => setKeyOpen(true)}
        onReload={reload}
      />
      <main aria-busy={isLoading}>
        {(common || isStale) && (
          <div class="notice error" role="alert">
            <p>
              {sentenceOf(common ?? errors[0] ?? { message: '' }, { fieldId, hasKey })}
              {isStale && ' What follows is older.'}
            </p>
            <button type="button" onClick={() => void reload()}>
              Try again
            </button>
            {!hasKey && (
              <button type="button" onClick={() => setKeyOpen(true)}>
                Enter an API key
              </button>
            )}
          </div>
        )}
        {field && input && !common && (
          <>
            <KeyFigures field={field} today={input.today} />
            <ProvenanceNotice field={field} />
          </>
        )}
        {!input && <p class="loading">Asking the graph …</p>}
        {input && (
          <div class="panels">
            {!common && (
              <>
                <WeatherPanel {...input} />
                <SprayHoursPanel {...input} />
                <DegreeDaysPanel {...input} />
                <WaterBalancePanel
                  {...input}
                  rootZone={settings.rootZone}
                  onRootZone={(rootZone) => change({ rootZone })}
                />
                <IndexSeasonPanel {...input} />
              </>
            )}
            <TimelinePanel
              {...input}
              {...{ fieldId, outbox, queue, written, isErrorShown: common !== undefined }}
              onNeedKey={() => setKeyOpen(true)}
            />
          </div>
        )}
      </main>
      <footer>
        <a href="/graphql">GraphiQL</a>
        <a href="/schema.graphql">Schema</a>
        <a href="/page/LICENSES.txt">Licences</a>
      </footer>
      {isKeyOpen && (
        <KeyDialog apiKey={settings.apiKey} onKey={(apiKey) => change({ apiKey })} onClose={() => setKeyOpen(false)} />
      )}
    </>
  );
}
