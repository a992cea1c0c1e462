/** Starting notes of the demo fields: the example notes of each crop on their latest day, and a weekly one, so that something is recent. */
import { addDays, dayMs, formatInstant, hourMs, localDate, startOfDay } from '../../platform/time/instant.ts';
import { observationOf } from '../records/observation.ts';
import { observationRow } from '../store/observation-row.ts';
import type { ObservationRow } from '../store/rows.ts';
import type { ExampleNote } from './crops.ts';
import type { DemoField } from './fields.ts';
import { createRandom, round } from './random.ts';

const weekDays = 7;
/** Written once a week, whatever grows. */
const weeklyNote = {
  category: 'general' as const,
  text: 'Weekly walk along the tramlines: no new damage, no new pests or weeds.',
};

/** The starting notes of a field in the year that ends now. A note of a past day keeps its id from one start to the next. */
export function createStartingNotes(field: DemoField, nowMs: number): ObservationRow[] {
  if (!field.hasNotes) return [];
  return [...field.plant.notes.map((note) => createStartingNote(field, note, nowMs)), createWeeklyNote(field, nowMs)];
}

function createStartingNote(field: DemoField, { on, ...note }: ExampleNote, nowMs: number): ObservationRow {
  const year = Number(localDate(nowMs, field.timezone).slice(0, 4));
  const thisYear = observedOn(field, year, on);
  const isPast = thisYear.createdAt <= nowMs;
  const times = isPast ? thisYear : observedOn(field, year - 1, on);
  return rowOf(field, `obs_${field.key}_${isPast ? year : year - 1}${on.replace('-', '')}`, note, times);
}

/** The weekly note, on the field's latest weekday before today. The weekday differs between fields. */
function createWeeklyNote(field: DemoField, nowMs: number): ObservationRow {
  const today = localDate(nowMs, field.timezone);
  const yesterday = Date.parse(today) / dayMs - 1;
  const on = addDays(today, -1 - ((yesterday + field.delayDays) % weekDays));
  return rowOf(field, `obs_${field.key}_${on.replaceAll('-', '')}_weekly`, weeklyNote, timesOf(field, on));
}

function rowOf(field: DemoField, id: string, note: Omit<ExampleNote, 'on'>, times: ReturnType<typeof timesOf>) {
  const random = createRandom(id);
  const input = {
    ...note,
    field_id: field.id,
    observed_at: formatInstant(times.observedAt),
    author: { name: 'Demo data' },
    tags: ['example-data', field.plant.name],
    location: {
      type: 'Point' as const,
      coordinates: [
        round(field.longitude + (random() - 0.5) * 0.003, 6),
        round(field.latitude + (random() - 0.5) * 0.002, 6),
      ] satisfies [number, number],
    },
  };
  return observationRow(observationOf(input, { id, mode: 'test', nowMs: times.createdAt }), null, null);
}

function observedOn(field: DemoField, year: number, on: string) {
  return timesOf(field, addDays(`${year}-${on}`, Math.round(field.delayDays / 2)), `${year} ${on}`);
}

function timesOf(field: DemoField, date: string, seed = date) {
  const random = createRandom(`note ${field.key} ${seed}`);
  const minute = 60_000;
  // A scout is out between seven and five, and writes it down within the hour.
  const observedAt = startOfDay(date, field.timezone) + 7 * hourMs + Math.floor(random() * 600) * minute;
  return { observedAt, createdAt: observedAt + Math.floor(2 + random() * 55) * minute };
}
