/** Notes by local day, against rows that nobody here made: which day a note is of, and of which days it is not known whether all came. */
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/graph/reads/observations.ts';
import { datesOf, divideNotes } from '../../../src/graph/schema/timeline/days.ts';
import { localDate } from '../../../src/platform/instant.ts';
import { note } from '../../support/recorded-service.ts';
import golden from './golden.json' with { type: 'json' };

describe('a timeline', () => {
  it.each(golden.timeline_join)(
    '$observedAt is of $localDate in $timezone',
    ({ timezone, observedAt, localDate: date }) => {
      expect(localDate(Date.parse(observedAt), timezone ?? 'UTC')).toBe(date);
      const { byDate } = divideNotes([noteAt(observedAt)], false, timezone ?? 'UTC');
      expect([...byDate.keys()]).toEqual([date]);
    },
  );

  it('does not know the day of the oldest note and those before where more lie behind', () => {
    const { notesReturned, hasMore, timezone, from, to, observationsPerDay } = golden.timeline_cut;
    const { byDate, unknownThrough } = divideNotes(notesReturned.map(noteAt), hasMore, timezone);
    const counts = datesOf({ from, to }).map((date) => [
      date,
      date <= unknownThrough ? null : (byDate.get(date)?.length ?? 0),
    ]);
    expect(Object.fromEntries(counts)).toEqual(observationsPerDay);
  });
});

function noteAt(observed_at: string): Observation {
  return { ...note('fld_a'), observed_at };
}
