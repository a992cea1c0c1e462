/**
 * The one gate between a file and the store: a candidate becomes a complete record of the contract, in the units the service sends,
 * of a field that is known here; or a fault that says what is wrong with it.
 */
import { hash } from 'node:crypto';
import { isJsonObject, resolvePointer } from '../description.ts';
import { dayMs, formatInstant, hourMs, localDate, parseDate, parseInstant, startOfDay } from '../instant.ts';
import type { Field, ImportRow, ObservationCategory, Registry, Resource } from '../store/store.ts';
import { type Quantity, toServiceUnit } from '../units.ts';
import { createSchemaCheck } from '../validation.ts';
import { type Candidate, isObject, type JsonObject } from './candidate.ts';

/** A row, or why there is none; with the place it came from. */
export type Checked = { place: string } & ({ row: ImportRow } | { fault: string });

const schemaNames = {
  weather: 'WeatherRecord',
  earth_observations: 'EarthObservation',
  observations: 'Observation',
} as const satisfies Record<Resource, string>;

class Fault extends Error {}

/** Makes the gate. `now` tells an observation from a forecast that forgot to say so. */
export function createGate(
  registry: Pick<Registry, 'findField'>,
  now: () => Date,
): (candidate: Candidate) => Promise<Checked> {
  const checks = {
    weather: createRecordCheck('weather'),
    earth_observations: createRecordCheck('earth_observations'),
    observations: createRecordCheck('observations'),
  };
  // A file is of few fields and has many records.
  const fields = new Map<string, Field | undefined>();

  async function findField(id: unknown): Promise<Field> {
    if (typeof id !== 'string') throw new Fault('field_id is missing');
    if (!fields.has(id)) fields.set(id, await registry.findField(id));
    const field = fields.get(id);
    if (!field) throw new Fault(`field ${id.slice(0, 140)} is not known here: add it with npm run fields`);
    return field;
  }

  async function rowOf(resource: Resource, record: JsonObject): Promise<ImportRow> {
    const field = await findField(record.field_id);
    if (field.demo && resource !== 'observations')
      throw new Fault(`${field.id} is a demo field, whose weather and scenes are made up: only notes can be imported`);
    const check = checks[resource];
    switch (resource) {
      case 'weather':
        return { resource, row: weatherRow(check(completeWeather(record, field)), now().getTime()) };
      case 'earth_observations':
        return { resource, row: sceneRow(check(completeScene(record))) };
      case 'observations':
        return { resource, row: noteRow(record, check, field) };
    }
  }

  return async (candidate) => {
    const { place } = candidate;
    if ('fault' in candidate) return candidate;
    try {
      return { place, row: await rowOf(candidate.resource, candidate.record) };
    } catch (error) {
      if (error instanceof Fault) return { place, fault: error.message };
      throw error;
    }
  };
}

type Check = (record: JsonObject) => JsonObject;

/** Fills a record up to all the properties of its schema, in their order, and checks it. Unknown properties are faults. */
function createRecordCheck(resource: Resource): Check {
  const properties = resolvePointer(`#/components/schemas/${schemaNames[resource]}/properties`);
  const names = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    isList: isJsonObject(property) && property.type === 'array',
  }));
  const known = new Set(names.map(({ name }) => name));
  const faultsOf = createSchemaCheck(schemaNames[resource]);
  return (record) => {
    const unknown = Object.keys(record).filter((name) => !known.has(name));
    if (unknown.length > 0) throw new Fault(`${unknown.join(', ').slice(0, 100)}: no such property`);
    const complete = Object.fromEntries(names.map(({ name, isList }) => [name, record[name] ?? (isList ? [] : null)]));
    const faults = faultsOf(complete);
    if (faults.length > 0)
      throw new Fault(faults.map(({ pointer, detail }) => `${pointer?.slice(1)} ${detail}`).join('; '));
    return convert(complete) as JsonObject;
  };
}

/** All measures of a record in the units the service sends. Distances on the ground stay metres. */
function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  if (typeof value.value === 'number' && typeof value.unit === 'string') {
    const { base, upper, ...quantity } = value as JsonObject & Quantity;
    // Degree days carry measures of their own.
    const inner = {
      ...(base === undefined ? {} : { base: convert(base) }),
      ...(upper === undefined ? {} : { upper: convert(upper) }),
    };
    return { ...toServiceUnit(quantity), ...inner };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, name === 'resolution' ? inMetres(entry) : convert(entry)]),
  );
}

function inMetres(value: unknown): unknown {
  if (!isObject(value) || value.unit === 'metre') return value;
  const { value: millimetres } = toServiceUnit(value as JsonObject & Quantity);
  return { value: millimetres / 1_000, unit: 'metre' };
}

function instant(record: JsonObject, name: string, field?: Field): number {
  const text = record[name];
  const ms =
    typeof text !== 'string'
      ? undefined
      : field && parseDate(text) !== undefined
        ? startOfDay(text, field.timezone)
        : parseInstant(text);
  if (ms === undefined) throw new Fault(`${name} must be a date-time with an offset that exists`);
  return ms;
}

function optionalInstant(record: JsonObject, name: string): number | undefined {
  return record[name] === undefined || record[name] === null ? undefined : instant(record, name);
}

function formatted(ms: number | undefined): string | null {
  return ms === undefined ? null : formatInstant(ms);
}

function completeWeather(record: JsonObject, field: Field): JsonObject {
  const granularity = record.granularity ?? 'daily';
  const startsAt = instant(record, 'starts_at', field);
  const endsAt =
    record.ends_at === undefined && granularity === 'hourly' ? startsAt + hourMs : instant(record, 'ends_at', field);
  return {
    ...record,
    kind: record.kind ?? 'observed',
    granularity,
    starts_at: formatInstant(startsAt),
    ends_at: formatInstant(endsAt),
    date: granularity === 'daily' ? (record.date ?? localDate(startsAt, field.timezone)) : null,
    issued_at: formatted(optionalInstant(record, 'issued_at')),
    condition: record.condition ?? 'unknown',
    source: { provenance: 'measured', name: 'imported', ...(isObject(record.source) ? record.source : {}) },
  };
}

// A local day is an hour longer where clocks go back.
const longestMs = { daily: dayMs + hourMs, hourly: hourMs };

function weatherRow(record: JsonObject, nowMs: number): Extract<ImportRow, { resource: 'weather' }>['row'] {
  const kind = record.kind as 'observed' | 'forecast';
  const granularity = record.granularity as 'daily' | 'hourly';
  const startsAt = instant(record, 'starts_at');
  const endsAt = instant(record, 'ends_at');
  if (endsAt <= startsAt) throw new Fault('ends_at must be after starts_at');
  if (endsAt - startsAt > longestMs[granularity]) throw new Fault(`the interval is longer than ${granularity} allows`);
  if (kind === 'observed' && startsAt > nowMs)
    throw new Fault('an observed record lies in the future: is it a forecast?');
  const issuedAt = optionalInstant(record, 'issued_at') ?? 0;
  return {
    fieldId: String(record.field_id),
    granularity,
    kind,
    startsAt,
    endsAt,
    issuedAt,
    record: JSON.stringify(record),
  };
}

const idLength = 24;

/** An id that the same record always gets, so that importing it twice makes one. */
function derivedId(prefix: string, ...parts: unknown[]): string {
  return prefix + hash('sha256', JSON.stringify(parts)).slice(0, idLength);
}

function completeScene(record: JsonObject): JsonObject {
  return {
    ...record,
    id: record.id ?? derivedId('eo_', record.field_id, record.scene_id),
    acquired_at: formatInstant(instant(record, 'acquired_at')),
    processed_at: formatted(optionalInstant(record, 'processed_at')),
    source: { provenance: 'measured', name: 'imported', ...(isObject(record.source) ? record.source : {}) },
  };
}

function sceneRow(record: JsonObject): Extract<ImportRow, { resource: 'earth_observations' }>['row'] {
  return {
    id: String(record.id),
    fieldId: String(record.field_id),
    acquiredAt: instant(record, 'acquired_at'),
    cloudCover: (record.cloud_cover as Quantity).value,
    processedAt: optionalInstant(record, 'processed_at') ?? 0,
    record: JSON.stringify(record),
  };
}

/** A note belongs to the account its line names, as export writes it; else to the field's, which on a public field is everyone's. */
function noteRow(
  line: JsonObject,
  check: Check,
  field: Field,
): Extract<ImportRow, { resource: 'observations' }>['row'] {
  const {
    account = field.account,
    idempotency_key: key = null,
    idempotency_fingerprint: fingerprint = null,
    ...record
  } = line;
  const isIdempotent = typeof key === 'string' && typeof fingerprint === 'string';
  if (account !== null && typeof account !== 'string') throw new Fault('account must be a name or null');
  if (!isIdempotent && (key !== null || fingerprint !== null))
    throw new Fault('idempotency_key and idempotency_fingerprint go together');
  const observedAt = instant(record, 'observed_at');
  const createdAt = optionalInstant(record, 'created_at') ?? observedAt;
  const note = check({
    ...record,
    id: record.id ?? derivedId('obs_', record.field_id, observedAt, record.text),
    category: record.category ?? 'general',
    observed_at: formatInstant(observedAt),
    created_at: formatInstant(createdAt),
    live_mode: record.live_mode ?? true,
  });
  return {
    id: String(note.id),
    fieldId: field.id,
    account,
    mode: note.live_mode === true ? 'live' : 'test',
    category: note.category as ObservationCategory,
    observedAt,
    record: JSON.stringify(note),
    idempotency: isIdempotent ? { key, fingerprint } : null,
  };
}
