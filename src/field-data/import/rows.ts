/** Makes rows of the store from the candidates of a file: complete records of the contract, of fields that are known here. */
import { isRecord } from '../../platform/json/is-record.ts';
import { hash } from 'node:crypto';
import { dayMs, formatInstant, hourMs, localDate, startOfDay } from '../../platform/time/instant.ts';
import type { Field, ImportRow, ObservationCategory, Registry } from '../store/store.ts';
import type { Quantity } from '../records/units.ts';
import type { Candidate, JsonObject, RecordCandidate } from './candidate.ts';
import { createRecordCheck, type RecordCheck, RecordError } from './record-check.ts';
import { formatted, instant, instantText, optionalInstant } from './record-instants.ts';

/** A row or an error, and its place in the file. */
export type Checked = { place: string } & ({ row: ImportRow } | { error: string });

/** Cached fields: more than a valid file names. */
const fieldsMax = 10_000;

/** Makes the check, which waits only for a field that is not cached. Observations after `now` are refused. `sourceName` is for records that name none. */
export function createRowCheck(
  registry: Pick<Registry, 'findField'>,
  now: () => Date,
  sourceName = 'imported',
): (candidate: Candidate) => Checked | Promise<Checked> {
  const checks = {
    weather: createRecordCheck('weather'),
    earth_observations: createRecordCheck('earth_observations'),
    observations: createRecordCheck('observations'),
  };
  // A file is of few fields and has many records.
  const fields = new Map<string, Field | undefined>();

  async function findField(id: string): Promise<Field | undefined> {
    const field = await registry.findField(id);
    if (fields.size >= fieldsMax) fields.clear();
    fields.set(id, field);
    return field;
  }

  function rowOf({ resource, record, isLocalDay }: RecordCandidate, field: Field | undefined): ImportRow {
    const { field_id: id } = record;
    if (typeof id !== 'string') throw new RecordError('field_id is missing');
    if (!field) throw new RecordError(`field ${id.slice(0, 140)} is not known here: add it with the command fields`);
    if (field.demo && resource !== 'observations')
      throw new RecordError(
        `${field.id} is a demo field, whose weather and scenes are made up: only notes can be imported`,
      );
    if (isLocalDay) assertLocalDay(record, field);
    const nowMs = now().getTime();
    switch (resource) {
      case 'weather':
        return { resource, row: weatherRow(record, checks.weather, field, nowMs, sourceName) };
      case 'earth_observations':
        return { resource, row: sceneRow(checks.earth_observations(completeScene(record, sourceName)), nowMs) };
      case 'observations':
        return { resource, row: noteRow(record, checks.observations, field, nowMs) };
    }
  }

  function check(candidate: { place: string } & RecordCandidate, field: Field | undefined): Checked {
    const { place } = candidate;
    try {
      return { place, row: rowOf(candidate, field) };
    } catch (error) {
      if (error instanceof RecordError) return { place, error: error.message };
      throw error;
    }
  }

  return (candidate) => {
    if ('error' in candidate) return candidate;
    const { field_id: id } = candidate.record;
    const field = typeof id === 'string' ? fields.get(id) : undefined;
    if (field || typeof id !== 'string' || fields.has(id)) return check(candidate, field);
    return findField(id).then((found) => check(candidate, found));
  };
}

interface Times {
  startsAt: number;
  endsAt: number;
  issuedAt: number | undefined;
}

function weatherTimes(record: JsonObject, field: Field): Times {
  const startsAt = instant(record, 'starts_at', field);
  const endsAt =
    record.ends_at === undefined && record.granularity === 'hourly'
      ? startsAt + hourMs
      : instant(record, 'ends_at', field);
  return { startsAt, endsAt, issuedAt: optionalInstant(record, 'issued_at') };
}

function completeWeather(
  record: JsonObject,
  { startsAt, endsAt, issuedAt }: Times,
  field: Field,
  sourceName: string,
): JsonObject {
  const granularity = record.granularity ?? 'daily';
  const kind = record.kind ?? 'observed';
  return {
    ...record,
    kind,
    granularity,
    starts_at: instantText(record.starts_at, startsAt),
    ends_at: instantText(record.ends_at, endsAt),
    date: granularity === 'daily' ? (record.date ?? localDate(startsAt, field.timezone)) : null,
    issued_at: formatted(issuedAt),
    condition: record.condition ?? 'unknown',
    source: {
      provenance: kind === 'forecast' ? 'simulated' : 'measured',
      name: sourceName,
      ...(isRecord(record.source) ? record.source : {}),
    },
  };
}

/** Throws RecordError for a day of another timezone: served as one of the field's, it would have another date than in the file. */
function assertLocalDay(record: JsonObject, { timezone }: Field): void {
  const startsAt = instant(record, 'starts_at');
  const date = localDate(startsAt + dayMs / 2, timezone);
  if (startOfDay(date, timezone) !== startsAt)
    throw new RecordError(
      `the day is one of another timezone than the field's: ask Open-Meteo for timezone=${timezone}`,
    );
}

// A local day is an hour longer where clocks go back.
const longestMs = { daily: dayMs + hourMs, hourly: hourMs };

function weatherRow(
  line: JsonObject,
  check: RecordCheck,
  field: Field,
  nowMs: number,
  sourceName: string,
): Extract<ImportRow, { resource: 'weather' }>['row'] {
  const times = weatherTimes(line, field);
  const record = check(completeWeather(line, times, field, sourceName));
  const { startsAt, endsAt, issuedAt = 0 } = times;
  const kind = record.kind as 'observed' | 'forecast';
  const granularity = record.granularity as 'daily' | 'hourly';
  if (endsAt <= startsAt) throw new RecordError('ends_at must be after starts_at');
  if (endsAt - startsAt > longestMs[granularity])
    throw new RecordError(`the interval is longer than ${granularity} allows`);
  if (kind === 'observed' && startsAt > nowMs)
    throw new RecordError('an observed record lies in the future: is it a forecast?');
  return {
    fieldId: field.id,
    granularity,
    kind,
    startsAt,
    endsAt,
    issuedAt,
    record: JSON.stringify(record),
  };
}

const idLength = 24;

/** The same id for the same record, so that importing it twice makes one. */
function derivedId(prefix: string, ...parts: unknown[]): string {
  return prefix + hash('sha256', JSON.stringify(parts)).slice(0, idLength);
}

function completeScene(record: JsonObject, sourceName: string): JsonObject {
  return {
    ...record,
    id: record.id ?? derivedId('eo_', record.field_id, record.scene_id),
    acquired_at: formatInstant(instant(record, 'acquired_at')),
    processed_at: formatted(optionalInstant(record, 'processed_at')),
    source: { provenance: 'measured', name: sourceName, ...(isRecord(record.source) ? record.source : {}) },
  };
}

function sceneRow(record: JsonObject, nowMs: number): Extract<ImportRow, { resource: 'earth_observations' }>['row'] {
  const acquiredAt = instant(record, 'acquired_at');
  if (acquiredAt > nowMs) throw new RecordError('acquired_at lies in the future');
  return {
    id: String(record.id),
    fieldId: String(record.field_id),
    acquiredAt,
    cloudCover: (record.cloud_cover as Quantity | null)?.value ?? null,
    processedAt: optionalInstant(record, 'processed_at') ?? 0,
    record: JSON.stringify(record),
  };
}

/** A phone's clock may be ahead of ours by this much. */
const clockSkewMs = 5 * 60_000;

/** A note belongs to the account that its line names, as export writes it; else to the field's account, if any. */
function noteRow(
  line: JsonObject,
  check: RecordCheck,
  field: Field,
  nowMs: number,
): Extract<ImportRow, { resource: 'observations' }>['row'] {
  const {
    account = field.account,
    idempotency_key: key = null,
    idempotency_fingerprint: fingerprint = null,
    ...record
  } = line;
  const isIdempotent = typeof key === 'string' && typeof fingerprint === 'string';
  if (account !== null && typeof account !== 'string') throw new RecordError('account must be a name or null');
  // The note's account cannot see the field, and the field's own would not see the note.
  if (field.account !== null && account !== null && account !== field.account)
    throw new RecordError(
      `${field.id} belongs to another account than the note's: only the field's own can have notes there`,
    );
  if (!isIdempotent && (key !== null || fingerprint !== null))
    throw new RecordError('idempotency_key and idempotency_fingerprint go together');
  const observedAt = instant(record, 'observed_at');
  if (observedAt > nowMs + clockSkewMs) throw new RecordError('observed_at lies in the future');
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
