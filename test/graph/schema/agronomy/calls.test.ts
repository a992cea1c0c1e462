/** The service calls that computed fields make: over a socket to a real service, and to one that supports only field_id and limit. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, type LocalDate } from '../../../../src/platform/time/instant.ts';
import { startCountingService } from '../../../support/counting-service.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { untilFileEnd } from '../../../support/file-end.ts';
import { startLesserService } from '../../../support/lesser-service.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

const Shared = graphql(`
  query SharedCall($last: SpanInput!, $next: SpanInput) {
    field(id: "fld_demo_01") {
      timezone
      weather(last: $last) { date }
      weatherSummary(last: $last) { dayCount }
      weatherSummaries(by: WEEK, last: $last) { period dayCount missingDays precipitation { value } }
      byDekad: weatherSummaries(by: DEKAD, last: $last) { period }
      precipitationSpells(last: $last) { kind firstDate lastDate dayCount isStartKnown isEndKnown }
      growingDegreeDays(last: $last) { missingDays total { value } }
      ahead: growingDegreeDays(last: $last, next: $next) { missingDays days { date kind accumulated } }
      waterBalance(
        last: $last
        next: $next
        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
        cropCoefficients: [{ date: "2026-01-01", kc: 0.9 }, { date: "2026-12-31", kc: 1.1 }]
      ) {
        missingDays knownThrough et0Methods provenances readilyAvailableWater { value } days { date kind depletion { value } }
      }
    }
  }
`);

const Between = graphql(`
  query ComputedBetween($from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: "fld_demo_01") {
      weatherSummaries(by: MONTH, from: $from, to: $to, base: 10, upper: 30) { period dayCount missingDays precipitation { value } growingDegreeDays { value } }
      precipitationSpells(from: $from, to: $to) { kind firstDate lastDate dayCount isStartKnown isEndKnown }
      growingDegreeDays(from: $from, to: $to, base: 10, upper: 30) { missingDays total { value } days { date kind accumulated } }
      waterBalance(
        from: $from
        to: $to
        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
        cropCoefficients: [{ date: "2020-01-01", kc: 1 }, { date: "2120-01-01", kc: 1 }]
      ) { missingDays knownThrough days { date kind depletion { value } } }
      timeline(from: $from, to: $to) { date weather { kind temperatureMax { value } } }
    }
  }
`);

const TimelineOfAll = graphql(`
  query TimelineOfAll($last: SpanInput) {
    field(id: "fld_demo_01") {
      timeline(last: $last) {
        date
        weather { date kind temperatureMax { value } }
        observations { id observedAt }
        earthObservations { acquiredAt cloudCover { value } }
      }
    }
  }
`);

const TimelineDates = graphql(`
  query TimelineDates {
    field(id: "fld_demo_01") { timeline(last: { days: 3 }, next: { days: 2 }) { date } }
  }
`);

const Refused = graphql(`
  query RefusedComputed($targets: [DegreeDayTargetInput!], $points: [CropCoefficientInput!]!, $irrigation: [IrrigationInput!]!, $watered: [IrrigationInput!]!) {
    field(id: "fld_demo_01") {
      none: growingDegreeDays(targets: [{ growingDegreeDays: 0 }]) { missingDays }
      many: growingDegreeDays(targets: $targets) { missingDays }
      cold: growingDegreeDays(base: -1001, upper: 30) { missingDays }
      hot: growingDegreeDays(base: 10, upper: 1001) { missingDays }
      precipitationSpells(minWetDay: 0) { dayCount }
      waterBalance(rootZone: { totalAvailableWater: 10, initialDepletion: 20 }, cropCoefficients: [{ date: "2026-05-02", kc: 1 }, { date: "2026-05-01", kc: 3 }]) { missingDays }
      most: waterBalance(rootZone: { totalAvailableWater: 0, depletionFraction: 1, initialDepletion: 0 }, cropCoefficients: $points, irrigation: $irrigation) { missingDays }
      least: waterBalance(rootZone: { totalAvailableWater: 10001, depletionFraction: 0, initialDepletion: -1 }, cropCoefficients: [], irrigation: $watered) { missingDays }
      timeline(from: "2026-05-02", to: "2026-05-02") { date }
    }
  }
`);

const moment = '2026-07-02T04:30:00Z';
const now = () => new Date(moment);

describe('computed fields', async () => {
  const service = untilFileEnd(await startCountingService({ now }));

  beforeEach(() => {
    service.requests.length = 0;
  });

  it('share one call per window with the plain list, whether or not the timezone is known', async () => {
    const { answer } = gatewayAt(service.url, now);
    for (const calls of [2, 2]) {
      service.requests.length = 0;
      const { data, errors } = await execute(answer, Shared, { last: { days: 30 }, next: { days: 7 } });
      expect(errors).toBeUndefined();
      expect(service.requests).toHaveLength(calls);
      const field = data?.field;
      expect(field?.weatherSummaries?.reduce((sum, { dayCount }) => sum + dayCount, 0)).toBe(30);
      expect(field?.growingDegreeDays?.missingDays).toBe(0);
      expect(field?.ahead?.days).toHaveLength(37);
      expect(field?.ahead?.days.map(({ kind }) => kind)).toEqual([
        ...Array.from({ length: 30 }, () => 'OBSERVED'),
        ...Array.from({ length: 7 }, () => 'FORECAST'),
      ]);
      expect(field?.waterBalance).toMatchObject({
        missingDays: 0,
        readilyAvailableWater: { value: 60 },
        et0Methods: ['HARGREAVES_SAMANI'],
        knownThrough: '2026-07-07',
      });
      expect(field?.waterBalance?.provenances.toSorted()).toEqual(['REPLAYED', 'SIMULATED']);
    }
  });

  it('make one call per selected kind of a timeline, one for an unknown timezone, and none for its days', async () => {
    const { answer } = gatewayAt(service.url, now);
    const dates = await execute(answer, TimelineDates);
    // It is still the first of July in Seattle.
    expect(dates.data?.field?.timeline?.map(({ date }) => date)).toEqual([
      '2026-07-02',
      '2026-07-01',
      '2026-06-30',
      '2026-06-29',
      '2026-06-28',
    ]);
    expect(service.requests).toHaveLength(1);
    const { data, errors } = await execute(answer, TimelineOfAll, { last: { days: 60 } });
    expect(errors).toBeUndefined();
    expect(service.requests).toHaveLength(4);
    const days = data?.field?.timeline ?? [];
    expect(days).toHaveLength(60);
    const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' });
    for (const { date, weather, observations, earthObservations } of days) {
      expect(weather).toMatchObject({ date, kind: 'OBSERVED' });
      for (const { observedAt } of observations ?? []) expect(localDay.format(new Date(observedAt))).toBe(date);
      for (const { acquiredAt } of earthObservations ?? []) expect(localDay.format(new Date(acquiredAt))).toBe(date);
    }
    expect(days.flatMap(({ observations }) => observations ?? []).length).toBeGreaterThan(0);
    expect(days.flatMap(({ earthObservations }) => earthObservations ?? []).length).toBeGreaterThan(5);
  });

  it('refuse invalid arguments with the path and code of each, without a call', async () => {
    const { answer } = gatewayAt(service.url, now);
    await execute(answer, TimelineDates);
    service.requests.length = 0;
    const many = (length: number) => Array.from({ length }, (_, day) => addDays('2026-01-01' as LocalDate, day));
    const { errors = [] } = await execute(answer, Refused, {
      targets: many(51).map(() => ({ growingDegreeDays: 1 })),
      points: many(101).map((date) => ({ date, kc: 1 })),
      irrigation: many(2).map((date, day) => ({ date, depth: day === 0 ? -1 : 1_001 })),
      watered: many(401).map((date) => ({ date, depth: 1 })),
    });
    const faults = errors.flatMap(({ path, extensions }) => {
      expect(extensions.code).toBe('BAD_USER_INPUT');
      const found = extensions.faults as { path: string[]; code: string }[];
      return found.map((violation) => `${path?.at(-1)} ${violation.path.join('.')} ${violation.code}`);
    });
    expect(faults.toSorted()).toEqual([
      'cold base TOO_SMALL',
      'hot upper TOO_LARGE',
      'least cropCoefficients TOO_SHORT',
      'least irrigation TOO_MANY',
      'least rootZone.depletionFraction TOO_SMALL',
      'least rootZone.initialDepletion TOO_SMALL',
      'least rootZone.totalAvailableWater TOO_LARGE',
      'many targets TOO_MANY',
      'most cropCoefficients TOO_MANY',
      'most irrigation.0.depth TOO_SMALL',
      'most irrigation.1.depth TOO_LARGE',
      'most rootZone.depletionFraction TOO_LARGE',
      'most rootZone.totalAvailableWater TOO_SMALL',
      'none targets.0.growingDegreeDays TOO_SMALL',
      'precipitationSpells minWetDay TOO_SMALL',
      'timeline from EMPTY_WINDOW',
      'waterBalance cropCoefficients.1.date NOT_ALLOWED',
      'waterBalance cropCoefficients.1.kc TOO_LARGE',
      'waterBalance rootZone.initialDepletion TOO_LARGE',
    ]);
    expect(service.requests).toHaveLength(0);
  });
});

describe('over a service that supports only field_id and limit', async () => {
  const whole = untilFileEnd(await startCountingService({ now }));
  const lesser = untilFileEnd(await startLesserService(whole, now));

  it('computed fields and the timeline equal those over a complete service', async () => {
    const dateAt = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const variables = { from: dateAt(-40), to: dateAt(-3) };
    const expected = await execute(gatewayAt(whole.url, now).answer, Between, variables);
    const received = await execute(gatewayAt(lesser.url, now).answer, Between, variables);
    expect(received).toEqual(expected);
    expect(expected.data?.field?.growingDegreeDays).toMatchObject({ missingDays: 0, days: { length: 37 } });
  });

  it('windows relative to now use UTC, because the service states no timezone', async () => {
    const { answer } = gatewayAt(lesser.url, now);
    const { data, errors } = await execute(answer, Shared, { last: { days: 30 }, next: { days: 2 } });
    expect(errors).toBeUndefined();
    expect(data?.field?.timezone).toBeNull();
    expect(data?.field?.weather).toHaveLength(30);
    expect(data?.field?.waterBalance?.days).toHaveLength(32);
    expect(data?.field?.waterBalance?.missingDays).toBe(0);
  });
});
