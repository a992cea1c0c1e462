import { expect, it } from 'vitest';
import { observedDays } from '../../src/graph/schema/weather/observed-days.ts';
import { weatherDay } from '../support/recorded-service.ts';

const instant = (day: number, hour = 8) => new Date(Date.UTC(2026, 4, day, hour)).toISOString();
const on = (day: number, more: object = {}) =>
  weatherDay('fld_a', { starts_at: instant(day), ends_at: instant(day + 1), ...more });
const window = { fromMs: Date.parse(instant(1)), toMs: Date.parse(instant(8)) };
const later = Date.parse(instant(20));
const days = (count: number) => Array.from({ length: count }, (_, index) => on(index + 1));

it('misses nothing where every day of the window is there', () => {
  expect(observedDays(days(7), window, later)).toMatchObject({ missing: 0, records: { length: 7 } });
});

it('finds a hole at the start, in the middle and at the end', () => {
  for (const hole of [1, 4, 7]) {
    const rest = days(7).filter((_, index) => index + 1 !== hole);
    expect(observedDays(rest, window, later), `day ${hole}`).toMatchObject({ missing: 1, records: { length: 6 } });
  }
});

it('counts a day that came twice once, however its instant is spelled', () => {
  const again = on(3, { starts_at: instant(3).replace('Z', '+00:00') });
  expect(observedDays([...days(3), again], window, later)).toMatchObject({ missing: 4, records: { length: 3 } });
});

it('counts neither a forecast nor a day that is not over, and misses no day before it is over', () => {
  const now = Date.parse(instant(7, 20));
  const sent = [...days(7), on(8, { kind: 'forecast' })];
  expect(observedDays(sent, { ...window, toMs: later }, now)).toMatchObject({ missing: 0, records: { length: 6 } });
});

it('takes a day of 23 hours as a day', () => {
  const short = [on(1), on(2, { ends_at: instant(3, 7) }), on(3, { starts_at: instant(3, 7), ends_at: instant(4, 7) })];
  const until = { fromMs: window.fromMs, toMs: Date.parse(instant(4, 7)) };
  expect(observedDays(short, until, later)).toMatchObject({ missing: 0, records: { length: 3 } });
  expect(observedDays(short.slice(0, 2), until, later)).toMatchObject({ missing: 1 });
});
