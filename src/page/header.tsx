/** The head of the page: which field it shows, and how. */
import { useEffect, useState } from 'preact/hooks';
import type { Settings, Theme, Units } from './settings.ts';

const themes: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };
const units: Readonly<Record<Units, string>> = { metric: '°C, mm', us: '°F, in' };
const monthDay = /^\d\d-\d\d$/;
/** Any year that has no 29 February, which is no start of a season. */
const someYear = 2001;

/** What the head shows and changes. */
export interface HeaderProps {
  fieldId: string;
  settings: Settings;
  isAsking: boolean;
  onField(id: string): void;
  onChange(part: Partial<Settings>): void;
  onKey(): void;
  onReload(): void;
}

/** The head. */
export function Header({ fieldId, settings, isAsking, onField, onChange, onKey, onReload }: HeaderProps) {
  const [id, setId] = useState(fieldId);
  useEffect(() => setId(fieldId), [fieldId]);
  return (
    <header class="head">
      <h1>
        <img src="/page/icon.svg" alt="" width="28" height="28" />
        Field <span>{fieldId}</span>
      </h1>
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
      <div class="choices">
        <label>
          Units
          <select
            value={settings.units}
            onChange={({ currentTarget }) => onChange({ units: currentTarget.value as Units })}
          >
            {Object.entries(units).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Season from
          <input
            type="date"
            value={`${new Date().getFullYear()}-${settings.seasonStart}`}
            onChange={({ currentTarget }) => {
              const day = currentTarget.value.slice(5);
              if (monthDay.test(day) && !Number.isNaN(Date.parse(`${someYear}-${day}`)) && day !== '02-29')
                onChange({ seasonStart: day });
            }}
          />
        </label>
        <label>
          Theme
          <select
            value={settings.theme}
            onChange={({ currentTarget }) => onChange({ theme: currentTarget.value as Theme })}
          >
            {Object.entries(themes).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={onReload} disabled={isAsking}>
          {isAsking ? 'Asking' : 'Refresh'}
        </button>
        <button type="button" onClick={onKey}>
          {settings.apiKey === undefined ? 'Enter API key' : 'API key'}
        </button>
      </div>
    </header>
  );
}
