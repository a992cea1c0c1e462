/** The service calls that windows make: over a socket to a real service, with a clock that the test sets. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { execute } from '../../../support/execute.ts';
import { untilFileEnd } from '../../../support/file-end.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

const Last = graphql(`
  query Last($last: SpanInput!) {
    field(id: "fld_demo_01") { timezone weather(last: $last) { startsAtLocal date startsAt } }
  }
`);

const Everything = graphql(`
  query EveryWindow {
    field(id: "fld_demo_01") {
      timezone
      weather(last: { days: 30 }) { date }
      weatherSummary(last: { days: 30 }) { dayCount missingDays }
      earthObservations(last: { days: 30 }) { acquiredAt }
      indexSeries(index: NDVI, last: { days: 30 }) { acquiredAt }
    }
  }
`);

const Since = graphql(`
  query Since {
    field(id: "fld_demo_32") {
      weather(since: "04-15") { date }
      weatherSummary(since: "04-15") { dayCount }
      earthObservations(since: "04-15") { acquiredAt }
      observations(since: "04-15") { observedAt }
    }
  }
`);

const Notes = graphql(`
  query LastNotes {
    field(id: "fld_demo_01") { observations(limit: 3, last: { days: 30 }) { observedAt } }
  }
`);

const TimezoneOnly = graphql(`
  query TimezoneOnly {
    fields(ids: ["fld_demo_01", "fld_demo_32"]) { timezone }
  }
`);

const Refused = graphql(`
  query RefusedWindow {
    field(id: "fld_demo_01") {
      weather(last: { days: 3 }, from: "2026-05-01") { date }
      earthObservations(last: { hours: 3 }) { id }
    }
  }
`);

const Bounds = graphql(`
  query LocalBounds { field(id: "fld_demo_01") { weather(last: { days: 5 }) { startsAtLocal endsAtLocal } } }
`);

describe('a window relative to now', () => {
  async function start(now: string) {
    const service = untilFileEnd(await startCountingService({ now: () => new Date(now) }));
    return { service, gateway: gatewayAt(service.url, () => new Date(now)) };
  }

  // In Seattle: a summer evening when UTC has the next date, winter, the days of clock changes, and New Year.
  const moments = [
    '2026-07-02T04:30:00Z',
    '2026-11-21T20:36:57Z',
    '2026-03-09T07:30:00Z',
    '2026-11-02T07:30:00Z',
    '2027-01-01T09:00:00Z',
  ];

  it.each(moments)('has the same local days whether or not the timezone is known: %s', async (now) => {
    const { service, gateway } = await start(now);
    const first = await execute(gateway.answer, Last, { last: { days: 5 } });
    expect(service.requests).toHaveLength(1);
    const again = await execute(gateway.answer, Last, { last: { days: 5 } });
    expect(service.requests).toHaveLength(2);
    expect(first.errors).toBeUndefined();
    expect(again.data).toEqual(first.data);
    expect(first.data?.field?.timezone).toBe('America/Los_Angeles');
    const days = first.data?.field?.weather ?? [];
    expect(days).toHaveLength(5);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' }).format(new Date(now));
    for (const [index, { date, startsAtLocal }] of days.entries()) {
      const expected = new Date(Date.parse(today) - (5 - index) * 86_400_000).toISOString().slice(0, 10);
      expect([date, startsAtLocal?.slice(0, 19)]).toEqual([expected, `${expected}T00:00:00`]);
    }
  });

  it('ends each day at the local time at which the next one begins, also across a clock change', async () => {
    const { gateway } = await start('2026-03-11T07:30:00Z');
    const { data } = await execute(gateway.answer, Bounds);
    const days = data?.field?.weather ?? [];
    expect(days.slice(1).map(({ startsAtLocal }) => startsAtLocal)).toEqual(
      days.slice(0, -1).map(({ endsAtLocal }) => endsAtLocal),
    );
    expect(days.map(({ endsAtLocal }) => endsAtLocal?.slice(19))).toEqual([
      ...['-08:00', '-08:00', '-07:00', '-07:00', '-07:00'],
    ]);
  });

  it('makes one call per resource for a list and its computed fields, whether or not the timezone is known', async () => {
    const { service, gateway } = await start('2026-07-02T04:30:00Z');
    for (const _ of [1, 2]) {
      service.requests.length = 0;
      const { data, errors } = await execute(gateway.answer, Everything);
      expect(errors).toBeUndefined();
      expect(data?.field?.weatherSummary).toEqual({ dayCount: 30, missingDays: 0 });
      expect(data?.field?.weather).toHaveLength(30);
      expect(service.requests).toHaveLength(2);
    }
  });

  it('requests an unknown timezone before a `since`, once for all lists of the field', async () => {
    const { service, gateway } = await start('2026-07-02T03:30:00Z');
    const { data, errors } = await execute(gateway.answer, Since);
    expect(errors).toBeUndefined();
    // 15 April to 1 July: it is still the first in New York.
    expect(data?.field?.weather?.map(({ date }) => date).at(0)).toBe('2026-04-15');
    expect(data?.field?.weather?.map(({ date }) => date).at(-1)).toBe('2026-07-01');
    expect(service.requests).toHaveLength(4);
    service.requests.length = 0;
    await execute(gateway.answer, Since);
    expect(service.requests).toHaveLength(3);
  });

  it('requests an unknown timezone before a list with a limit, and only once', async () => {
    const { service, gateway } = await start('2026-07-02T04:30:00Z');
    await execute(gateway.answer, Notes);
    expect(service.requests).toHaveLength(2);
    await execute(gateway.answer, Notes);
    expect(service.requests).toHaveLength(3);
  });

  it('reads a timezone by itself with one call per field, and with none once it is known for this caller', async () => {
    const { service, gateway } = await start('2026-07-02T04:30:00Z');
    const { data } = await execute(gateway.answer, TimezoneOnly);
    expect(data?.fields).toEqual([{ timezone: 'America/Los_Angeles' }, { timezone: 'America/New_York' }]);
    expect(service.requests).toHaveLength(2);
    await execute(gateway.answer, TimezoneOnly);
    expect(service.requests).toHaveLength(2);
    await execute(gateway.answer, TimezoneOnly, undefined, { authorization: `Bearer ${service.demoKey}` });
    expect(service.requests).toHaveLength(4);
  });

  it('is refused without a call if its arguments are invalid', async () => {
    const { service, gateway } = await start('2026-07-02T04:30:00Z');
    const { errors } = await execute(gateway.answer, Refused);
    expect(errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code]).toSorted()).toEqual([
      ['earthObservations', 'BAD_USER_INPUT'],
      ['weather', 'BAD_USER_INPUT'],
    ]);
    expect(service.requests).toHaveLength(0);
  });
});
