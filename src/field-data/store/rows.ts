/** The rows of a store's records. A record is its JSON text: rendered once when it is written, never parsed on the way out. */
import type { components } from '../../contract/openapi.ts';
import type { Mode } from '../records/keys.ts';

type Schemas = components['schemas'];
export type Granularity = Schemas['Granularity'];
export type WeatherKind = Schemas['WeatherKind'];
export type ObservationCategory = Schemas['ObservationCategory'];

/** A record of the contract as JSON text. */
export type RecordText = string;

/** A note to insert, together with the key and fingerprint of the request that wrote it. */
export interface ObservationRow {
  id: string;
  fieldId: string;
  /** Null for a starting note, which everyone who sees the field sees. */
  account: string | null;
  mode: Mode;
  category: ObservationCategory;
  observedAt: number;
  record: RecordText;
  /** Null for a note that no request wrote. */
  idempotency: { key: string; fingerprint: string } | null;
}

export interface WeatherRow {
  fieldId: string;
  granularity: Granularity;
  kind: WeatherKind;
  startsAt: number;
  endsAt: number;
  /** When the forecast was issued; 0 if unknown. Of forecasts that overlap, the later wins. */
  issuedAt: number;
  record: RecordText;
}

export interface EarthObservationRow {
  id: string;
  fieldId: string;
  acquiredAt: number;
  /** Percent; null if unknown. */
  cloudCover: number | null;
  /** When the product was processed; 0 if unknown. The later product of a scene wins. */
  processedAt: number;
  record: RecordText;
}

/** One record on its way into the store. */
export type ImportRow =
  | { resource: 'weather'; row: WeatherRow }
  | { resource: 'earth_observations'; row: EarthObservationRow }
  | { resource: 'observations'; row: ObservationRow };

/** The id of a demo field, which no store has. */
export const demoFieldForm = /^fld_demo_\d\d$/;

/** The fields of rows, without those of the demo. */
export function storedFieldsOf(rows: readonly ImportRow[]): string[] {
  return [...new Set(rows.map(({ row }) => row.fieldId))].filter((id) => !demoFieldForm.test(id));
}

/** A list of a field, and each of them. */
export type Resource = ImportRow['resource'];
export const resources: readonly Resource[] = ['weather', 'earth_observations', 'observations'];
