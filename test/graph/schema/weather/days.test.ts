import { expect, it } from 'vitest';
import { ByteList } from '../../../../src/executor/byte-list.ts';
import type { Window } from '../../../../src/graph/reads/window.ts';
import { daysOf } from '../../../../src/graph/schema/weather/days.ts';
import { weatherDay } from '../../../support/recorded-service.ts';

const instant = (day: number, hour = 8) => new Date(Date.UTC(2026, 4, day, hour)).toISOString();
const on = (day: number, more: object = {}) =>
  weatherDay('fld_a', { starts_at: instant(day), ends_at: instant(day + 1), ...more });
const window = { fromMs: Date.parse(instant(1)), toMs: Date.parse(instant(8)) };
const later = Date.parse(instant(20));

/** Among the days of a window that are over: the observed records, and the number of the other days. */
function observedDays(sent: ReturnType<typeof on>[], window: Window, nowMs: number, timezone: string | null) {
  const over = daysOf({ sent: new ByteList(sent), window }, timezone, nowMs).filter(({ isOver }) => isOver);
  const records = over.flatMap(({ record }) => (record?.kind === 'observed' ? record : []));
  return { records, missing: over.length - records.length };
}

const days = (count: number) => Array.from({ length: count }, (_, index) => on(index + 1));

it('no day is missing if every day of the window has a record', () => {
  expect(observedDays(days(7), window, later, null)).toMatchObject({ missing: 0, records: { length: 7 } });
});

it('a day without a record is missing at the start, in the middle and at the end of the window', () => {
  for (const hole of [1, 4, 7]) {
    const rest = days(7).filter((_, index) => index + 1 !== hole);
    expect(observedDays(rest, window, later, null), `day ${hole}`).toMatchObject({
      missing: 1,
      records: { length: 6 },
    });
  }
});

it('a day sent twice counts once, however its instant is written', () => {
  const again = on(3, { starts_at: instant(3).replace('Z', '+00:00') });
  expect(observedDays([...days(3), again], window, later, null)).toMatchObject({ missing: 4, records: { length: 3 } });
});

it('a day that is not over, or a forecast of it, is neither observed nor missing', () => {
  const now = Date.parse(instant(7, 20));
  const sent = [...days(7), on(8, { kind: 'forecast' })];
  expect(observedDays(sent, { ...window, toMs: later }, now, null)).toMatchObject({
    missing: 0,
    records: { length: 6 },
  });
});

it('a day of 23 hours counts as a day', () => {
  const short = [on(1), on(2, { ends_at: instant(3, 7) }), on(3, { starts_at: instant(3, 7), ends_at: instant(4, 7) })];
  const until = { fromMs: window.fromMs, toMs: Date.parse(instant(4, 7)) };
  expect(observedDays(short, until, later, null)).toMatchObject({ missing: 0, records: { length: 3 } });
  expect(observedDays(short.slice(0, 2), until, later, null)).toMatchObject({ missing: 1 });
});

it('a day without a record is missing if it begins in the window, not before it, whatever its length', () => {
  const zone = 'America/Los_Angeles';
  // From an hour after midnight of 1 May to an hour after midnight of 5 May. Below, 8 March, a day of 23 hours, has no record.
  const late = { fromMs: Date.parse(instant(1)), toMs: Date.parse(instant(5)) };
  const sent = [2, 3, 4].map((day) => on(day, { starts_at: instant(day, 7), ends_at: instant(day + 1, 7) }));
  expect(observedDays(sent, late, later, zone)).toMatchObject({ missing: 1, records: { length: 3 } });
  expect(observedDays(sent.slice(1), late, later, zone)).toMatchObject({ missing: 2, records: { length: 2 } });
  const spring = { fromMs: Date.parse('2026-03-08T08:00:00Z'), toMs: Date.parse('2026-03-10T07:00:00Z') };
  const ninth = on(9, { starts_at: '2026-03-09T07:00:00Z', ends_at: '2026-03-10T07:00:00Z' });
  expect(observedDays([ninth], spring, later, zone)).toMatchObject({ missing: 1, records: { length: 1 } });
});

it('the days listed are those that begin in the window, with or without a record, and none that began before it', () => {
  const zone = 'America/Los_Angeles';
  const late = { fromMs: Date.parse(instant(1)), toMs: Date.parse(instant(4)) };
  const sent = [2, 3].map((day) =>
    on(day, { date: `2026-05-0${day}`, starts_at: instant(day, 7), ends_at: instant(day + 1, 7) }),
  );
  const datesOf = (records: typeof sent, window: Window) =>
    daysOf({ sent: new ByteList(records), window }, zone, later).map(({ date }) => date);
  expect(datesOf(sent, late)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
  expect(datesOf(sent.slice(1), late)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
  expect(datesOf([], late)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
});

it('the list of days ends with the last date that can be written', () => {
  // In Berlin, the year 10000 has begun.
  const last = { fromMs: Date.parse('9999-12-30T23:00:00Z'), toMs: Date.parse('9999-12-31T23:30:00Z') };
  expect(daysOf({ sent: new ByteList<never>([]), window: last }, 'Europe/Berlin', later).length).toBeLessThanOrEqual(1);
});
