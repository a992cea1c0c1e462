/** Observations by local day, against independent rows: the day of each observation, and the days whose observations may be incomplete. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { note } from '../../../support/recorded-service.ts';
import { addDays } from '../../../../src/platform/time/instant.ts';
import golden from './golden.json' with { type: 'json' };

const Notes = graphql(`
  query TimelineOfNotes($from: DateOrDateTime!, $to: DateOrDateTime) {
    field(id: "fld_a") { timeline(from: $from, to: $to) { date observations { id } } }
  }
`);

interface Sent {
  notes: string[];
  hasMore: boolean | undefined;
  timezone: string | null;
}

/** The number of observations per day, null where unknown, over a service that sends observations at these instants. */
async function notesByDay({ notes, hasMore, timezone }: Sent, span: { from: string; to: string }) {
  const meta = { field_id: 'fld_a', timezone };
  const { answer } = gatewayOver(({ path }) => {
    if (!path.endsWith('/observations')) return { body: { data: [], meta } };
    const data = notes.map((observed_at, index) => ({ ...note('fld_a', `obs_${index}`), observed_at }));
    return { body: { data, page: { limit: notes.length, has_more: hasMore, next_cursor: null }, meta } };
  });
  const { data, errors } = await execute(answer, Notes, span);
  expect(errors).toBeUndefined();
  const days = data?.field?.timeline ?? [];
  return Object.fromEntries(days.map(({ date, observations }) => [date, observations?.length ?? null]));
}

it('a refused timeline without `to` states which bound to send', async () => {
  const { answer } = gatewayOver(undefined, { now: () => new Date('2026-06-15T12:00:00Z') });
  const { errors } = await execute(answer, Notes, { from: '2026-06-17' });
  expect(errors?.[0]?.message).toBe(
    'from must be before to, by a day at least. Send to as well, in place of its default.',
  );
});

describe('a timeline', () => {
  it.each(golden.timeline_join)(
    'puts an observation at $observedAt on $localDate in $timezone',
    async ({ timezone, observedAt, localDate }) => {
      const span = { from: addDays(localDate, -1), to: addDays(localDate, 2) };
      const found = await notesByDay({ notes: [observedAt], hasMore: false, timezone }, span);
      expect(found).toEqual({ [addDays(localDate, -1)]: 0, [localDate]: 1, [addDays(localDate, 1)]: 0 });
    },
  );

  it.each([
    ['2026-06-03T12:30:00Z', '2026-06-01', ['2026-06-03', '2026-06-02', '2026-06-01']],
    ['2026-06-02T15:00:00Z', '2026-06-01', ['2026-06-02', '2026-06-01']],
    ['2026-06-02T15:00:00.001Z', '2026-06-01', ['2026-06-03', '2026-06-02', '2026-06-01']],
    ['2026-06-02T07:00:00Z', '2026-06-01T09:00:00Z', ['2026-06-02', '2026-06-01']],
    ['2026-06-02T07:00:00Z', '2026-06-02T01:00:00Z', ['2026-06-02']],
  ])('up to %s from %s includes every local day it touches', async (to, from, days) => {
    const found = await notesByDay({ notes: [], hasMore: false, timezone: 'Asia/Tokyo' }, { from, to });
    expect(Object.keys(found)).toEqual(days);
  });

  it('has 366 days, not 367, if it spans 366 days from instant to instant', async () => {
    const span = { from: '2025-06-01T12:00:00Z', to: '2026-06-02T12:00:00Z' };
    const days = Object.keys(await notesByDay({ notes: [], hasMore: false, timezone: 'UTC' }, span));
    expect([days.length, days.at(0), days.at(-1)]).toEqual([366, '2026-06-01', '2025-06-01']);
  });

  it('omits a day that the place skipped', async () => {
    const apia = { notes: [], hasMore: false, timezone: 'Pacific/Apia' };
    const days = await notesByDay(apia, { from: '2011-12-29', to: '2012-01-01' });
    expect(days).toEqual({ '2011-12-29': 0, '2011-12-31': 0 });
    expect(await notesByDay(apia, { from: '2011-12-30', to: '2011-12-31' })).toEqual({});
  });

  it('has null observations up to the day of the oldest one received if the service has more', async () => {
    const { notesReturned: notes, hasMore, timezone, from, to, observationsPerDay } = golden.timeline_cut;
    expect(await notesByDay({ notes, hasMore, timezone }, { from, to })).toEqual(observationsPerDay);
    const none = await notesByDay({ notes, hasMore: false, timezone }, { from, to });
    const span = { from: '2026-06-01', to: '2026-06-03' };
    const unknown = await notesByDay({ notes: [], hasMore: true, timezone }, span);
    expect(unknown).toEqual({ '2026-06-01': null, '2026-06-02': null });
    expect(none).toEqual({ ...observationsPerDay, '2026-06-03': 0, '2026-06-04': 0, '2026-06-05': 1 });
  });

  it('has the same null observations if the longest list is full and the service does not state whether it has more', async () => {
    const span = { from: '2026-06-01', to: '2026-06-04' };
    const found = (count: number) =>
      notesByDay({ notes: Array(count).fill('2026-06-02T12:00:00Z'), hasMore: undefined, timezone: 'UTC' }, span);
    expect(await found(100)).toEqual({ '2026-06-01': null, '2026-06-02': null, '2026-06-03': 0 });
    expect(await found(99)).toEqual({ '2026-06-01': 0, '2026-06-02': 99, '2026-06-03': 0 });
  });
});

const TimezoneOnly = graphql(`
  query TimezoneWithoutWeather { field(id: "fld_a") { timezone } }
`);

describe('a key that may not read weather', () => {
  const over = (...readable: string[]) =>
    gatewayOver(({ path }) => {
      const list = path.slice(path.lastIndexOf('/') + 1);
      if (!readable.includes(list)) return { status: 403, body: { status: 403, title: 'Forbidden' } };
      const page = { limit: 100, has_more: false, next_cursor: null };
      return { body: { data: [], page, meta: { field_id: 'fld_a', timezone: 'Asia/Tokyo' } } };
    });

  it.each([[['observations'], 2] as const, [['earth-observations'], 3] as const])(
    'gets the timezone from %s',
    async (readable, calls) => {
      const gateway = over(...readable);
      const { data, errors } = await execute(gateway.answer, TimezoneOnly);
      expect([data?.field?.timezone, errors]).toEqual(['Asia/Tokyo', undefined]);
      expect(gateway.calls).toHaveLength(calls);
    },
  );

  it('gets the observations of a timeline', async () => {
    const { data, errors } = await execute(over('observations').answer, Notes, {
      from: '2026-05-01',
      to: '2026-05-02',
    });
    expect(errors).toBeUndefined();
    expect(data?.field?.timeline).toEqual([{ date: '2026-05-01', observations: [] }]);
  });

  it('gets an error for the timezone if it may read no other list either', async () => {
    const { data, errors } = await execute(over().answer, TimezoneOnly);
    expect([data?.field, errors?.[0]?.extensions.code]).toEqual([{ timezone: null }, 'FORBIDDEN']);
  });
});
