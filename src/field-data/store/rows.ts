/** The rows of a store. A record is its JSON text, which the write renders once and no read parses. */
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
  /** Null for a starting note, which is visible to everyone who can see the field. */
  account: string | null;
  mode: Mode;
  category: ObservationCategory;
  observedAt: number;
  record: RecordText;
  /** Null for a note that no request wrote. */
  idempotency: { key: string; fingerprint: string } | null;
  /** Whether import derived the id, as the refusal of a clash then says. */
  isIdDerived?: boolean;
}

/** A note that a request writes. */
export type RequestedRow = ObservationRow & { idempotency: NonNullable<ObservationRow['idempotency']> };

export interface WeatherRow {
  fieldId: string;
  granularity: Granularity;
  kind: WeatherKind;
  startsAt: number;
  endsAt: number;
  /** When the forecast was issued; 0 if unknown. The later of two overlapping forecasts wins. */
  issuedAt: number;
  record: RecordText;
}

export interface EarthObservationRow {
  id: string;
  fieldId: string;
  acquiredAt: number;
  /** Percent; null if unknown. */
  cloudCover: number | null;
  /** When the product was processed; 0 if unknown. An earlier product never replaces a later one. */
  processedAt: number;
  record: RecordText;
}

/** A row of any list, for imports and exports. */
export type ImportRow =
  | { resource: 'weather'; row: WeatherRow }
  | { resource: 'earth_observations'; row: EarthObservationRow }
  | { resource: 'observations'; row: ObservationRow };

/** The form of the id of a demo field. No store contains such a field. */
export const demoFieldForm = /^fld_demo_\d\d$/;

/** The fields of rows, without those of the demo. */
export function storedFieldsOf(rows: readonly ImportRow[]): string[] {
  return [...new Set(rows.map(({ row }) => row.fieldId))].filter((id) => !demoFieldForm.test(id));
}

/** The name of a list of a field. */
export type Resource = ImportRow['resource'];
export const resources: readonly Resource[] = ['weather', 'earth_observations', 'observations'];
