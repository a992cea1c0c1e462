/** Computed fields over the embedded service, on a day in 2015, against independent figures from the NOAA rows of Seattle 2014. */
import { describe, expect, it } from 'vitest';
import { startCountingService } from '../../../support/counting-service.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { untilFileEnd } from '../../../support/file-end.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';
import golden from './golden.json' with { type: 'json' };

const now = () => new Date('2015-02-01T20:00:00Z');

const Year = graphql(`
  query SeattleYear($by: CalendarPeriod!) {
    field(id: "fld_demo_01") {
      weatherSummaries(by: $by, from: "2014-01-01", to: "2015-01-01", base: 10, upper: 30) {
        period isWhole dayCount missingDays precipitation { value } precipitationMissingDays wetDays frostDays
        temperatureMin { value } temperatureMax { value } growingDegreeDays { value } provenances
      }
      weatherSummary(from: "2014-01-01", to: "2015-01-01") { wetDays dayCount isWhole period }
    }
  }
`);

const Season = graphql(`
  query SeattleSeason($method: DegreeDayMethod!, $targets: [DegreeDayTargetInput!]) {
    field(id: "fld_demo_01") {
      growingDegreeDays(method: $method, targets: $targets, from: "2014-04-15", to: "2014-10-01", base: 10, upper: 30) {
        total { value unit method base { value } upper { value } }
        missingDays
        days { date kind accumulated }
        targets { growingDegreeDays reachedOn kind isAtLatest remaining }
        provenances
      }
    }
  }
`);

const Spells = graphql(`
  query SeattleSpells($unit: LengthUnit!, $minWetDay: Float!) {
    field(id: "fld_demo_01") {
      precipitationSpells(minWetDay: $minWetDay, unit: $unit, from: "2014-01-01", to: "2015-01-01") {
        kind firstDate lastDate dayCount precipitation { value unit } isStartKnown isEndKnown provenances
      }
    }
  }
`);

describe('Seattle 2014', async () => {
  const service = untilFileEnd(await startCountingService({ now }));
  const gateway = gatewayAt(service.url, now);

  it('has the independently computed months and weeks, in one call with the whole year', async () => {
    service.requests.length = 0;
    const { data, errors } = await execute(gateway.answer, Year, { by: 'MONTH' });
    expect(errors).toBeUndefined();
    expect(service.requests).toHaveLength(1);
    expect(data?.field?.weatherSummary).toEqual({
      wetDays: golden.seattle_2014.wetDays,
      dayCount: 365,
      isWhole: true,
      period: null,
    });
    const months = data?.field?.weatherSummaries ?? [];
    expect(months).toHaveLength(12);
    for (const row of golden.seattle_2014.months) {
      expect(months.find(({ period }) => period === row.period)).toMatchObject({
        isWhole: true,
        dayCount: row.days,
        missingDays: 0,
        precipitation: { value: row.precipitation },
        precipitationMissingDays: 0,
        wetDays: row.wetDays,
        frostDays: row.frostDays,
        temperatureMin: { value: row.temperatureMin },
        temperatureMax: { value: row.temperatureMax },
        growingDegreeDays: { value: row.growingDegreeDays },
      });
    }
    const byWeek = await execute(gateway.answer, Year, { by: 'WEEK' });
    const weeks = byWeek.data?.field?.weatherSummaries ?? [];
    for (const row of golden.seattle_2014_weeks) {
      expect(weeks.find(({ period }) => period === row.period)).toMatchObject({
        dayCount: row.days,
        isWhole: true,
        precipitation: { value: row.precipitation },
        temperatureMin: { value: row.temperatureMin },
        temperatureMax: { value: row.temperatureMax },
        growingDegreeDays: { value: row.growingDegreeDays },
      });
    }
    // The year begins on a Wednesday and ends on one.
    expect([weeks.at(0), weeks.at(-1)]).toMatchObject([
      { period: '2014-W01', isWhole: false, dayCount: 5 },
      { period: '2015-W01', isWhole: false, dayCount: 3 },
    ]);
  });

  it.each(Object.entries(golden.gdd_seattle_2014.methods))(
    'has the independently computed degree days by %s',
    async (method, row) => {
      const targets = row.targets.map(({ degreeDays }) => ({ growingDegreeDays: degreeDays }));
      const { data, errors } = await execute(gateway.answer, Season, { method: method as 'SINGLE_SINE', targets });
      expect(errors).toBeUndefined();
      const series = data?.field?.growingDegreeDays;
      expect(series?.total?.value).toBeCloseTo(row.total, 2);
      expect(series?.total).toMatchObject({ unit: 'CELSIUS_DAY', method, base: { value: 10 }, upper: { value: 30 } });
      expect(series?.missingDays).toBe(0);
      expect(series?.days).toHaveLength(169);
      expect(
        series?.targets.map(({ growingDegreeDays: degreeDays, reachedOn }) => ({ degreeDays, reachedOn })),
      ).toEqual(row.targets);
      expect(series?.targets.at(-1)).toMatchObject({ kind: null, isAtLatest: false });
      expect(series?.targets.at(-1)?.remaining).toBeCloseTo(1500 - row.total, 2);
    },
  );

  it('has the independently computed longest dry and wet spells, whatever unit is requested', async () => {
    const { data, errors } = await execute(gateway.answer, Spells, { unit: 'MILLIMETRE', minWetDay: 1 });
    expect(errors).toBeUndefined();
    const spells = data?.field?.precipitationSpells ?? [];
    for (const [kind, rows] of [
      ['DRY', golden.seattle_2014.longestDry],
      ['WET', golden.seattle_2014.longestWet],
    ] as const) {
      const longest = spells
        .filter((spell) => spell.kind === kind)
        .toSorted((a, b) => b.dayCount - a.dayCount)
        .slice(0, 3);
      expect(longest).toMatchObject(
        rows.map(({ startKnown, endKnown, precipitation, days: dayCount, ...row }) => ({
          ...row,
          dayCount,
          precipitation: { value: precipitation, unit: 'MILLIMETRE' },
          isStartKnown: startKnown,
          isEndKnown: endKnown,
        })),
      );
    }
    const inInches = await execute(gateway.answer, Spells, { unit: 'INCH', minWetDay: 1 / 25.4 });
    const dates = (list: typeof spells) => list.map(({ firstDate, lastDate }) => [firstDate, lastDate]);
    expect(dates(inInches.data?.field?.precipitationSpells ?? [])).toEqual(dates(spells));
  });
});
