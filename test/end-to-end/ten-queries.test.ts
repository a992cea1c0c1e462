/** The queries that front ends write, against the real service, with the number of calls that each makes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { startCountingService } from '../support/counting-service.ts';
import { demoFields } from '../support/demo-fields.ts';
import { graphql } from '../support/documents/documents.ts';
import type { NotesFeedQuery } from '../support/documents/types.ts';
import type { GraphAnswer } from '../support/execute.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { startProduct } from '../support/running.ts';

const dashboard = graphql(`
  query DashboardOfFields($ids: [ID!]!) {
    fields(ids: $ids) {
      id
      latestWeather { date kind temperatureMax { value unit } }
      latestEarthObservation(maxCloudCover: 60) { acquiredAt cloudCover { value } index(name: NDVI) { mean } }
      latestObservation { observedAt text }
    }
  }
`);

const fieldPage = graphql(`
  query WholeFieldPage($id: ID!) {
    field(id: $id) { id weather { date } earthObservations { acquiredAt } observations { text } }
  }
`);

const seasonChart = graphql(`
  query SeasonChart($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: $id) { indexSeries(index: NDVI, from: $from, to: $to) { acquiredAt cloudCover { value } statistics { mean p10 p90 } earthObservation { id } source { provenance } } }
  }
`);

const imperial = graphql(`
  query Imperial($id: ID!) {
    field(id: $id) {
      weather(kind: OBSERVED) {
        temperatureMax { value unit }
        fahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit }
        precipitation(unit: INCH) { value unit }
        windSpeed(unit: MILE_PER_HOUR) { value unit }
        growingDegreeDays(unit: FAHRENHEIT_DAY) { value unit base(unit: FAHRENHEIT) { value unit } }
      }
    }
  }
`);

const sprayWindow = graphql(`
  query SprayWindow($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime!) {
    field(id: $id) {
      weather(from: $from, to: $to, granularity: HOURLY, kind: FORECAST) { startsAt granularity kind windSpeed(unit: KILOMETRE_PER_HOUR) { value } precipitation { value } temperatureMean { value } }
    }
  }
`);

const sincePlanting = graphql(`
  query SincePlanting($id: ID!, $from: DateOrDateTime!, $to: DateOrDateTime) {
    field(id: $id) {
      weatherSummary(from: $from, to: $to) {
        startsAt endsAt dayCount observedDays missingDays
        growingDegreeDays { value unit base { value unit } upper { value } method }
        precipitation { value unit } et0 { value } frostDays temperatureMin { value } temperatureMax { value } provenances
      }
    }
  }
`);

const notesFeed = graphql(`
  query NotesFeed($id: ID!, $first: Int!, $after: String, $category: ObservationCategory) {
    field(id: $id) {
      observationsConnection(first: $first, after: $after, category: $category) {
        edges { cursor node { id category observedAt } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`);

const addNote = graphql(`
  mutation OfflinePhone($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { replayed observation { id } }
      ... on InvalidInputError { faults { path code message } }
    }
  }
`);

const refetch = graphql(`
  query Refetch($id: ID!) {
    node(id: $id) { id ... on Field { latestWeather { date } } }
  }
`);

const day = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('the gateway', async () => {
  const service = untilFileEnd(await startCountingService());
  const product = untilFileEnd(await startProduct({ FIELD_DATA_URL: service.url }));
  const demo = { authorization: `Bearer ${service.demoKey}` };

  beforeEach(() => {
    service.requests.length = 0;
  });

  it('answers a dashboard of 50 fields with the latest of each list in 150 calls of one record', async () => {
    const { data, errors } = await product.query(dashboard, { ids: demoFields(50) });
    expect(errors).toBeUndefined();
    expect(data?.fields).toHaveLength(50);
    for (const field of data?.fields ?? []) {
      expect(field?.latestWeather).toMatchObject({ kind: 'OBSERVED', temperatureMax: { unit: 'CELSIUS' } });
      expect(field?.latestObservation?.text).toEqual(expect.any(String));
    }
    expect(service.requests).toHaveLength(150);
    expect(service.requests.every(({ url }) => url.includes('limit=1'))).toBe(true);
  });

  it('answers a field page in 3 calls', async () => {
    const { data, errors } = await product.query(fieldPage, { id: 'fld_demo_01' });
    expect(errors).toBeUndefined();
    expect(data?.field?.weather?.length).toBeGreaterThanOrEqual(14);
    expect(service.requests).toHaveLength(3);
  });

  it('answers a season chart of one index, including its gaps, in 1 call', async () => {
    const now = Date.now();
    const variables = { id: 'fld_demo_01', from: dateOf(now - 200 * day), to: dateOf(now) };
    const { data, errors } = await product.query(seasonChart, variables);
    expect(errors).toBeUndefined();
    const points = data?.field?.indexSeries ?? [];
    expect(points.length).toBeGreaterThan(30);
    expect(points.some(({ statistics }) => statistics?.mean === null)).toBe(true);
    expect(points.some(({ statistics }) => typeof statistics?.mean === 'number')).toBe(true);
    expect(points.map(({ acquiredAt }) => acquiredAt)).toEqual(points.map(({ acquiredAt }) => acquiredAt).toSorted());
    expect(points[0]?.source.provenance).toBe('SIMULATED');
    expect(service.requests).toHaveLength(1);
  });

  it('answers a US partner in Fahrenheit, inches and miles per hour in 1 call', async () => {
    const { data, errors } = await product.query(imperial, { id: 'fld_demo_01' });
    expect(errors).toBeUndefined();
    expect(data?.field?.weather).toHaveLength(7);
    for (const record of data?.field?.weather ?? []) {
      expect(record.fahrenheit?.value).toBeCloseTo(((record.temperatureMax?.value ?? 0) * 9) / 5 + 32, 8);
      expect(record).toMatchObject({
        fahrenheit: { unit: 'FAHRENHEIT' },
        precipitation: { unit: 'INCH' },
        windSpeed: { unit: 'MILE_PER_HOUR' },
        growingDegreeDays: { unit: 'FAHRENHEIT_DAY', base: { value: 50, unit: 'FAHRENHEIT' } },
      });
    }
    expect(service.requests).toHaveLength(1);
  });

  it('answers a spray window of the next 48 hours, hour by hour, in 1 call', async () => {
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    const variables = {
      id: 'fld_demo_01',
      from: new Date(hour).toISOString(),
      to: new Date(hour + 2 * day).toISOString(),
    };
    const { data, errors } = await product.query(sprayWindow, variables);
    expect(errors).toBeUndefined();
    expect(data?.field?.weather).toHaveLength(48);
    expect(data?.field?.weather?.[0]).toMatchObject({ granularity: 'HOURLY', kind: 'FORECAST' });
    expect(service.requests).toHaveLength(1);
  });

  it('answers degree days and rain since planting, equal to the sum of the days, in 1 call', async () => {
    const now = Date.now();
    // Maize, because its thresholds are those of the service's records.
    const variables = { id: 'fld_demo_03', from: dateOf(now - 150 * day) };
    const { data, errors } = await product.query(sincePlanting, variables);
    expect(errors).toBeUndefined();
    const summary = data?.field?.weatherSummary;
    expect(summary?.missingDays).toBe(0);
    expect(summary?.observedDays).toBe(summary?.dayCount);
    expect(summary?.growingDegreeDays).toMatchObject({
      unit: 'CELSIUS_DAY',
      base: { value: 10, unit: 'CELSIUS' },
      upper: { value: 30 },
      method: 'MCMASTER_WILHELM_2',
    });
    expect(summary?.provenances).toEqual(['REPLAYED']);
    expect(service.requests).toHaveLength(1);
    const list = await fetch(`${service.url}/api/v1/weather?field_id=fld_demo_03&from=${variables.from}&kind=observed`);
    const { data: days } = (await list.json()) as {
      data: { growing_degree_days: { value: number }; precipitation: { value: number } }[];
    };
    const sum = (of: (one: (typeof days)[number]) => number) => days.reduce((before, one) => before + of(one), 0);
    expect(days).toHaveLength(summary?.dayCount ?? 0);
    expect(summary?.precipitation?.value).toBeCloseTo(
      sum((one) => one.precipitation.value),
      6,
    );
    expect(summary?.growingDegreeDays?.value).toBeCloseTo(
      sum((one) => one.growing_degree_days.value),
      0,
    );
  });

  it('pages through observations in 1 call a page, each once, and filters them by category', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const page: GraphAnswer<NotesFeedQuery> = await product.query(notesFeed, { id: 'fld_demo_01', first: 2, after });
      expect(page.errors).toBeUndefined();
      const connection = page.data?.field?.observationsConnection;
      expect(connection?.pageInfo.hasPreviousPage).toBe(after !== null);
      for (const { cursor, node } of connection?.edges ?? []) {
        expect(cursor).not.toBe('');
        seen.push(node.id);
      }
      after = connection?.pageInfo.hasNextPage ? (connection.pageInfo.endCursor ?? null) : null;
      pages += 1;
    } while (after !== null);
    expect(service.requests).toHaveLength(pages);
    expect(pages).toBeGreaterThan(1);
    const { data } = await product.query(fieldPage, { id: 'fld_demo_01' });
    expect(seen).toHaveLength(data?.field?.observations?.length ?? 0);
    expect(new Set(seen).size).toBe(seen.length);
    const filtered = await product.query(notesFeed, { id: 'fld_demo_01', first: 100, category: 'GROWTH_STAGE' });
    const edges = filtered.data?.field?.observationsConnection?.edges ?? [];
    expect(edges.length).toBeGreaterThan(0);
    expect(edges.every(({ node }) => node.category === 'GROWTH_STAGE')).toBe(true);
  });

  it('refuses a cursor of another list, and explains in terms of the graph which cursors are valid', async () => {
    const { errors } = await product.query(notesFeed, { id: 'fld_demo_01', first: 2, after: 'obs_elsewhere' });
    const message = 'must be a cursor of this list, such as pageInfo.endCursor of an earlier page';
    expect(errors).toMatchObject([{ extensions: { faults: [{ path: ['after'], code: 'UNKNOWN_CURSOR', message }] } }]);
  });

  it('writes an observation once if an offline phone sends it again, in 1 call a send', async () => {
    const input = { idempotencyKey: 'phone-1', fieldId: 'fld_demo_02', text: 'Slugs in the stubble.' };
    const first = await product.query(addNote, { input }, demo);
    const again = await product.query(addNote, { input }, demo);
    expect(first.data?.addObservation).toMatchObject({ replayed: false });
    expect(again.data?.addObservation).toMatchObject({ replayed: true });
    expect(service.requests).toHaveLength(2);
  });

  it('reports every invalid input of a partner’s form with its path, in 1 call', async () => {
    const input = {
      idempotencyKey: 'form-1',
      fieldId: 'fld_demo_02',
      text: '',
      growthStage: { code: '1234567' },
      photos: [{ href: 'javascript:alert(1)' }],
    };
    const { data, errors } = await product.query(addNote, { input }, demo);
    expect(errors).toBeUndefined();
    const result = data?.addObservation;
    if (result?.__typename !== 'InvalidInputError') throw new Error(`accepted: ${result?.__typename}`);
    const paths = result.faults.map(({ path }) => path.join('.')).toSorted();
    expect(paths).toEqual(['input.growthStage.code', 'input.photos.0.href', 'input.text']);
    expect(service.requests).toHaveLength(1);
  });

  it('refetches a node in 1 call', async () => {
    const { data, errors } = await product.query(refetch, { id: 'fld_demo_03' });
    expect(errors).toBeUndefined();
    expect(data?.node).toMatchObject({ id: 'fld_demo_03', latestWeather: { date: expect.any(String) } });
    expect(service.requests).toHaveLength(1);
  });
});
