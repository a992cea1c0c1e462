/** Every breach of the contract is reported as an error of the service, never as a failure of the gateway. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/graph/errors/codes.ts';
import { brokenOf, sampleOf, withMeasure } from '../../support/contract-sample.ts';
import { type GraphAnswer, postOf, requestJson } from '../../support/execute.ts';
import { defaultLimits } from '../../support/default-limits.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { meta, type RecordedCall, type Reply, scene, weatherDay } from '../../support/recorded-service.ts';
import { sized } from '../../support/size.ts';
import { wholeSelection } from '../../support/whole-selection.ts';

const window = 'from: "2026-04-30T00:00:00Z", to: "2026-05-02T00:00:00Z"';
const soil = `rootZone: { totalAvailableWater: 100, initialDepletion: 10 }
  cropCoefficients: [{ date: "2026-04-01", kc: 1 }, { date: "2026-05-31", kc: 1 }]`;
const record = wholeSelection('WeatherRecord');
const wholeScene = wholeSelection('EarthObservation');
const note = wholeSelection('Observation');
const list = { ...meta('fld_a'), from: '2026-04-30T00:00:00Z', to: '2026-05-02T00:00:00Z' };

const hours = [{ ...sampleOf('WeatherRecord'), granularity: 'hourly' }];

/** Each read of the service: a valid response, and a selection of everything that the graph makes of it. */
const reads: Record<string, { answer: object; selection: string; now?: string }> = {
  weather: {
    answer: { data: [sampleOf('WeatherRecord')], meta: list },
    selection: `weather(${window}) ${record} latestWeather ${record}
      weatherSummary(${window}) ${wholeSelection('WeatherSummary')}
      waterBalance(${window}, ${soil}) ${wholeSelection('WaterBalance')}`,
  },
  'hours that are over': {
    answer: { data: hours, meta: list },
    selection: `weather(${window}, granularity: HOURLY) ${record}
      temperatureHours(${window}) ${wholeSelection('TemperatureHours')}`,
  },
  'hours ahead': {
    answer: { data: hours, meta: list },
    selection: `
      sprayConditions(rules: { dryHours: 0, daylightMarginHours: 0 }) ${wholeSelection('SprayConditions')}`,
    // Makes the requested hours those of the window.
    now: '2026-04-30T00:00:00Z',
  },
  'earth observations': {
    answer: { data: [sampleOf('EarthObservation')], meta: list },
    selection: `earthObservations(${window}) ${wholeScene} latestEarthObservation(maxCloudCover: 90) ${wholeScene}
      clear: earthObservations(${window}, maxCloudCover: 50) ${wholeScene}
      indexSeries(${window}, index: NDVI) ${wholeSelection('IndexSeriesPoint')}
      indexSeason(${window}, index: NDVI, maxCloudCover: 100) ${wholeSelection('IndexSeason')}
      clearSeason: indexSeason(${window}, index: NDVI, maxCloudCover: 50) { points { mean } }`,
  },
  observations: {
    answer: {
      data: [sampleOf('Observation')],
      page: { limit: 25, has_more: false, next_cursor: null },
      meta: { ...list, from: null, to: null },
    },
    selection: `observations ${note} latestObservation ${note}
      some: observations(category: GENERAL, ${window}) ${note}
      observationsConnection { pageInfo ${wholeSelection('PageInfo')} edges { cursor node ${note} } }`,
  },
};

/** An operation that reads the same selection of each of these fields, or writes to each. */
type Operation = (fieldIds: readonly string[]) => string;
const readOf =
  (selection: string): Operation =>
  (fieldIds) =>
    `{ ${fieldIds.map((id) => `${id}: field(id: "${id}") { ...F }`).join(' ')} } fragment F on Field { ${selection} }`;
const writeTo: Operation = (fieldIds) => {
  const input = (id: string) => `input: { idempotencyKey: "k", fieldId: "${id}", text: "t" }`;
  return `mutation { ${fieldIds.map((id) => `${id}: addObservation(${input(id)}) { ...W }`).join(' ')} }
    fragment W on AddObservationResult { __typename ... on AddObservationSuccess { replayed observation ${note} } }`;
};

/** A gateway over a service that answers calls for a field with the reply of its name. Replies are written for `fld_a`. */
function gatewayOverAnswers(now?: string) {
  let replies: Record<string, Reply> = {};
  const limits = { ...defaultLimits, aliasesMax: 1e6, selectionsMax: 1e6, recordsVisitedMax: 1e6, recordsReadMax: 1e6 };
  const replyOf = ({ query, body }: RecordedCall): Reply => {
    const id = query.field_id ?? (body as { field_id: string }).field_id;
    const reply = replies[id] as Reply;
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return { ...reply, body: text.replaceAll('fld_a', id) };
  };
  const { answer } = gatewayOver(replyOf, { limits, ...(now ? { now: () => new Date(now) } : {}) });
  return async (operation: Operation, next: Record<string, Reply>): Promise<GraphAnswer<Record<string, unknown>>> => {
    replies = next;
    return requestJson(answer, operation(Object.keys(replies)), { authorization: 'Bearer key' });
  };
}

const send = gatewayOverAnswers();

/** Responses read by one operation. The overhead of each operation dominates the time of these tests. */
const answersPerOperation = 25;

/** Tests every third broken response: a place breaks in ten ways, so each place and each way is still covered. */
const everyNth = sized(3, 1, 1);

/** Errors that do not blame the service, or do not state the cause, for each response that is broken in one place. */
async function blamed(operation: Operation, status: number, answer: object, sender = send): Promise<unknown[]> {
  const found: unknown[] = [];
  const broken = [...brokenOf(answer as never)].filter((_, index) => index % everyNth === 0);
  for (let first = 0; first < broken.length; first += answersPerOperation) {
    const byField = new Map(
      broken.slice(first, first + answersPerOperation).map((one, index) => [`fld_${index}`, one]),
    );
    const replies = [...byField].map(([id, { value }]) => [id, { status, body: JSON.stringify(value) ?? '' }]);
    const { data, errors = [] } = await sender(operation, Object.fromEntries(replies));
    expect(Object.keys(data ?? {}), errors[0]?.message).toEqual([...byField.keys()]);
    for (const { message, path, extensions } of errors)
      if (!blamesTheService.has(extensions.code) || message === errorCodes.UPSTREAM_ERROR.message)
        found.push([byField.get(String(path?.[0]))?.name, message, path]);
  }
  return found;
}

const blamesTheService = new Set(['UPSTREAM_ERROR', 'INCOMPLETE_UPSTREAM_DATA']);

describe('a response broken in any one place', () => {
  it.each(Object.entries(reads))(
    'is reported as an error of the service, or not at all, for a read of %s',
    async (_name, { answer, selection, now }) => {
      const sender = gatewayOverAnswers(now);
      const good = await sender(readOf(selection), { fld_a: { body: answer } });
      expect(good.errors).toBeUndefined();
      expect(await blamed(readOf(selection), 200, answer, sender)).toEqual([]);
    },
  );

  it('is reported as an error of the service, or not at all, for a write', async () => {
    const answer = { data: sampleOf('Observation') };
    expect(await send(writeTo, { fld_a: { status: 201, body: answer } })).toMatchObject({
      data: { fld_a: { __typename: 'AddObservationSuccess' } },
    });
    expect(await blamed(writeTo, 201, answer)).toEqual([]);
  });

  it.each([
    ['a 204', { status: 204, body: '' }],
    ['a 206 with a part of a body', { status: 206, body: { data: [], meta: list } }],
    ['a 202 for a write', { status: 202, body: { data: sampleOf('Observation') } }],
    ['an empty 200', { body: '' }],
    ['null', { body: 'null' }],
    ['a page of HTML', { body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['a list instead of an object', { body: '[]' }],
  ])('is UPSTREAM_ERROR with a path and a specific message if it is %s', async (_name, reply) => {
    for (const operation of [...Object.values(reads).map(({ selection }) => readOf(selection)), writeTo]) {
      const { errors = [] } = await send(operation, { fld_a: reply });
      expect(errors.length).toBeGreaterThan(0);
      for (const { extensions, path, message } of errors) {
        expect(extensions.code).toBe('UPSTREAM_ERROR');
        expect(path?.length).toBeGreaterThan(0);
        expect(message).toContain('The response of the Field Data Service ');
      }
    }
  });

  it('stays a refusal or becomes UPSTREAM_ERROR if it is a refusal of a write', async () => {
    const problem = {
      status: 422,
      code: 'validation_failed',
      errors: [
        { pointer: '/location/coordinates/1', code: 'too_large', detail: 'no' },
        { parameter: 'from', code: 'too_large', detail: 'no' },
        { header: 'Idempotency-Key', code: 'x', detail: 'no' },
      ],
    };
    for (const { name, value } of brokenOf(problem)) {
      const { data, errors } = await send(writeTo, { fld_a: { status: 422, body: JSON.stringify(value) ?? '' } });
      const isRefusal = errors === undefined && data?.fld_a !== null;
      const isServiceError = errors?.every(({ extensions }) => extensions.code === 'UPSTREAM_ERROR');
      expect(isRefusal || isServiceError, `${name}: ${JSON.stringify(errors)}`).toBe(true);
    }
  });
});

it.each(Object.entries(reads))(
  'a measure whose value is null is answered like null, by everything that is made of a read of %s',
  async (_name, { answer, selection, now }) => {
    const sender = gatewayOverAnswers(now);
    const answersTo = async (measure: null | { value: null; unit?: string | null }) => {
      const bodies = [...withMeasure(answer as never, measure)].map((body, index) => [`fld_${index}`, { body }]);
      expect(bodies.length).toBeGreaterThan(0);
      const { data, errors = [] } = await sender(readOf(selection), Object.fromEntries(bodies));
      return { data, errors: errors.map(({ message, path }) => ({ message, path })) };
    };
    const expected = await answersTo(null);
    for (const unit of ['celsius', 'millimetre', 'percent', null, undefined])
      expect(await answersTo({ value: null, ...(unit !== undefined && { unit }) }), unit ?? 'no unit').toEqual(
        expected,
      );
  },
);

it.each([
  ['a lone surrogate', 'obs_1\ud800', 'WRONG_FORMAT'],
  ['2,001 characters', 'x'.repeat(2_001), 'TOO_LONG'],
])('a cursor with %s is BAD_USER_INPUT with its path, and is not sent', async (_what, after, code) => {
  const { answer, calls } = gatewayOver();
  const query = `query($after: String) { field(id: "fld_a") {
      observationsConnection(after: $after) { edges { cursor } } latestObservation { id }
    } }`;
  expect(await requestJson(answer, { query, variables: { after } })).toMatchObject({
    data: { field: { observationsConnection: null, latestObservation: { id: 'fld_a:obs:obs_0' } } },
    errors: [
      {
        path: ['field', 'observationsConnection'],
        extensions: { code: 'BAD_USER_INPUT', faults: [{ path: ['after'], code }] },
      },
    ],
  });
  expect(calls).toHaveLength(1);
});

describe('a lone surrogate', () => {
  it('in the text of an observation is passed on unchanged, because JSON can contain it', async () => {
    const { answer, calls } = gatewayOver();
    const query = `mutation($text: String!) {
      addObservation(input: { idempotencyKey: "k", fieldId: "fld_a", text: $text }) { __typename }
    }`;
    await answer(postOf({ query, variables: { text: 'Rust \ud83c' } }));
    expect(calls).toMatchObject([{ body: { text: 'Rust \ud83c' } }]);
  });
});

it('an instant without an offset is UPSTREAM_ERROR, and is never read in the timezone of the gateway', async () => {
  const bare = { starts_at: '2026-05-01T00:00:00', ends_at: '2026-05-02T00:00:00' };
  const { answer } = gatewayOver(({ path }) => {
    if (path.endsWith('/weather')) return { body: { data: [{ ...sampleOf('WeatherRecord'), ...bare }] } };
    const observed_at = '2026-05-01T02:00:00';
    return { body: { data: [{ ...sampleOf('Observation'), observed_at }], page: { limit: 25, has_more: false } } };
  });
  const query = `{ field(id: "fld_a") {
    weather(${window}) { kind } weatherSummary(${window}) { dayCount } observations(${window}) { recordId }
  } }`;
  const { errors = [] }: GraphAnswer<object> = await requestJson(answer, query);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(3).fill('UPSTREAM_ERROR'));
});

it('an unknown granularity is an error about the granularity, not an empty list', async () => {
  const { answer } = gatewayOver(() => ({ body: { data: [{ ...sampleOf('WeatherRecord'), granularity: 'DAILY' }] } }));
  const { errors } = await requestJson(answer, { query: `{ field(id: "fld_a") { weather(${window}) { date } } }` });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('each granularity is none of hourly, daily'),
    extensions: { code: 'UPSTREAM_ERROR' },
  });
});

describe('in an operation long enough for turns', () => {
  const month = 'from: "2026-04-01T00:00:00Z", to: "2026-05-01T00:00:00Z"';
  const aprilFirst = Date.UTC(2026, 3, 1);
  const hourMs = 3_600_000;
  const hourOf = (at: number) => ({
    ...sampleOf('WeatherRecord'),
    granularity: 'hourly',
    starts_at: new Date(aprilFirst + at * hourMs).toISOString(),
    ends_at: new Date(aprilFirst + (at + 1) * hourMs).toISOString(),
    pad: 'x'.repeat(1000),
  });
  const whole = { ...meta('fld_a'), from: '2026-04-01T00:00:00Z', to: '2026-05-01T00:00:00Z' };
  const answerOf = (data: object[]): Promise<GraphAnswer<{ field: { weather: object[] | null } }>> => {
    const { answer } = gatewayOver(() => ({ body: { data, meta: whole } }));
    const query = `{ field(id: "fld_a") { weather(granularity: HOURLY, ${month}) { startsAt } } }`;
    return requestJson(answer, { query });
  };
  const hours = Array.from({ length: 720 }, (_, at) => hourOf(at));

  it('a broken record is named by its place in the whole list', async () => {
    const { errors } = await answerOf(hours.with(700, { ...hourOf(700), source: null } as never));
    expect(errors?.[0]?.message).toContain('data[700].source is no object');
  });

  it('a list whose first records have another granularity than a read knows is answered by the others', async () => {
    const quarters = hours.slice(0, 400).map((record) => ({ ...record, granularity: 'quarter_hourly' }));
    const { data, errors } = await answerOf([...quarters, ...hours.slice(400)]);
    expect(errors).toBeUndefined();
    expect(data?.field.weather).toHaveLength(320);
  });

  it('an unknown granularity of all records is an error', async () => {
    const { errors } = await answerOf(hours.map((record) => ({ ...record, granularity: 'HOURLY' })));
    expect(errors?.[0]?.message).toContain('each granularity is none of hourly, daily');
  });
});

it('a broken note takes neither the name nor the timezone of its field along', async () => {
  const notes = Array(3).fill({ ...sampleOf('Observation'), text: 7 });
  const { answer, calls } = gatewayOver(() => ({
    body: { data: notes, meta: { ...meta('fld_a'), timezone: 'Europe/Berlin', field: { name: 'North' } } },
  }));
  const query = '{ field(id: "fld_a") { name timezone latestObservation { text } } }';
  const { data, errors } = await requestJson(answer, { query });
  expect(data).toEqual({ field: { name: 'North', timezone: 'Europe/Berlin', latestObservation: null } });
  expect(errors).toHaveLength(1);
  expect(calls).toHaveLength(1);
});

it('a list of another field that states no field supplies no name or timezone', async () => {
  const { answer } = gatewayOver(() => ({
    body: {
      data: [
        { ...sampleOf('Observation'), field_id: 'fld_b' },
        { ...sampleOf('Observation'), field_id: 'fld_b' },
      ],
      meta: { timezone: 'Asia/Tokyo', field: { name: 'Another' } },
    },
  }));
  const query = '{ field(id: "fld_a") { name timezone latestObservation { text } } }';
  const { data } = await requestJson(answer, { query });
  expect(data).toEqual({ field: { name: null, timezone: null, latestObservation: null } });
});

it.each([{ toString: 1, valueOf: 1 }, 'yesterday'])(
  'of two forecasts of a day, one issued at %j counts as the earlier',
  async (issued_at) => {
    const forecast = (issued: unknown, value: number) =>
      weatherDay('fld_a', {
        kind: 'forecast',
        issued_at: issued as string,
        temperature_max: { value, unit: 'celsius' },
      });
    const data = [forecast(issued_at, 1), forecast('2026-04-30T00:00:00Z', 2)];
    for (const sent of [data, data.toReversed()]) {
      const { answer } = gatewayOver(() => ({ body: { data: sent } }));
      const query =
        '{ field(id: "fld_a") { weather(from: "2026-05-01", to: "2026-05-02") { temperatureMax { value } } } }';
      expect(await requestJson(answer, query)).toEqual({
        data: { field: { weather: [{ temperatureMax: { value: 2 } }] } },
      });
    }
  },
);

it('a scene with more than 1,000 indices is searched for none of them', async () => {
  const sceneOf = (count: number) => {
    const indices = Array(count).fill({ name: 'evi', mean: 0.5 });
    return requestJson(
      gatewayOver(() => ({ body: { data: [{ ...scene('fld_a'), indices }], meta: list } })).answer,
      search,
    );
  };
  const search = `{ field(id: "fld_a") {
    latestEarthObservation { index(name: EVI) { mean } }
    indexSeries(${window}, index: EVI) { statistics { mean } }
    indexSeason(${window}, index: EVI, maxCloudCover: 100) { clearScenes }
  } }`;
  const index = { mean: 0.5 };
  const found = {
    latestEarthObservation: { index },
    indexSeries: [{ statistics: index }],
    indexSeason: { clearScenes: 1 },
  };
  expect(await sceneOf(1_000)).toEqual({ data: { field: found } });
  const error = { message: expect.stringContaining('more than 1000 items'), extensions: { code: 'UPSTREAM_ERROR' } };
  expect(await sceneOf(1_001)).toMatchObject({
    data: { field: { latestEarthObservation: { index: null }, indexSeries: null, indexSeason: null } },
    errors: [error, error, error],
  });
});
