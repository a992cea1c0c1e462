/** Computed fields depend neither on the order nor on the repetition of records: each interval uses one record, preferably observed. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { hourlyRecords } from '../../../support/hourly-records.ts';
import { note, scene } from '../../../support/recorded-service.ts';
import { lesserReply, wholeReply, zonedDays } from '../../../support/zoned-weather.ts';

const Season = graphql(`
  query SeasonInAnyOrder {
    field(id: "fld_a") {
      indexSeason(index: NDVI, from: "2026-04-01", to: "2026-06-01", earlierYears: 1) {
        points { earthObservation { id } mean earlierMean } area change changeDays longestGapDays peak { earthObservation { id } } clearScenes missingScenes
      }
      indexSeries(index: NDVI, from: "2026-04-01", to: "2026-06-01") { statistics { mean } earthObservation { id } }
    }
  }
`);

const Series = graphql(`
  query SeriesOfMalformed {
    field(id: "fld_a") { indexSeries(index: NDVI, from: "2026-04-01", to: "2026-06-01") { statistics { mean } } }
  }
`);

const Spraying = graphql(`
  query SprayingInAnyOrder {
    field(id: "fld_a") {
      sprayConditions(next: { hours: 12 }, rules: { dryHours: 1, daylightMarginHours: 1 }) { hoursWithoutRecord windows { startsAt endsAt hourCount } hours { startsAt kind verdict } }
      temperatureHours(from: "2026-06-10T00:00:00Z", to: "2026-06-10T10:00:00Z") { hourCount missingHours utahUnits }
    }
  }
`);

const Days = graphql(`
  query DaysInAnyOrder($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_a") {
      weatherSummary(from: $from, to: $to) { dayCount missingDays precipitation { value } }
      weatherSummaries(by: WEEK, from: $from, to: $to) { period dayCount missingDays precipitation { value } }
      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate precipitation { value } }
      growingDegreeDays(from: $from, to: $to) { missingDays total { value } days { date kind growingDegreeDays } }
      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }
    }
  }
`);

const Happened = graphql(`
  query HappenedInAnyOrder {
    field(id: "fld_a") {
      timeline(from: "2026-05-01", to: "2026-05-05") { date observations { id } earthObservations { id } }
    }
  }
`);

it('a malformed instant of a scene fails the series with UPSTREAM_ERROR', async () => {
  const meta = { field_id: 'fld_a', timezone: 'UTC', from: '2026-04-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
  const data = ['2026-05-03T10:00:00Z', 'yesterday', '2026-04-03T10:00:00Z'].map((acquired_at, at) => {
    return { ...scene('fld_a'), id: `eo_${at}`, acquired_at };
  });
  const { answer } = gatewayOver(() => ({ body: { data, meta } }));
  const { data: found, errors } = await execute(answer, Series);
  expect([found?.field?.indexSeries, errors?.[0]?.extensions.code]).toEqual([null, 'UPSTREAM_ERROR']);
});

const reversed = <Item>(items: Item[]): Item[] => items.toReversed();
const doubled = <Item>(items: Item[]): Item[] => [...items, ...items];
const mixed = <Item>(items: Item[]): Item[] => [
  ...items.filter((_, at) => at % 3 === 1),
  ...items.filter((_, at) => at % 3 !== 1).toReversed(),
  ...items.slice(0, 4),
];
const orders = { reversed, doubled, mixed };
const meta = { field_id: 'fld_a', timezone: 'UTC' };

describe.each(Object.entries(orders))('%s', (_, order) => {
  it('scenes give the same season', async () => {
    const scenesOf = (year: number) =>
      [10, 15, 20, 25, 30, 35].map((day, index) => {
        const acquired_at = new Date(Date.UTC(year, 3, day, 10)).toISOString();
        const id = `eo_${year}_${day}`;
        return { ...scene('fld_a'), id, acquired_at, indices: [{ name: 'ndvi' as const, mean: 0.2 + index * 0.1 }] };
      });
    const seasonOf = async (change: typeof order) => {
      const { answer } = gatewayOver(({ query: { from = '', to = '' } }) => {
        const sent = change(scenesOf(Number(from.slice(0, 4))));
        return { body: { data: sent, meta: { ...meta, from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` } } };
      });
      const { data, errors } = await execute(answer, Season);
      expect(errors).toBeUndefined();
      return data?.field;
    };
    const expected = await seasonOf((scenes) => scenes);
    expect(expected?.indexSeason?.area).toBeCloseTo(0.45 * 25, 6);
    expect(await seasonOf(order)).toEqual(expected);
  });

  it('hours give the same spray windows and the same temperature hours', async () => {
    const from = '2026-06-10T00:00:00Z';
    const hours = hourlyRecords(from, 48, (index) => ({ kind: index < 12 ? 'observed' : 'forecast' }));
    const gapped = hours.filter((_, index) => index !== 5 && index !== 18);
    const forecasts = gapped.slice(0, 11).map((hour) => ({ ...hour, kind: 'forecast' as const, wind_speed: null }));
    const foundOf = async (records: typeof hours) => {
      const { answer } = gatewayOver(
        ({ query: { from: first, to } }) => ({ body: { data: records, meta: { ...meta, from: first, to } } }),
        { now: () => new Date('2026-06-10T12:20:00Z') },
      );
      const { data, errors } = await execute(answer, Spraying);
      expect(errors).toBeUndefined();
      return data?.field;
    };
    const expected = await foundOf(gapped);
    expect(expected).toMatchObject({
      sprayConditions: { hoursWithoutRecord: 1 },
      temperatureHours: { hourCount: 10, missingHours: 1 },
    });
    expect(await foundOf([...forecasts, ...order(gapped)])).toEqual(expected);
  });

  it('days give the same sums, also with a forecast of each day before its observation', async () => {
    const days = zonedDays('Europe/Berlin', '2026-05-01', 20, (day) => ({
      precipitation: { value: day % 3, unit: 'millimetre' },
      kind: day < 15 ? 'observed' : 'forecast',
    })).filter((_, day) => day !== 7);
    const forecasts = days.map((day) => ({
      ...day,
      kind: 'forecast' as const,
      temperature_max: { value: 40, unit: 'celsius' as const },
      precipitation: { value: 9, unit: 'millimetre' as const },
    }));
    const sent = [...forecasts.slice(0, 14), ...order(days)];
    const foundOf = async (service: ReturnType<typeof lesserReply> | ReturnType<typeof wholeReply>) => {
      const { answer } = gatewayOver(service, { now: () => new Date('2026-05-16T00:00:00Z') });
      const { data } = await execute(answer, Days, { from: '2026-05-02', to: '2026-05-20' });
      return data?.field;
    };
    const expected = await foundOf(wholeReply(days, 'Europe/Berlin'));
    expect(expected?.weatherSummary).toMatchObject({ dayCount: 14, missingDays: 1 });
    expect(await foundOf(wholeReply(sent, 'Europe/Berlin'))).toEqual(expected);
    expect(await foundOf(lesserReply(sent))).toEqual(await foundOf(lesserReply(days)));
  });

  it('observations and scenes appear on their days, with days newest first and scenes oldest first', async () => {
    const notes = [4, 3, 2].map((day) => ({
      ...note('fld_a', `obs_${day}`),
      observed_at: `2026-05-0${day}T08:00:00Z`,
    }));
    const scenes = [8, 12, 16].map((hour) => ({
      ...{ ...scene('fld_a'), id: `eo_${hour}` },
      acquired_at: `2026-05-03T${String(hour).padStart(2, '0')}:00:00Z`,
    }));
    const { answer } = gatewayOver(({ path }) => {
      const page = { limit: 100, has_more: true, next_cursor: 'obs_2' };
      const stated = { ...meta, from: '2026-05-01T00:00:00Z', to: '2026-05-05T00:00:00Z' };
      if (path.endsWith('/observations')) return { body: { data: reversed(notes), page, meta } };
      return { body: { data: path.endsWith('/weather') ? [] : order(scenes), meta: stated } };
    });
    const { data, errors } = await execute(answer, Happened);
    expect(errors).toBeUndefined();
    expect(data?.field?.timeline).toEqual([
      { date: '2026-05-04', observations: [{ id: 'fld_a:obs:obs_4' }], earthObservations: [] },
      {
        date: '2026-05-03',
        observations: [{ id: 'fld_a:obs:obs_3' }],
        earthObservations: [{ id: 'fld_a:eo:eo_8' }, { id: 'fld_a:eo:eo_12' }, { id: 'fld_a:eo:eo_16' }],
      },
      { date: '2026-05-02', observations: null, earthObservations: [] },
      { date: '2026-05-01', observations: null, earthObservations: [] },
    ]);
  });
});

it('a timeline includes the weather of its first day if the service states no timezone', async () => {
  const { answer } = gatewayOver(lesserReply(zonedDays('Europe/Berlin', '2026-04-01', 60)), {
    now: () => new Date('2026-07-01T00:00:00Z'),
  });
  const { data } = await execute(answer, Days, { from: '2026-05-01', to: '2026-05-04' });
  expect(data?.field?.timeline?.map(({ date, weather }) => [date, weather?.kind])).toEqual([
    ...['2026-05-03', '2026-05-02', '2026-05-01'].map((date) => [date, 'OBSERVED']),
  ]);
});
