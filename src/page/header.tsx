/** The header of the page: its field and its settings. */
import { useEffect, useState } from 'preact/hooks';
import { write, writeNumber } from './measures.ts';
import type { FieldData } from './panels/input.ts';
import type { Settings, Theme, Units } from './settings.ts';
import { Button } from './parts/button.tsx';
import { Facts } from './parts/facts.tsx';
import { TypedInput } from './parts/number-inputs.tsx';

const themes: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };
const units: Readonly<Record<Units, string>> = { metric: '°C, mm', us: '°F, in' };
const monthDay = /^\d\d-\d\d$/;

interface HeaderProps {
  fieldId: string;
  /** Null where the service states none. */
  name: string | null;
  facts: Pick<FieldData, 'crop' | 'area' | 'location'> | null;
  settings: Settings;
  /** Local day of the field. */
  today: string;
  isLoading: boolean;
  onField(id: string): void;
  onChange(part: Partial<Settings>): void;
  onKey(): void;
  onReload(): void;
}

/** Named by its content: a cached file without a hash would stay when a new version has another icon. */
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;

export function Header(props: HeaderProps) {
  const { fieldId, name, facts, settings, today, isLoading, onField, onChange, onKey, onReload } = props;
  const [id, setId] = useState(fieldId);
  useEffect(() => setId(fieldId), [fieldId]);
  return (
    <header class="head row">
      <div class="title">
        <h1 tabIndex={-1}>
          <img src={icon} alt="" width="28" height="28" />
          <span>
            <bdi>{name ?? 'Field'}</bdi> <small>{fieldId}</small>
          </span>
        </h1>
        <p>
          <Facts facts={factsOf(facts)} />
        </p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim() !== '') onField(id.trim());
        }}
      >
        <label for="field">Field id</label>
        <input
          id="field"
          value={id}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => setId(currentTarget.value)}
        />
        <button type="submit">Show</button>
      </form>
      <div class="choices row">
        <Choice label="Units" titles={units} value={settings.units} onChange={(value) => onChange({ units: value })} />
        <TypedInput
          label="Season from"
          type="date"
          value={seasonOf(today, settings.seasonStart)}
          commit={({ value }) => {
            const day = value.slice(5);
            // Most years have no 29 February.
            if (monthDay.test(day) && day !== '02-29') onChange({ seasonStart: day });
          }}
        />
        <Choice label="Theme" titles={themes} value={settings.theme} onChange={(value) => onChange({ theme: value })} />
        <Button onClick={onReload} disabled={isLoading}>
          {isLoading ? 'Loading' : 'Refresh'}
        </Button>
        <Button onClick={onKey}>{settings.apiKey === undefined ? 'Enter API key' : 'API key'}</Button>
      </div>
    </header>
  );
}

/** The day on which the season of a day began. */
const seasonOf = (day: string, start: string): string =>
  `${Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0)}-${start}`;

/** Facts that the service states about the field: `winter wheat`, `12.4 ha`, `47.10° N, 8.53° E`. */
function factsOf(facts: HeaderProps['facts']): string[] {
  const { crop, area, location } = facts ?? {};
  const degrees = (value: number, [positive, negative]: string) =>
    `${writeNumber(Math.abs(value), 3)}° ${value < 0 ? negative : positive}`;
  return [
    crop ? crop.name : [],
    area ? write(area) : [],
    location ? `${degrees(location.latitude, 'NS')}, ${degrees(location.longitude, 'EW')}` : [],
  ].flat();
}

interface ChoiceProps<Value extends string> {
  label: string;
  titles: Readonly<Record<Value, string>>;
  value: Value;
  onChange(value: Value): void;
}

function Choice<Value extends string>({ label, titles, value, onChange }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {Object.entries<string>(titles).map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
