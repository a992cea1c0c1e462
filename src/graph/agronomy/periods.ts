/**
 * Weeks, dekads and months of the calendar: ISO 8601 weeks from Monday, months, and their thirds as agrometeorology reports them: days
 * 1 to 10, 11 to 20 and the rest (IRI, https://iridl.ldeo.columbia.edu/). Days are dates, `2026-05-04`.
 */

export type Period = 'week' | 'dekad' | 'month';

/** A period: its name, its first day and the day after its last. */
export interface CalendarPeriod {
  name: string;
  first: string;
  end: string;
}

const dayMs = 86_400_000;
const weekDays = 7;
const dekadDays = 10;
const dekadsOfMonth = 3;
const thursday = 3;

/** The period that a day lies in. */
export function periodOf(period: Period, date: string): CalendarPeriod {
  if (period === 'week') return weekOf(date);
  const month = date.slice(0, 7);
  const day = Number(date.slice(8, 10));
  const nextMonth = dateOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
  if (period === 'month') return { name: month, first: `${month}-01`, end: nextMonth };
  const dekad = Math.min(Math.ceil(day / dekadDays), dekadsOfMonth);
  const dayName = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
  const first = dayName((dekad - 1) * dekadDays + 1);
  return {
    name: `${month}-D${dekad}`,
    first,
    end: dekad === dekadsOfMonth ? nextMonth : dayName(dekad * dekadDays + 1),
  };
}

/** A week belongs to the year its Thursday is in. */
function weekOf(date: string): CalendarPeriod {
  const ms = Date.parse(date);
  const weekday = (new Date(ms).getUTCDay() + weekDays - 1) % weekDays;
  const monday = ms - weekday * dayMs;
  const year = new Date(monday + thursday * dayMs).getUTCFullYear();
  const week = 1 + Math.floor((monday + thursday * dayMs - Date.UTC(year, 0, 1)) / (weekDays * dayMs));
  return {
    name: `${year}-W${String(week).padStart(2, '0')}`,
    first: dateOf(monday),
    end: dateOf(monday + weekDays * dayMs),
  };
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
