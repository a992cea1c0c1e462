/**
 * Reads Open-Meteo's forecast and archive responses (https://open-meteo.com/en/docs): columns of hours and days, each with a unit. Nulls
 * stay null. An unknown unit refuses the file, because it must not be guessed.
 */
import { isRecord } from '../../../platform/json/is-record.ts';
import {
  addDays,
  dayMs,
  formatDate,
  formatInstant,
  hourMs,
  isTimezone,
  parseDate,
  startOfDay,
} from '../../../platform/time/instant.ts';
import { withoutNoise } from '../../records/units.ts';
import type { Granularity } from '../../store/rows.ts';
import { type Candidate, ImportError, type JsonObject, type FormatOptions } from '../candidate.ts';
import { conditionOfWmoCode, ofHourBefore, openMeteoUnits, propertyOf, soilVariable } from './open-meteo-variables.ts';

/** Whether a document is a response of Open-Meteo. */
export function isOpenMeteo(document: unknown): document is JsonObject {
  return isRecord(document) && (isRecord(document.hourly) || isRecord(document.daily));
}

/** The candidates of a document. Throws ImportError if the document as a whole cannot be understood. */
export function* readOpenMeteo(document: JsonObject, options: FormatOptions): Generator<Candidate> {
  if (options.fieldId === undefined) throw new ImportError('Open-Meteo names no field: give --field fld_….');
  // All columns are checked before the first row, so that nothing of a refused file is imported.
  const blocks = granularities.flatMap((granularity) => {
    const block = document[granularity];
    return isRecord(block) ? [readBlock(document, granularity, block, options)] : [];
  });
  for (const rows of blocks) yield* rows;
}

const granularities = ['hourly', 'daily'] as const;

type Column = (record: JsonObject, index: number) => void;

function readBlock(
  document: JsonObject,
  granularity: Granularity,
  block: JsonObject,
  { fieldId, kind = 'observed', issuedAt, sourceName = 'Open-Meteo', onLeftOut, onEmpty }: FormatOptions,
): Iterable<Candidate> {
  const { time: times, ...columnValues } = block;
  if (!Array.isArray(times)) throw new ImportError(`Open-Meteo's ${granularity}.time is missing.`);
  // A malformed time (NaN) makes no difference here: its row is refused. All times of a file have one offset, even when clocks change.
  if (granularity === 'hourly' && times.some((time, at) => Math.abs(msOf(time) - msOf(times[at - 1]) - hourMs) > 0))
    throw new ImportError("Open-Meteo's hourly.time is not one hour apart: request it without temporal_resolution.");
  const isLocal = granularity === 'hourly' && times.some((time) => typeof time === 'string');
  if (isLocal && typeof document.utc_offset_seconds !== 'number')
    throw new ImportError("Open-Meteo's utc_offset_seconds is missing: its times state no offset of their own.");
  const units = document[`${granularity}_units`];
  const columns = Object.entries(columnValues).flatMap(([name, values]) => {
    if (!Array.isArray(values) || values.length !== times.length)
      throw new ImportError(`Open-Meteo's ${granularity}.${name} is not as long as its time.`);
    const property = propertyOf(granularity, name) ?? soilVariable.exec(name);
    if (property === null) {
      onLeftOut?.(`${granularity}.${name}`);
      return [];
    }
    const unit = isRecord(units) && Object.hasOwn(units, name) ? units[name] : undefined;
    return columnOf(granularity, property, name, values, unit) ?? [];
  });
  // A reanalysis is computed from measurements; a forecast is made up by a model.
  const source = { name: sourceName, provenance: kind === 'forecast' ? 'simulated' : 'derived' };
  const common = { field_id: fieldId, kind, granularity, issued_at: issuedAt, source };
  return times.entries().flatMap(([index, time]): Candidate[] => {
    const place = `${granularity}[${index}]`;
    const interval = intervalOf(document, granularity, time);
    if (!interval) return [{ place, error: `${JSON.stringify(time)} is no time` }];
    const measured: JsonObject = {};
    for (const column of columns) column(measured, index);
    if (measured.soil) measured.soil = Object.values(measured.soil);
    // The archive's newest days have no values yet.
    if (Object.values(measured).every(isUnknown)) {
      onEmpty?.();
      return [];
    }
    return [{ place, resource: 'weather', record: { ...common, ...interval, ...measured }, isOpenMeteo: true }];
  });
}

function isUnknown(value: unknown): boolean {
  if (!Array.isArray(value)) return value === null || value === 'unknown';
  return value.every(({ moisture, temperature }) => isUnknown(moisture ?? null) && isUnknown(temperature ?? null));
}

/** RFC 3339 has no day after it, so it has no end. */
const lastDay = '9999-12-31';
const instantMsMax = Date.parse(lastDay);

/** Start and end of a row. Its time is text in the timezone of the response, or seconds since 1970. */
function intervalOf({ timezone, utc_offset_seconds: offset }: JsonObject, granularity: Granularity, time: unknown) {
  const offsetMs = typeof offset === 'number' ? offset * 1_000 : 0;
  const startsAt = msOf(time) - (typeof time === 'number' ? 0 : offsetMs);
  const isInstant = Number.isSafeInteger(startsAt) && Math.abs(startsAt) < instantMsMax;
  // All days of a file begin at midnight by its one offset, also those on which clocks have another.
  const isMidnight = typeof time === 'number' && isInstant && (startsAt + offsetMs) % dayMs === 0;
  const date = isMidnight ? formatDate(startsAt + offsetMs) : time;
  if (granularity === 'daily' && typeof date === 'string' && parseDate(date) !== undefined && date < lastDay) {
    const zone = typeof timezone === 'string' && isTimezone(timezone) ? timezone : undefined;
    const startOf = (day: string) => formatInstant(zone ? startOfDay(day, zone) : Date.parse(day) - offsetMs);
    return { starts_at: startOf(date), ends_at: startOf(addDays(date, 1)) };
  }
  if (!isInstant) return undefined;
  const lengthMs = granularity === 'daily' ? 24 * hourMs : hourMs;
  return { starts_at: formatInstant(startsAt), ends_at: formatInstant(startsAt + lengthMs) };
}

/** Milliseconds of a time, read as UTC; NaN for anything else. */
function msOf(time: unknown): number {
  if (typeof time === 'number') return time * 1_000;
  const isLocal = typeof time === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(time);
  return isLocal ? Date.parse(`${time}:00Z`) : Number.NaN;
}

/** The function that writes a variable into a record; undefined if it has no values. */
function columnOf(
  granularity: Granularity,
  property: string | RegExpExecArray,
  name: string,
  values: readonly unknown[],
  unitText: unknown,
): Column | undefined {
  if (property === 'condition')
    return (record, index) => Object.assign(record, { condition: conditionOfWmoCode(values[index]) });
  // A variable that the model lacks has the unit "undefined", and no value.
  if (values.every((value) => value === null)) return undefined;
  const unit = typeof unitText === 'string' ? openMeteoUnits.get(unitText) : undefined;
  if (!unit)
    throw new ImportError(`Open-Meteo's ${granularity}.${name} has the unknown unit ${JSON.stringify(unitText)}.`);
  const measureAt = (index: number) => measureOf(values[index], unit);
  if (typeof property !== 'string') return soilColumn(property, measureAt);
  const later = granularity === 'hourly' && ofHourBefore.includes(property) ? 1 : 0;
  return (record, index) => {
    record[property] = measureAt(index + later);
    if (property === 'et0') record.et0_method = record.et0 === null ? null : 'fao56_penman_monteith';
  };
}

function measureOf(value: unknown, [unit, factor]: readonly [string, number]): unknown {
  if (value === null || value === undefined) return null;
  return { value: typeof value === 'number' && factor !== 1 ? withoutNoise(value * factor) : value, unit };
}

/** Collects the layers of a record by their depths. */
function soilColumn([, what = '', from, to]: RegExpExecArray, measureAt: (index: number) => unknown): Column {
  const depth = (centimetres: string | undefined) => ({ value: Number(centimetres), unit: 'centimetre' });
  const name = `${Number(from)} to ${Number(to)}`;
  return (record, index) => {
    record.soil ??= {};
    const layers = record.soil as Record<string, JsonObject>;
    layers[name] ??= { depth_from: depth(from), depth_to: depth(to), moisture: null, temperature: null };
    layers[name][what] = measureAt(index);
  };
}
