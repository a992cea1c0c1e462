/** What the person chose, kept in this browser alone. A browser that keeps nothing loses it with the page, and all else works. */

/** Systems of units; the graph converts, not the page. */
export type Units = 'metric' | 'us';
/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

/** Depths in millimetres: what the water balance is computed with. */
export interface RootZone {
  totalAvailableWater: number;
  depletionFraction: number;
  initialDepletion: number;
  kc: number;
}

export interface Settings {
  units: Units;
  theme: Theme;
  /** Month and day from which degree days and the index's season count, `MM-DD`. */
  seasonStart: string;
  rootZone: RootZone;
  apiKey: string | undefined;
}

export const defaults: Settings = {
  units: 'metric',
  theme: 'auto',
  seasonStart: '03-01',
  rootZone: { totalAvailableWater: 120, depletionFraction: 0.5, initialDepletion: 0, kc: 1 },
  apiKey: undefined,
};

const place = 'fieldgraph-page';

/** The settings as they were left; defaults for all that is not there or not readable. */
export function readSettings(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Settings>;
    return { ...defaults, ...kept, rootZone: { ...defaults.rootZone, ...kept.rootZone } };
  } catch {
    return defaults;
  }
}

/** Keeps them. */
export function keepSettings(settings: Settings): void {
  try {
    localStorage.setItem(place, JSON.stringify(settings));
  } catch {
    // Storage is off or full: they last as long as the page.
  }
}

/** The same key gives the same four bytes, from which no key can be had: which key a note was sent under. */
export function fingerprint(apiKey: string): string {
  let hash = 0x811c9dc5;
  for (const character of apiKey) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
