/** A window counts the days and hours that begin in it and are over, in every timezone and whatever the service states. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { zonedHours } from '../../../support/hourly-records.ts';
import { lesserReply, wholeReply, zonedDays, zones } from '../../../support/zoned-weather.ts';

const Counted = graphql(`
  query CountedDays($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_a") {
      weatherSummary(from: $from, to: $to) { startsAt endsAt startsAtLocal endsAtLocal dayCount observedDays missingDays precipitation { value } }
      weatherSummaries(by: MONTH, from: $from, to: $to) { period isWhole startsAt endsAt startsAtLocal endsAtLocal dayCount missingDays }
      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }
      growingDegreeDays(from: $from, to: $to) { missingDays days { date kind growingDegreeDays } }
      waterBalance(
        from: $from
        to: $to
        rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
        cropCoefficients: [{ date: "2020-01-01", kc: 1 }, { date: "2030-01-01", kc: 1 }]
      ) { missingDays knownThrough days { date depletion { value } } }
    }
  }
`);

const Hours = graphql(`
  query CountedHours($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_a") { temperatureHours(from: $from, to: $to) { hourCount missingHours } }
  }
`);

const Dekads = graphql(`
  query DekadsOfADateLine($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_a") { weatherSummaries(by: DEKAD, from: $from, to: $to) { period isWhole startsAtLocal endsAtLocal dayCount } }
  }
`);

type Service = ReturnType<typeof lesserReply> | ReturnType<typeof wholeReply>;

/** The computed fields of a window, by default at a moment long after it. */
async function countedOf(service: Service, window: { from: string; to: string }, now = '2026-12-24T12:00:00Z') {
  const { answer } = gatewayOver(service, { now: () => new Date(now) });
  const { data, errors } = await execute(answer, Counted, window);
  const { weatherSummary, weatherSummaries, precipitationSpells, growingDegreeDays, waterBalance } = data?.field ?? {};
  return { errors, weatherSummary, weatherSummaries, precipitationSpells, growingDegreeDays, waterBalance };
}

async function hoursOf(service: Service, window: { from: string; to: string }, now = '2026-12-24T12:00:00Z') {
  const { answer } = gatewayOver(service, { now: () => new Date(now) });
  const { data, errors } = await execute(answer, Hours, window);
  expect(errors).toBeUndefined();
  return data?.field?.temperatureHours;
}

describe.each(zones)('over a service that states neither window nor timezone, for a field in %s', (zone) => {
  const records = zonedDays(zone, '2025-12-20', 360);

  it.each([
    ['in winter', '2026-01-10', '2026-01-20'],
    ['in summer', '2026-07-10', '2026-07-20'],
    ['around the spring clock change in Europe', '2026-03-24', '2026-04-03'],
    ['from the spring clock change in Europe', '2026-03-29', '2026-04-08'],
    ['from the autumn clock change in Europe', '2026-10-25', '2026-11-04'],
  ])('counts each day that begins in a ten-day window %s', async (_, from, to) => {
    const counted = await countedOf(lesserReply(records), { from, to });
    const begun = records.filter(({ starts_at }) => starts_at >= from && starts_at < to);
    expect(counted.errors).toBeUndefined();
    expect(counted.weatherSummary).toMatchObject({ dayCount: begun.length, missingDays: 0 });
    expect(counted.weatherSummaries?.reduce((sum, { dayCount }) => sum + dayCount, 0)).toBe(begun.length);
    expect(counted.precipitationSpells).toMatchObject([{ dayCount: begun.length }]);
    expect(counted.growingDegreeDays).toMatchObject({ missingDays: 0, days: { length: begun.length } });
    expect(counted.waterBalance).toMatchObject({ missingDays: 0, knownThrough: begun.at(-1)?.date });
    // A day has 23 to 25 hours, so at most one day more or less than ten begins in these 240 hours.
    expect([10, zone === 'UTC' ? 10 : 11, 9]).toContain(begun.length);
  });

  it('fails with INCOMPLETE_UPSTREAM_DATA for a day without a record, also on a clock change', async () => {
    for (const lost of ['2026-01-15', '2026-03-29', '2026-10-25']) {
      const window = { from: `${lost.slice(0, 8)}01`, to: `${lost.slice(0, 8)}31` };
      const gapped = records.filter(({ date }) => date !== lost);
      const { errors } = await countedOf(lesserReply(gapped), window);
      expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['INCOMPLETE_UPSTREAM_DATA']));
    }
  });
});

it('a day gets the date of its middle where the service states neither a date nor a timezone', async () => {
  const records = zonedDays('Europe/London', '2026-03-01', 60).map(({ date: _, ...record }) => record);
  const { growingDegreeDays } = await countedOf(lesserReply(records), { from: '2026-03-27', to: '2026-04-01' });
  expect(growingDegreeDays?.days.map(({ date }) => date)).toEqual([
    ...['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01'],
  ]);
});

it('a month without a timezone is whole if the window contains all of its days', async () => {
  const service = lesserReply(zonedDays('Europe/Berlin', '2026-03-01', 120));
  const { weatherSummaries: cut } = await countedOf(service, { from: '2026-05-01', to: '2026-06-01' });
  expect(cut?.map(({ period, isWhole, dayCount }) => [period, isWhole, dayCount])).toEqual([
    ['2026-05', false, 30],
    ['2026-06', false, 1],
  ]);
  const { weatherSummaries: whole } = await countedOf(service, { from: '2026-04-30T22:00:00Z', to: '2026-06-01' });
  expect(whole?.[0]).toMatchObject({
    isWhole: true,
    dayCount: 31,
    startsAt: '2026-04-30T22:00:00Z',
    endsAt: '2026-05-31T22:00:00Z',
    startsAtLocal: null,
    endsAtLocal: null,
  });
});

describe('with a timezone', () => {
  const zone = 'Europe/Berlin';
  const none = wholeReply([], zone);

  it('counts calendar days where there are no records', async () => {
    const { weatherSummary, growingDegreeDays } = await countedOf(none, {
      from: '2026-05-01T00:15:00+02:00',
      to: '2026-05-03T00:15:00+02:00',
    });
    expect(weatherSummary).toMatchObject({ dayCount: 2, missingDays: 2 });
    expect(growingDegreeDays?.days.map(({ date }) => date)).toEqual(['2026-05-02', '2026-05-03']);
    const one = await countedOf(none, { from: '2026-05-01T00:15:00+02:00', to: '2026-05-03' });
    expect(one.weatherSummary).toMatchObject({ dayCount: 1, missingDays: 1 });
    expect(one.growingDegreeDays?.days.map(({ date }) => date)).toEqual(['2026-05-02']);
  });

  it('writes the bounds of a summary in UTC and in the local time of the field', async () => {
    const whole = {
      startsAt: '2026-02-28T23:00:00Z',
      endsAt: '2026-03-31T22:00:00Z',
      startsAtLocal: '2026-03-01T00:00:00+01:00',
      endsAtLocal: '2026-04-01T00:00:00+02:00',
    };
    const { weatherSummary, weatherSummaries } = await countedOf(none, { from: '2026-03-01', to: '2026-04-01' });
    expect(weatherSummary).toMatchObject(whole);
    expect(weatherSummaries).toMatchObject([{ period: '2026-03', isWhole: true, ...whole }]);
  });

  it('counts only days that begin in the window, also if it begins within an hour after midnight', async () => {
    const window = { from: '2026-05-01T00:30:00+02:00', to: '2026-05-04' };
    expect((await countedOf(none, window)).weatherSummary).toMatchObject({ dayCount: 2 });
    const sent = wholeReply(zonedDays(zone, '2026-05-03', 1), zone);
    const { weatherSummary, growingDegreeDays } = await countedOf(sent, window);
    expect(weatherSummary).toMatchObject({ dayCount: 2, observedDays: 1, missingDays: 1 });
    expect(growingDegreeDays?.days.map(({ date }) => date)).toEqual(['2026-05-02', '2026-05-03']);
  });

  it.each([
    ['2026-03-28', '2026-03-31', 3],
    ['2026-10-24', '2026-10-27', 3],
    ['2026-03-29T00:30:00+01:00', '2026-03-31T00:30:00+02:00', 2],
    ['2026-10-25T00:30:00+02:00', '2026-10-27T00:30:00+01:00', 2],
  ])('counts only days that begin in a window across a clock change: %s to %s', async (from, to, days) => {
    for (const records of [[], zonedDays(zone, '2026-03-01', 300)]) {
      const { weatherSummary, growingDegreeDays } = await countedOf(wholeReply(records, zone), { from, to });
      expect(weatherSummary?.dayCount).toBe(days);
      expect(growingDegreeDays?.days).toHaveLength(days);
    }
  });

  it('counts no day that a place skipped when it crossed the date line', async () => {
    const apia = wholeReply(zonedDays('Pacific/Apia', '2011-12-28', 2), 'Pacific/Apia');
    const { weatherSummary, growingDegreeDays } = await countedOf(apia, { from: '2011-12-28', to: '2012-01-01' });
    expect(weatherSummary).toMatchObject({ dayCount: 3, missingDays: 1 });
    expect(growingDegreeDays?.days.map(({ date }) => date)).toEqual(['2011-12-28', '2011-12-29', '2011-12-31']);
  });
});

it.each([
  ['first', 'Pacific/Kwajalein', ['1993-08-05', '1993-09-02'], '1993-08-D3', ['1993-08-22', '1993-09-01']],
  ['last', 'Pacific/Kiritimati', ['1994-12-05', '1995-01-02'], '1994-12-D3', ['1994-12-21', '1995-01-01']],
])(
  'a period whose %s day was skipped in %s is whole and is bounded by its existing days',
  async (_, zone, [from, to], period, bounds) => {
    const { answer } = gatewayOver(wholeReply([], zone), { now: () => new Date('2026-12-24T12:00:00Z') });
    const { data } = await execute(answer, Dekads, { from: from!, to: to! });
    const { startsAtLocal, endsAtLocal, ...rest } = data!.field!.weatherSummaries!.find(
      (each) => each.period === period,
    )!;
    expect(rest).toEqual({ period, isWhole: true, dayCount: 10 });
    expect([startsAtLocal, endsAtLocal].map((bound) => bound?.slice(0, 19))).toEqual(
      bounds.map((day) => `${day}T00:00:00`),
    );
  },
);

describe('a past day with only a forecast', () => {
  const records = zonedDays('Europe/Berlin', '2026-05-01', 9, (day) =>
    day === 4 ? { kind: 'forecast', precipitation: { value: 20, unit: 'millimetre' } } : {},
  ).map((record, day) =>
    day === 4 ? record : { ...record, precipitation: { value: 0, unit: 'millimetre' as const } },
  );
  const window = { from: '2026-05-01', to: '2026-05-10' };

  it('counts as missing and ends the spell before it', async () => {
    const counted = await countedOf(wholeReply(records, 'Europe/Berlin'), window);
    expect(counted.errors).toBeUndefined();
    expect(counted.weatherSummary).toMatchObject({ dayCount: 9, observedDays: 8, missingDays: 1 });
    expect(counted.weatherSummaries).toMatchObject([{ dayCount: 9, missingDays: 1 }]);
    expect(counted.precipitationSpells).toMatchObject([
      { kind: 'DRY', firstDate: '2026-05-01', lastDate: '2026-05-04', isEndKnown: false },
      { kind: 'DRY', firstDate: '2026-05-06', lastDate: '2026-05-09', isStartKnown: false },
    ]);
    expect(counted.growingDegreeDays?.days[4]).toMatchObject({
      date: '2026-05-05',
      kind: 'FORECAST',
      growingDegreeDays: 5,
    });
  });

  it('fails spells and summaries of observed days if the service does not state its window', async () => {
    const { errors } = await countedOf(lesserReply(records), { from: '2026-05-02', to: '2026-05-08' });
    expect(errors?.map(({ path }) => path?.at(-1)).toSorted()).toEqual([
      ...['precipitationSpells', 'weatherSummaries', 'weatherSummary'],
    ]);
  });
});

describe('a day or hour that the end of the window cuts off', () => {
  const zone = 'Europe/Berlin';
  const window = { from: '2026-05-01', to: '2026-05-04T12:00:00+02:00' };

  it('counts if it is over, with or without a record', async () => {
    const days = zonedDays(zone, '2026-05-01', 4);
    const whole = await countedOf(wholeReply(days, zone), window);
    const less = await countedOf(wholeReply(days.slice(0, 3), zone), window);
    expect(whole.weatherSummary).toMatchObject({ dayCount: 4, missingDays: 0 });
    expect(less.weatherSummary).toMatchObject({ dayCount: 4, missingDays: 1 });
    expect(less.growingDegreeDays?.days).toHaveLength(4);
    const rest = { from: window.to, to: '2026-05-10' };
    const all = { from: window.from, to: rest.to };
    const counts = await Promise.all([window, rest, all].map((each) => countedOf(wholeReply(days, zone), each)));
    const [one = 0, other, sum] = counts.map(({ weatherSummary }) => weatherSummary?.dayCount);
    expect(one + (other ?? 0)).toBe(sum);
  });

  it('does not count before it is over', async () => {
    const { weatherSummary } = await countedOf(wholeReply([], zone), window, '2026-05-04T21:59:59Z');
    expect(weatherSummary).toMatchObject({ dayCount: 3, missingDays: 3 });
  });

  it('counts under the same conditions if it is an hour', async () => {
    const hours = { from: '2026-05-01T00:00:00Z', to: '2026-05-01T05:30:00Z' };
    const records = zonedHours('UTC', '2026-05-01', 1);
    expect(await hoursOf(wholeReply(records, 'UTC'), hours)).toEqual({ hourCount: 6, missingHours: 0 });
    expect(await hoursOf(wholeReply(records.slice(0, 5), 'UTC'), hours)).toEqual({ hourCount: 6, missingHours: 1 });
    expect(await hoursOf(wholeReply([], 'UTC'), hours, '2026-05-01T04:30:00Z')).toEqual({
      hourCount: 4,
      missingHours: 4,
    });
  });
});
