/** Weather records in order, one for each interval, whatever order and however often the service sent them. */
import { instantOf } from '../../errors/gateway-error.ts';
import type { ByteList } from '../../../executor/byte-list.ts';
import { hourMs } from '../../../platform/time/instant.ts';
import type { WeatherRecord } from '../../reads/weather.ts';
import { oncePerList } from './once-per-list.ts';

/** A record with its instants in milliseconds. */
export interface Interval {
  startMs: number;
  endMs: number;
  record: WeatherRecord;
}

/**
 * The records of a list, oldest first, one for each start: the observed one if any, else the one issued last. Throws UPSTREAM_ERROR for a
 * malformed instant.
 */
export const intervalsOf = oncePerList((records: ByteList<WeatherRecord>): readonly Interval[] => {
  const sorted = records.items().map(toInterval).sort(byStart);
  return sorted.filter(({ startMs }, at) => startMs !== sorted[at - 1]?.startMs);
});

function toInterval(record: WeatherRecord): Interval {
  return { startMs: instantOf(record.starts_at), endMs: instantOf(record.ends_at), record };
}

function byStart(one: Interval, other: Interval): number {
  return (
    one.startMs - other.startMs ||
    Number(isObserved(other.record)) - Number(isObserved(one.record)) ||
    issuedMs(other) - issuedMs(one)
  );
}

const endToleranceMs = 60_000;

/** Whether a record is of less than an hour, so that its measures are not those of the hour. Some services end an hour a second early. */
export const isShort = ({ startMs, endMs }: Interval): boolean => endMs - startMs < hourMs - endToleranceMs;

/** The hours of a list. A part of an hour with a whole hour after it is none: of a station that was switched on, or of a list that was cut. */
export const hoursIn = oncePerList((records: ByteList<WeatherRecord>): readonly Interval[] =>
  intervalsOf(records).filter((part, at, all) => {
    const next = all[at + 1];
    return !isShort(part) || next === undefined || next.startMs !== part.endMs || isShort(next);
  }),
);

const issuedMs = ({ record: { issued_at } }: Interval) => (issued_at ? Date.parse(issued_at) : 0);

/** How many hours begin from `oneMs` to before `otherMs`, if each begins `phaseMs` after the full hour: 30 minutes in India. */
export const hoursBetween = (phaseMs: number, oneMs: number, otherMs: number): number =>
  Math.max(0, Math.ceil((otherMs - phaseMs) / hourMs) - Math.ceil((oneMs - phaseMs) / hourMs));

export const isObserved = ({ kind }: WeatherRecord): boolean => kind === 'observed';
