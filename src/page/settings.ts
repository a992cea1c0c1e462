/** The person's settings, stored only in this browser. If the browser stores nothing, they last as long as the page. */
import type { RootZoneInput, SprayRulesInput } from '../../client/types.ts';
import { readSaved, save } from './storage.ts';

/** Systems of units; the graph converts, not the page. */
export type Units = 'metric' | 'us';
/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

/** Inputs of the water balance. Depths are in millimetres; `depletionFraction` and `kc` are pure numbers. */
export type RootZone = Record<keyof RootZoneInput | 'kc', number>;

/** Limits of the rules for spraying. An absent one has the graph's default. */
export type SprayLimits = Partial<Record<Exclude<keyof SprayRulesInput, 'disabled'>, number>>;

export interface Settings {
  units: Units;
  theme: Theme;
  /** Month and day from which degree days and the index's season count, `MM-DD`. */
  seasonStart: string;
  rootZone: RootZone;
  /**
   * Temperatures between which a crop develops, in degrees Celsius. An absent one has the graph's default for the field's crop. Named
   * `degreeDays` before, when the page also saved its own defaults under that name.
   */
  thresholds: Partial<Record<'base' | 'upper', number>>;
  sprayLimits: SprayLimits;
  apiKey: string | undefined;
}

export const defaults: Settings = {
  units: 'metric',
  theme: 'auto',
  seasonStart: '03-01',
  rootZone: { totalAvailableWater: 120, depletionFraction: 0.5, initialDepletion: 0, kc: 1 },
  thresholds: {},
  sprayLimits: {},
  apiKey: undefined,
};

const storageKey = 'fieldgraph-page';

/** The saved settings; defaults for all that is missing or not readable. */
export function readSettings(): Settings {
  const saved = readSaved<Partial<Settings>>(storageKey);
  return { ...defaults, ...saved, rootZone: { ...defaults.rootZone, ...saved?.rootZone } };
}

export const saveSettings = (settings: Settings): void => save(storageKey, settings);

/** Calls `listener` with the settings that another tab saves, until `signal`. */
export function onSettingsSaved(listener: (settings: Settings) => void, signal: AbortSignal): void {
  addEventListener('storage', ({ key }) => key === storageKey && listener(readSettings()), { signal });
}

/** Whether soil and crop are still the defaults. */
export function isSoilAssumed(rootZone: RootZone): boolean {
  return JSON.stringify(rootZone) === JSON.stringify(defaults.rootZone);
}

/** A short hash that shows whether an API key, or the page's query, has changed. The text cannot be derived from it. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
