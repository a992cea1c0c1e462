/**
 * Calendar weeks, dekads and months. Weeks begin on Monday (ISO 8601). Dekads are the thirds of a month that agrometeorology reports:
 * days 1 to 10, 11 to 20 and the rest (IRI, https://iridl.ldeo.columbia.edu/). Days are dates, `2026-05-04`.
 */
import { addDays, dayMs } from '../platform/time/instant.ts';

export type Period = 'week' | 'dekad' | 'month';

const weekDays = 7;
const dekadDays = 10;
const dekadsOfMonth = 3;
const thursday = 3;

/** The period that a day lies in: its name, its first day and the day after its last. */
export function periodOf(period: Period, date: string) {
  if (period === 'week') return weekOf(date);
  const month = date.slice(0, 7);
  const day = Number(date.slice(8, 10));
  // Four days after the 28th are in the next month, whatever its length.
  const nextMonth = `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;
  if (period === 'month') return { name: month, first: `${month}-01`, end: nextMonth };
  const dekad = Math.min(Math.ceil(day / dekadDays), dekadsOfMonth);
  const first = addDays(`${month}-01`, (dekad - 1) * dekadDays);
  return { name: `${month}-D${dekad}`, first, end: dekad === dekadsOfMonth ? nextMonth : addDays(first, dekadDays) };
}

/** A week belongs to the year its Thursday is in. */
function weekOf(date: string) {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + weekDays - 1) % weekDays;
  const first = addDays(date, -weekday);
  const day = addDays(first, thursday);
  const year = day.slice(0, 4);
  const dayOfYear = (Date.parse(day) - Date.parse(`${year}-01-01`)) / dayMs;
  const week = 1 + Math.floor(dayOfYear / weekDays);
  return { name: `${year}-W${String(week).padStart(2, '0')}`, first, end: addDays(first, weekDays) };
}
