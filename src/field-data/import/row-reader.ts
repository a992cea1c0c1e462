/** Makes rows of the store from the candidates of a file: complete records of the contract, of known fields. */
import { hash } from 'node:crypto';
import { isRecord } from '../../platform/json/is-record.ts';
import {
  dayMs,
  formatInstant,
  hourMs,
  localDate,
  mayBeginAt,
  parseDate,
  startOfDay,
} from '../../platform/time/instant.ts';
import { refusals } from '../store/refusals.ts';
import { intervalMsMax } from '../store/sql.ts';
import type { EarthObservationRow, ImportRow, ObservationRow, WeatherRow } from '../store/rows.ts';
import type { Field, Registry } from '../store/store.ts';
import { accountForm, demoAccount } from '../records/keys.ts';
import { clockSkewMs, idempotencyKeyForm, type Observation } from '../records/observation.ts';
import type { Measure } from '../../agronomy/units.ts';
import { createSchemaCheck } from '../records/validation.ts';
import { observationRow } from '../store/observation-row.ts';
import type { Candidate, JsonObject } from './candidate.ts';
import { createRecordReader, RecordError } from './record-reader.ts';
import { formatted, instant, optionalInstant } from './record-instants.ts';

/** Fields in the cache. A valid file names fewer. */
const fieldsMax = 10_000;

const readWeather = createRecordReader('WeatherRecord');
const readScene = createRecordReader('EarthObservation');
const readObservation = createRecordReader('Observation');
const idViolations = createSchemaCheck('FieldId');

/** The shortest intervals: when clocks go forward, a day is up to two hours shorter. */
const intervalMsMin = { daily: 22 * hourMs, hourly: hourMs };

/**
 * Creates the check of candidates. Each result has its place in the file. Observations after `now` are refused. `sourceName` is for records
 * without a source name. `onOtherDay` is called for each daily record whose date is not the field's day at its start.
 */
export function createRowReader(
  registry: Pick<Registry, 'findField' | 'findFields'>,
  now: () => Date,
  sourceName = 'imported',
  onOtherDay: () => void = () => {},
) {
  // A file has many records of few fields.
  const fields = new Map<string, Field | undefined>();

  async function readRow(candidate: Candidate): Promise<{ place: string } & ({ row: ImportRow } | { error: string })> {
    if ('error' in candidate) return candidate;
    const { place, resource, record, isOpenMeteo } = candidate;
    try {
      const { field_id: id } = record;
      if (typeof id !== 'string') throw new RecordError('field_id is missing: write it in the record, or set --field');
      if (!fields.has(id)) {
        // PostgreSQL rejects a text with a NUL.
        for (const { detail } of idViolations(id)) throw new RecordError(`field_id ${detail}`);
        if (fields.size >= fieldsMax) fields.clear();
        fields.set(id, await registry.findField(id));
      }
      const field = fields.get(id);
      if (!field) throw new RecordError(refusals.unknownField(id.slice(0, 140)));
      if (field.demo && resource !== 'observations')
        throw new RecordError(
          `${id} is a demo field, whose weather and scenes are made up: only observations can be imported`,
        );
      const nowMs = now().getTime();
      if (isOpenMeteo) assertOpenMeteo(record, field, nowMs);
      if (resource === 'weather') {
        const row = rowOfWeather(record, field, nowMs, sourceName);
        const isDated = row.granularity === 'daily' && typeof record.date === 'string';
        if (isDated && record.date !== localDate(row.startsAt, field.timezone)) onOtherDay();
        return { place, row: { resource, row } };
      }
      if (resource === 'observations') return { place, row: { resource, row: rowOfObservation(record, field, nowMs) } };
      return { place, row: { resource, row: rowOfScene(record, nowMs, sourceName) } };
    } catch (error) {
      if (error instanceof RecordError) return { place, error: error.message };
      throw error;
    }
  }

  return {
    readRow,
    /** Reads the cached fields again, in one statement. */
    async refreshFields(): Promise<void> {
      const found = await registry.findFields([...fields.keys()]);
      const known = new Map(found.map((field) => [field.id, field]));
      for (const id of fields.keys()) fields.set(id, known.get(id));
    },
  };
}

/**
 * Throws RecordError for a day of another timezone, whose date here would not be that of the file. Also throws for an observed interval
 * that has not ended: its values are a forecast, and would hide the real one.
 */
function assertOpenMeteo(record: JsonObject, { timezone }: Field, nowMs: number): void {
  const startsAt = instant(record, 'starts_at');
  const isDay = record.granularity === 'daily';
  if (isDay && startOfDay(localDate(startsAt + dayMs / 2, timezone), timezone) !== startsAt)
    throw new RecordError(
      `the day is one of another timezone than the field's: ask Open-Meteo for timezone=${timezone}`,
    );
  if (record.kind === 'observed' && startsAt <= nowMs && instant(record, 'ends_at') > nowMs)
    throw new RecordError(
      `the ${isDay ? 'day' : 'hour'} has not ended: request only earlier ones, or import it with --kind forecast`,
    );
}

/** Throws RecordError if the stated day cannot begin with the record in any timezone, and is not the field's day at its start. */
function assertDayOf(startsAt: number, date: unknown, { timezone }: Field): void {
  if (typeof date !== 'string') return;
  if (!mayBeginAt(date, startsAt) && date !== localDate(startsAt, timezone))
    throw new RecordError(`date must be the local day of starts_at, not ${date}`);
}

/** Throws RecordError for a start at a day that the field's place skipped, as Apia did 30 December 2011: the next day begins instead. */
function assertDayExists(startsAt: number, date: unknown, { timezone }: Field): void {
  if (typeof date === 'string' && parseDate(date) !== undefined && localDate(startsAt, timezone) !== date)
    throw new RecordError(`the day ${date} does not exist in ${timezone}`);
}

function assertPast(name: string, ms: number | undefined, latestMs: number): void {
  if (ms !== undefined && ms > latestMs) throw new RecordError(`${name} lies in the future`);
}

/** The source of a record, with defaults for missing members. The check of the record refuses a source that is no object. */
function sourceOf({ source }: JsonObject, provenance: string, name: string): unknown {
  return isRecord(source ?? {}) ? { provenance, name, ...(source as JsonObject | null) } : source;
}

function rowOfWeather(line: JsonObject, field: Field, nowMs: number, sourceName: string): WeatherRow {
  const startsAt = instant(line, 'starts_at', field);
  assertDayExists(startsAt, line.starts_at, field);
  if (line.ends_at === undefined && line.granularity === undefined)
    throw new RecordError('ends_at is missing: for an hour, write hourly as granularity');
  const isHour = line.ends_at === undefined && line.granularity === 'hourly';
  const endsAt = isHour ? startsAt + hourMs : instant(line, 'ends_at', field);
  const statedIssue = optionalInstant(line, 'issued_at');
  // Only forecasts are issued. An observed record with a time of issue would outrank its own correction.
  const issuedAt = line.kind === 'forecast' ? statedIssue : undefined;
  const isDaily = (line.granularity ?? 'daily') === 'daily';
  const record = readWeather({
    ...line,
    kind: line.kind ?? 'observed',
    granularity: line.granularity ?? 'daily',
    starts_at: formatInstant(startsAt),
    ends_at: formatInstant(endsAt),
    date: isDaily ? (line.date ?? localDate(startsAt, field.timezone)) : null,
    issued_at: formatted(issuedAt),
    condition: line.condition ?? 'unknown',
    source: sourceOf(line, line.kind === 'forecast' ? 'simulated' : 'measured', sourceName),
  });
  assertDayOf(startsAt, record.date, field);
  const { kind, granularity } = record as JsonObject & Pick<WeatherRow, 'kind' | 'granularity'>;
  if (endsAt <= startsAt) throw new RecordError('ends_at must be after starts_at');
  if (endsAt - startsAt > intervalMsMax[granularity])
    throw new RecordError(`the interval is longer than ${granularity} allows`);
  if (endsAt - startsAt < intervalMsMin[granularity])
    throw new RecordError(
      `the interval is shorter than ${line.granularity ? `${granularity} allows` : 'a day: state granularity'}`,
    );
  if (kind === 'observed' && startsAt > nowMs)
    throw new RecordError('an observed record lies in the future: is it a forecast?');
  assertPast('issued_at', issuedAt, nowMs + clockSkewMs);
  const text = JSON.stringify(record);
  return { fieldId: field.id, granularity, kind, startsAt, endsAt, issuedAt: issuedAt ?? 0, record: text };
}

const idLength = 24;

/** Derives the same id from the same record, so that importing it twice makes one. */
function derivedId(prefix: string, ...parts: unknown[]): string {
  return prefix + hash('sha256', JSON.stringify(parts)).slice(0, idLength);
}

function rowOfScene(line: JsonObject, nowMs: number, sourceName: string): EarthObservationRow {
  const acquiredAt = instant(line, 'acquired_at');
  const processedAt = optionalInstant(line, 'processed_at');
  const record = readScene({
    ...line,
    id: line.id ?? derivedId('eo_', line.field_id, line.scene_id),
    acquired_at: formatInstant(acquiredAt),
    processed_at: formatted(processedAt),
    source: sourceOf(line, 'measured', sourceName),
  });
  assertPast('acquired_at', acquiredAt, nowMs);
  assertPast('processed_at', processedAt, nowMs + clockSkewMs);
  const names = (record.indices as { name: string }[]).map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated) throw new RecordError(`indices has ${repeated} twice`);
  return {
    id: String(record.id),
    fieldId: String(record.field_id),
    acquiredAt,
    cloudCover: (record.cloud_cover as Measure | null)?.value ?? null,
    processedAt: processedAt ?? 0,
    record: JSON.stringify(record),
  };
}

/** A note belongs to the account that its line names, as export writes it; else to the field's account, if any. */
function rowOfObservation(line: JsonObject, field: Field, nowMs: number): ObservationRow {
  const {
    account = field.account,
    idempotency_key: key = null,
    idempotency_fingerprint: fingerprint = null,
    ...record
  } = line;
  const isIdempotent = typeof key === 'string' && typeof fingerprint === 'string';
  if (account !== null && !(typeof account === 'string' && (account === demoAccount || accountForm.test(account))))
    throw new RecordError('account must be null, or the name of an account as the command keys takes it');
  if (field.demo && account === null)
    throw new RecordError(`${field.id} is a demo field: an observation there needs account, or no export has it`);
  // The note's account cannot see the field, and the field's own would not see the note.
  if (field.account !== null && account !== null && account !== field.account)
    throw new RecordError(refusals.otherAccount(field.id));
  if (!isIdempotent && (key !== null || fingerprint !== null))
    throw new RecordError('idempotency_key and idempotency_fingerprint go together');
  if (isIdempotent && ![key, fingerprint].every((text) => idempotencyKeyForm.test(text)))
    throw new RecordError('idempotency_key and idempotency_fingerprint must be 1 to 255 visible ASCII characters');
  const observedAt = instant(record, 'observed_at');
  assertPast('observed_at', observedAt, nowMs + clockSkewMs);
  const createdAt = optionalInstant(record, 'created_at') ?? observedAt;
  assertPast('created_at', createdAt, nowMs + clockSkewMs);
  const isIdDerived = (record.id ?? null) === null;
  // The field's own account and live mode are left out, so that such files of earlier versions keep their ids.
  const distinctions = [
    ...(account === field.account ? [] : [account]),
    ...(record.live_mode === false ? [false] : []),
  ];
  const note = readObservation({
    ...record,
    id: isIdDerived ? derivedId('obs_', record.field_id, observedAt, record.text, ...distinctions) : record.id,
    category: record.category ?? 'general',
    observed_at: formatInstant(observedAt),
    created_at: formatInstant(createdAt),
    live_mode: record.live_mode ?? true,
  });
  // A key belongs to an account: without one, no request finds it.
  const idempotency = isIdempotent && account !== null ? { key, fingerprint } : null;
  return { ...observationRow(note as unknown as Observation, account, idempotency), isIdDerived };
}
