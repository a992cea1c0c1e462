/** All computed fields of one field in one query, over a socket to a real service. */
import { expect, it } from 'vitest';
import { startCountingService } from '../../../support/counting-service.ts';
import { graphql } from '../../../support/documents/documents.ts';
import { execute } from '../../../support/execute.ts';
import { gatewayAt } from '../../../support/gateway-at.ts';

const Twelve = graphql(`
  query TwelveComputedFields {
    field(id: "fld_demo_01") {
      timezone
      weatherSummary(last: { days: 30 }) { dayCount }
      weatherSummaries(by: WEEK, last: { days: 30 }) { period }
      byMonth: weatherSummaries(by: MONTH, last: { days: 30 }) { period }
      precipitationSpells(last: { days: 30 }) { kind }
      growingDegreeDays(last: { days: 30 }) { missingDays }
      waterBalance(
        last: { days: 30 }
        rootZone: { totalAvailableWater: 120, initialDepletion: 40 }
        cropCoefficients: [{ date: "2026-01-01", kc: 1 }, { date: "2026-12-31", kc: 1 }]
      ) { missingDays }
      temperatureHours(last: { days: 30 }) { hourCount }
      sprayConditions { hoursWithoutRecord }
      indexSeries(index: NDVI, last: { days: 30 }) { statistics { mean } }
      indexSeason(index: NDVI, last: { days: 30 }, earlierYears: 2) { clearScenes }
      timeline(last: { days: 30 }) { date weather { date } observations { id } earthObservations { id } }
    }
  }
`);

it('twelve computed fields of one window make seven calls: one per list, one for forecast hours, two for earlier years', async () => {
  const now = () => new Date('2026-07-02T04:30:00Z');
  await using service = await startCountingService({ now });
  const gateway = gatewayAt(service.url, now);
  await execute(gateway.answer, Twelve);
  service.requests.length = 0;
  const { data, errors } = await execute(gateway.answer, Twelve);
  expect(errors).toBeUndefined();
  expect(Object.values(data?.field ?? {})).toHaveLength(12);
  const requested = service.requests.map(({ url }) => {
    const { pathname, searchParams } = new URL(url, service.url);
    const hours = searchParams.get('granularity') ?? '';
    return [pathname.slice('/api/v1/'.length), hours, searchParams.get('from')?.slice(0, 10) ?? ''].join(' ').trim();
  });
  expect(requested.toSorted()).toEqual([
    'earth-observations  2024-05-02',
    'earth-observations  2025-05-02',
    'earth-observations  2026-06-01',
    'observations  2026-06-01',
    'weather  2026-06-01',
    'weather hourly 2026-06-01',
    'weather hourly 2026-07-02',
  ]);
});
