/** Services that state `meta` or `page` for parameters they ignored, send numbers as text, or write an instant in two forms. */
import { describe, expect, it } from 'vitest';
import { graphql } from '../../support/documents/documents.ts';
import { execute, requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { note, scene, weatherDay } from '../../support/recorded-service.ts';

const May = graphql(`
  query May {
    field(id: "fld_a") {
      weather(from: "2026-05-02T00:00:00Z", to: "2026-05-04T00:00:00Z", kind: OBSERVED) { startsAt kind }
      latestWeather { startsAt }
      weatherSummary(from: "2026-05-02T00:00:00Z", to: "2026-05-04T00:00:00Z") { dayCount missingDays precipitation { value } }
    }
  }
`);

const MayAll = graphql(`
  query MayAll {
    field(id: "fld_a") { weather(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z") { startsAt kind } }
  }
`);

const Diseases = graphql(`
  query Diseases {
    field(id: "fld_a") { observations(limit: 2, category: DISEASE) { id } }
  }
`);

const rain = { value: 1, unit: 'millimetre' } as const;
const day = (date: number, more: object = {}) =>
  weatherDay('fld_a', {
    starts_at: `2026-05-0${date}T00:00:00Z`,
    ends_at: `2026-05-0${date + 1}T00:00:00Z`,
    precipitation: rain,
    ...more,
  });

function overWeather(data: object[], meta?: object) {
  return gatewayOver(({ path }) => (path.endsWith('/weather') ? { body: { data, meta } } : undefined));
}

describe('the list of a service', () => {
  it.each([
    ['no window', undefined],
    ['a window without bounds', { field_id: 'fld_a', timezone: 'UTC' }],
    ['a window of its own', { field_id: 'fld_a', from: '2026-05-01T00:00:00Z', to: '2026-05-05T00:00:00Z' }],
    ['a window that is invalid', { field_id: 'fld_a', from: 'garbage', to: 'x' }],
    ['a window with an end of its own', { from: '2026-05-02T00:00:00Z', to: '2026-05-05T00:00:00Z' }],
    ['a window without offsets', { from: '2026-05-02T00:00:00', to: '2026-05-04T00:00:00' }],
    ['a window without one of its offsets', { from: '2026-05-02T00:00:00Z', to: '2026-05-04T00:00:00' }],
  ])('is cut to the requested window, kind and order if the service states %s', async (_title, meta) => {
    const { answer } = overWeather([day(4, { kind: 'forecast' }), day(1), day(2), day(3)], meta);
    const { data } = await execute(answer, May);
    expect(data?.field?.weather?.map(({ startsAt }) => startsAt)).toEqual([
      '2026-05-02T00:00:00Z',
      '2026-05-03T00:00:00Z',
    ]);
    expect(data?.field?.latestWeather?.startsAt).toBe('2026-05-03T00:00:00Z');
    expect(data?.field?.weatherSummary).toEqual({ dayCount: 2, missingDays: 0, precipitation: { value: 2 } });
  });

  it.each([
    ['2026-05-02T02:00:00+02:00', '2026-05-04T00:00:00Z', 1],
    ['2026-05-02T00:00:00Z', '2026-05-02T00:00:00Z', 0],
    ['2026-05-04T00:00:00Z', '2026-05-02T00:00:00Z', 0],
  ])(
    'is cut to the stated window, if it is valid and no window is requested: from %s to %s',
    async (from, to, count) => {
      const { answer } = overWeather([day(2)], { from, to });
      const { data } = await requestJson(answer, { query: '{ field(id: "fld_a") { weather { startsAt } } }' });
      expect(data?.field).toEqual({ weather: Array(count).fill({ startsAt: '2026-05-02T00:00:00Z' }) });
    },
  );

  it('is sorted, cut and filtered if the service ignores order, limit and kind', async () => {
    const clouds = [10, 80, 10].map((value, index) => ({
      ...scene('fld_a'),
      id: `eo_${index}`,
      scene_id: `S${index}`,
      acquired_at: `2026-05-0${index + 1}T10:00:00Z`,
      cloud_cover: { value, unit: 'percent' },
    }));
    const days = [day(2), day(3), day(4, { kind: 'forecast' })];
    const { answer } = gatewayOver(({ path, query: { from, to } }) => ({
      body: { data: path.endsWith('/weather') ? days : clouds, meta: { from, to } },
    }));
    const { data } = await execute(answer, Newest);
    expect(data?.field).toEqual({
      latestWeather: { startsAt: '2026-05-03T00:00:00Z' },
      latestEarthObservation: { sceneId: 'S2' },
    });
    const window = 'from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z"';
    const query = `{ field(id: "fld_a") {
      weather(${window}, kind: OBSERVED) { date }
      newestFirst: earthObservations(${window}, order: DESC) { sceneId }
    } }`;
    const ofWindow = await requestJson(answer, { query });
    expect(ofWindow.data?.field).toEqual({
      weather: days.slice(0, 2).map(({ date }) => ({ date })),
      newestFirst: [{ sceneId: 'S2' }, { sceneId: 'S1' }, { sceneId: 'S0' }],
    });
  });

  it('is sorted by processing and then by id for scenes of one time, if the service ignores order and limit', async () => {
    const days = [undefined, '2026-05-02T00:00:00Z', '2026-05-03T00:00:00Z', '2026-05-02T00:00:00Z'];
    const sent = days.map((processed_at, index) => ({ ...scene('fld_a'), id: `eo_${index}`, processed_at }));
    const { answer } = gatewayOver(({ query: { from, to } }) => ({ body: { data: sent, meta: { from, to } } }));
    const query = `{ field(id: "fld_a") {
      latestEarthObservation { recordId }
      newestFirst: earthObservations(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z", order: DESC) { recordId }
    } }`;
    const { data } = await requestJson(answer, { query });
    expect(data?.field).toEqual({
      latestEarthObservation: { recordId: 'eo_2' },
      newestFirst: ['eo_2', 'eo_3', 'eo_1', 'eo_0'].map((recordId) => ({ recordId })),
    });
  });

  it('is filtered if the service ignores maxCloudCover, also once long lists are answered from their bytes', async () => {
    let cloudy = 0;
    const scenes = Array.from({ length: 30 }, (_, index) => ({
      ...scene('fld_a'),
      id: `eo_${index}`,
      scene_id: `S${index}`,
    }));
    const { answer } = gatewayOver(({ query: { from, to } }) => {
      const coverOf = (index: number) => ({ cloud_cover: { value: index < cloudy ? 80 : 10, unit: 'percent' } });
      return { body: { data: scenes.map((each, index) => ({ ...each, ...coverOf(index) })), meta: { from, to } } };
    });
    const query = `{ field(id: "fld_a") {
      earthObservations(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z", maxCloudCover: 20) { sceneId }
    } }`;
    for (cloudy of [0, 0, 0, 25]) {
      const { data } = await requestJson(answer, { query });
      const clear = scenes.slice(cloudy).map(({ scene_id }) => ({ sceneId: scene_id }));
      expect(data?.field).toEqual({ earthObservations: clear });
    }
  });

  it('has no total if its numbers are sent as text', async () => {
    const text = { precipitation: { value: '1', unit: 'millimetre' } };
    const meta = { field_id: 'fld_a', from: '2026-05-02T00:00:00Z', to: '2026-05-04T00:00:00Z' };
    const { answer } = overWeather([day(2, text), day(3, text)], meta);
    const { data, errors } = await execute(answer, May);
    expect(data?.field?.weatherSummary).toEqual({ dayCount: 2, missingDays: 0, precipitation: null });
    const path = ['field', 'weatherSummary', 'precipitation'];
    expect(errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_ERROR' } }]);
  });
});

it('an interval whose start is written in two forms is listed once, as observed', async () => {
  const { answer } = overWeather([day(2, { kind: 'forecast', starts_at: '2026-05-02T00:00:00+00:00' }), day(2)]);
  const { data } = await execute(answer, MayAll);
  expect(data?.field?.weather).toEqual([{ startsAt: '2026-05-02T00:00:00Z', kind: 'OBSERVED' }]);
});

const Forecasts = graphql(`
  query ForecastsLeft {
    field(id: "fld_a") {
      weather(from: "2026-05-01T00:00:00Z", to: "2026-05-05T00:00:00Z", kind: FORECAST) { startsAt }
    }
  }
`);

it('forecasts that observed records replace are not listed, even if the service ignores the kind', async () => {
  const forecasts = [2, 3, 4].map((date) => day(date, { kind: 'forecast' }));
  const { answer } = overWeather([...forecasts, day(1), day(2)]);
  const { data } = await execute(answer, Forecasts);
  expect(data?.field?.weather).toEqual([{ startsAt: '2026-05-03T00:00:00Z' }, { startsAt: '2026-05-04T00:00:00Z' }]);
});

it('a forecast that an observed record overlaps is not listed, and no record is listed twice', async () => {
  const until = (date: number, hour: string) => ({ ends_at: `2026-05-0${date}T${hour}:00:00Z` });
  const shifted = (date: number, more: object = {}) =>
    day(date, { starts_at: `2026-05-0${date}T07:00:00Z`, ...until(date + 1, '07'), ...more });
  // The first begins before the window, and the second overlaps the third. The extra forecast begins where the second ends.
  const observed = [
    day(1, { starts_at: '2026-04-30T07:00:00Z', ...until(1, '07') }),
    shifted(2, until(4, '07')),
    shifted(3, until(3, '08')),
  ];
  const forecasts = [1, 2, 3, 4].map((date) => day(date, { kind: 'forecast' }));
  const another = shifted(4, { kind: 'forecast' });
  const { answer } = overWeather([...forecasts, another, another, ...observed, ...observed]);
  const { data } = await execute(answer, MayAll);
  expect(data?.field?.weather).toEqual([
    { startsAt: '2026-05-02T07:00:00Z', kind: 'OBSERVED' },
    { startsAt: '2026-05-03T07:00:00Z', kind: 'OBSERVED' },
    { startsAt: '2026-05-04T07:00:00Z', kind: 'FORECAST' },
  ]);
});

const Runs = graphql(`
  query RunsOfAForecast {
    field(id: "fld_a") {
      weather(from: "2026-05-01", to: "2026-05-05") { startsAt issuedAt }
      timeline(from: "2026-05-01", to: "2026-05-05") { weather { issuedAt } }
    }
  }
`);

it('the forecast issued last is listed of two for one interval, whatever their order', async () => {
  const runs = [28, 29].map((date) => day(4, { kind: 'forecast', issued_at: `2026-04-${date}T06:00:00Z` }));
  const issuedAt = '2026-04-29T06:00:00Z';
  for (const sent of [runs, runs.toReversed()]) {
    const { answer } = overWeather([...sent, day(2)]);
    const { data } = await execute(answer, Runs);
    expect(data?.field?.weather?.[1]).toEqual({ startsAt: '2026-05-04T00:00:00Z', issuedAt });
    expect(data?.field?.timeline?.[0]).toEqual({ weather: { issuedAt } });
  }
});

it('a forecast is listed between observed records that it only touches, whatever their order', async () => {
  const observed = [4, 2].map((date) => day(date));
  const forecasts = [4, 3, 2, 1].map((date) => day(date, { kind: 'forecast' }));
  const { answer } = overWeather([...forecasts, ...observed]);
  const { data } = await execute(answer, MayAll);
  expect(data?.field?.weather).toEqual([
    { startsAt: '2026-05-01T00:00:00Z', kind: 'FORECAST' },
    { startsAt: '2026-05-02T00:00:00Z', kind: 'OBSERVED' },
    { startsAt: '2026-05-03T00:00:00Z', kind: 'FORECAST' },
    { startsAt: '2026-05-04T00:00:00Z', kind: 'OBSERVED' },
  ]);
});

const Newest = graphql(`
  query Newest {
    field(id: "fld_a") {
      latestWeather { startsAt }
      latestEarthObservation(maxCloudCover: 20) { sceneId }
    }
  }
`);

it.each([false, true])(
  'the newest matching record is found over a service that knows limit and order (window stated: %s)',
  async (isStated) => {
    const scenes = [80, 60, 10].map((cover, index) => ({
      ...scene('fld_a'),
      id: `eo_${index}`,
      scene_id: `SCENE-${index}`,
      acquired_at: `2026-05-0${3 - index}T10:00:00Z`,
      cloud_cover: { value: cover, unit: 'percent' },
    }));
    const days = [day(4, { kind: 'forecast' }), day(3), day(2)];
    const { answer, calls } = gatewayOver(({ path, query }) => {
      const all: object[] = path.endsWith('/weather') ? days : scenes;
      const meta = isStated ? { from: query.from, to: query.to } : { timezone: 'UTC' };
      return { body: { data: all.slice(0, Number(query.limit ?? all.length)), meta } };
    });
    const { data, errors } = await execute(answer, Newest);
    expect(errors).toBeUndefined();
    expect(data?.field?.latestWeather?.startsAt).toBe('2026-05-03T00:00:00Z');
    expect(data?.field?.latestEarthObservation?.sceneId).toBe(scenes[2]?.scene_id);
    expect(calls.map(({ query }) => query.limit)).toEqual(['1', '1', undefined, undefined]);
    calls.length = 0;
    await requestJson(answer, { query: '{ field(id: "fld_a") { timezone } }' });
    await requestJson(answer, { query: '{ field(id: "fld_a") { latestEarthObservation { sceneId } } }' });
    expect(calls).toHaveLength(2);
  },
);

it('the newest record is found over a service that knows only a limit', async () => {
  const scenes = [1, 2, 3].map((date) => ({
    ...scene('fld_a'),
    id: `eo_${date}`,
    scene_id: `S${date}`,
    acquired_at: `2026-05-0${date}T10:00:00Z`,
  }));
  const days = [day(2), day(3), day(4)];
  const { answer } = gatewayOver(({ path, query }) => {
    const all: object[] = path.endsWith('/weather') ? days : scenes;
    return { body: { data: all.slice(0, Number(query.limit ?? all.length)) } };
  });
  const { data } = await execute(answer, Newest);
  expect(data?.field).toEqual({
    latestWeather: { startsAt: '2026-05-04T00:00:00Z' },
    latestEarthObservation: { sceneId: 'S3' },
  });
});

it.each([
  ['to: "2020-01-01"', 'to', 'EMPTY_WINDOW', 'from must be before to. Send from as well, in place of its default.'],
  ['from: "2099-01-01"', 'from', 'EMPTY_WINDOW', 'from must be before to. Send to as well, in place of its default.'],
  [
    'to: "2099-01-01"',
    'to',
    'TOO_LARGE',
    'A window spans at most 366 days. Send from as well, in place of its default.',
  ],
  ['from: "2026-05-02", to: "2026-05-02"', 'from', 'EMPTY_WINDOW', 'from must be before to.'],
  ['to: "2026-05-25"', 'to', 'EMPTY_WINDOW', 'from must be before to. Send from as well, in place of its default.'],
  [
    'from: "2026-01-01T00:00:00Z", to: "2027-01-02T02:00:00.001Z"',
    'from',
    'TOO_LARGE',
    'A window spans at most 366 days.',
  ],
])(
  'the error for %s names the argument that was sent, even over a service without windows',
  async (args, path, code, message) => {
    const query = `{ field(id: "fld_a") { weather(${args}) { date } } }`;
    const now = () => new Date('2026-06-01T12:00:00Z');
    const { errors } = await requestJson(gatewayOver(() => ({ body: { data: [day(2)] } }), { now }).answer, { query });
    expect(errors).toMatchObject([{ extensions: { faults: [{ path: [path], code, message }] } }]);
  },
);

it('a window of 366 days may be two hours longer, and is complete if it begins with a scene', async () => {
  const query = `{ field(id: "fld_a") {
    indexSeason(index: NDVI, from: "2026-01-01T00:00:00Z", to: "2027-01-02T02:00:00Z") { points { acquiredAt } }
  } }`;
  const { answer } = gatewayOver(() => ({
    body: { data: [{ ...scene('fld_a'), acquired_at: '2026-01-01T00:00:00Z' }] },
  }));
  expect((await requestJson(answer, { query })).errors).toBeUndefined();
});

it('a page that is stated before another long list is accepted without a second call', async () => {
  const data = ['obs_2', 'obs_1'].map((id) => ({ ...note('fld_a', id), category: 'disease' }));
  const page = { limit: 2, has_more: false, next_cursor: null };
  const warnings = Array.from({ length: 40 }, (_, index) => ({ text: `warning ${index}`, id: 'w'.repeat(40) }));
  const body = { data, page, warnings, meta: { field_id: 'fld_a' } };
  const { answer, calls } = gatewayOver(({ path }) => (path.endsWith('/observations') ? { body } : undefined));
  const { data: found } = await execute(answer, Diseases);
  expect(found?.field?.observations).toEqual([{ id: 'fld_a:obs:obs_2' }, { id: 'fld_a:obs:obs_1' }]);
  expect(calls).toHaveLength(1);
});

it('the gateway filters the pages of a service that ignores the category', async () => {
  const notes = ['disease', 'pest', 'disease', 'disease'].map((category, index) => ({
    ...note('fld_a', `obs_${index}`),
    category,
    observed_at: `2026-05-0${9 - index}T08:00:00Z`,
  }));
  const { answer } = gatewayOver(({ query }) => ({
    body: {
      data: notes.slice(0, Number(query.limit)),
      page: { limit: Number(query.limit), has_more: true, next_cursor: 'obs_1' },
    },
  }));
  const { data, errors } = await execute(answer, Diseases);
  expect(errors).toBeUndefined();
  expect(data?.field?.observations).toEqual([{ id: 'fld_a:obs:obs_0' }, { id: 'fld_a:obs:obs_2' }]);
});

it.each([
  ['2026-05-08T10:00:00Z', undefined],
  ['2026-05-07', '2026-05-08'],
  [undefined, '2026-05-08'],
])('the gateway filters the pages of a service that ignores the window from %s to %s', async (from, to) => {
  const notes = ['08T12', '08T01'].map((at, index) => ({
    ...note('fld_a', `obs_${index}`),
    observed_at: `2026-05-${at}:00:00Z`,
  }));
  const meta = { field_id: 'fld_a', timezone: 'UTC' };
  const { answer } = gatewayOver(() => ({
    body: { data: notes, meta, page: { limit: 25, has_more: false, next_cursor: null } },
  }));
  const Within = graphql(`
    query Within($from: DateOrDateTime, $to: DateOrDateTime) {
      field(id: "fld_a") { observations(from: $from, to: $to) { recordId } }
    }
  `);
  const { data } = await execute(answer, Within, { from, to });
  expect(data?.field?.observations).toEqual(to === undefined ? [{ recordId: 'obs_0' }] : []);
});

it.each([
  ['from: "2026-05-08"', '2026-05-07T12:00:00Z'],
  ['to: "2026-05-08"', '2026-05-08T12:00:00Z'],
])('a page without a timezone is not filtered by dates again: %s', async (args, observed_at) => {
  const page = { limit: 25, has_more: false, next_cursor: null };
  const { answer } = gatewayOver(() => ({ body: { data: [{ ...note('fld_a'), observed_at }], page } }));
  const { data } = await requestJson(answer, {
    query: `{ field(id: "fld_a") { observations(${args}) { recordId } } }`,
  });
  expect(data).toEqual({ field: { observations: [{ recordId: 'obs_1' }] } });
});

it('a scene whose cloud cover equals the limit is found if the cover is stated as a fraction', async () => {
  const cloudy = { ...scene('fld_a'), cloud_cover: { value: 0.07, unit: 'fraction' } };
  const { answer } = gatewayOver(() => ({ body: { data: [cloudy] } }));
  const Clear = graphql(`
    query Clear { field(id: "fld_a") { latestEarthObservation(maxCloudCover: 7) { cloudCover { value } } } }
  `);
  const { data } = await execute(answer, Clear);
  expect(data?.field?.latestEarthObservation).toEqual({ cloudCover: { value: 0.07 } });
});

it.each([
  [{ value: 7, unit: 'okta' }],
  [{ value: -9999, unit: 'percent' }],
  [{ value: 0.5, unit: 'fraction' }],
  [null],
])('a scene with a cloud cover of %j is not found below a limit', async (cloud_cover) => {
  const cloudy = { ...scene('fld_a'), cloud_cover };
  const { answer } = gatewayOver(() => ({ body: { data: [cloudy] } }));
  const Clear = graphql(`
    query ClearOfOktas { field(id: "fld_a") { latestEarthObservation(maxCloudCover: 10) { recordId } } }
  `);
  const { data, errors } = await execute(answer, Clear);
  expect([data?.field, errors]).toEqual([{ latestEarthObservation: null }, undefined]);
});

it('a small number is sent to the service without an exponent', async () => {
  const { answer, calls } = gatewayOver();
  await requestJson(answer, {
    query: '{ field(id: "fld_a") { latestEarthObservation(maxCloudCover: 1e-7) { sceneId } } }',
  });
  expect(calls[0]?.query.max_cloud_cover).toMatch(/^0\.0000001/);
});

const Paged = graphql(`
  query Paged($after: String) {
    field(id: "fld_a") {
      observationsConnection(first: 2, after: $after) {
        edges { cursor }
        nodes { recordId }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const PagedBy = graphql(`
  query PagedBy($first: Int!, $after: String, $category: ObservationCategory) {
    field(id: "fld_a") {
      observationsConnection(first: $first, after: $after, category: $category) { nodes { recordId } pageInfo { hasNextPage endCursor } }
    }
  }
`);

it('an observation that the service sends twice is listed once', async () => {
  const [a, b] = ['a', 'b'].map((id) => note('fld_a', `obs_${id}`));
  const { answer } = gatewayOver(() => ({ body: { data: [a, b, b] } }));
  const { data, errors } = await execute(answer, Paged, {});
  expect(errors).toBeUndefined();
  expect(data?.field?.observationsConnection?.nodes.map(({ recordId }) => recordId).sort()).toEqual(['obs_a', 'obs_b']);
  expect(data?.field?.observationsConnection?.pageInfo.hasNextPage).toBe(false);
});

it('the cursor of a service is returned to it unchanged, whatever its characters', async () => {
  const notes = ['a', 'b', 'c'].map((id, index) => ({
    ...note('fld_a', `obs_${id}`),
    observed_at: `2026-05-0${9 - index}T08:00:00Z`,
  }));
  const { answer, calls } = gatewayOver(({ query }) => ({
    body: {
      data: query.cursor === 'c2Vjb25k+/=' ? notes.slice(2) : notes.slice(0, 2),
      page:
        query.cursor === undefined
          ? { limit: 2, has_more: true, next_cursor: 'c2Vjb25k+/=' }
          : { limit: 2, has_more: false, next_cursor: null },
    },
  }));
  const first = await execute(answer, Paged, {});
  const connection = first.data?.field?.observationsConnection;
  expect(connection?.nodes).toEqual([{ recordId: 'obs_a' }, { recordId: 'obs_b' }]);
  expect(connection?.edges.at(-1)?.cursor).toBe(connection?.pageInfo.endCursor);
  const { data } = await execute(answer, Paged, { after: connection?.pageInfo.endCursor });
  expect(data?.field?.observationsConnection?.nodes).toEqual([{ recordId: 'obs_c' }]);
  expect(calls.map(({ query }) => query.cursor)).toEqual([undefined, 'c2Vjb25k+/=']);
});

const Pests = graphql(`
  query Pests($limit: Int!) { field(id: "fld_a") { observations(limit: $limit, category: PEST) { recordId } } }
`);

const PestPages = graphql(`
  query PestPages($first: Int!, $after: String) {
    field(id: "fld_a") {
      observationsConnection(first: $first, after: $after, category: PEST) {
        nodes { recordId }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const days = Array.from({ length: 120 }, (_, index) => ({
  ...note('fld_a', `obs_${index}`),
  category: index % 40 === 39 ? 'pest' : 'general',
  observed_at: new Date(Date.UTC(2026, 4, 1) - index * 86_400_000).toISOString(),
}));

/** A service that filters each page after cutting it, to at most `most` observations. Its cursors are opaque or not stated. */
function overPages({ count = 60, most = 100, filters = true, isCursorKnown = true, isCursorStated = true }) {
  return gatewayOver(({ query }) => {
    const from = isCursorKnown ? Number(query.cursor?.slice('opaque-'.length) ?? 0) : 0;
    const limit = Math.min(Number(query.limit), most);
    const page = days.slice(from, Math.min(from + limit, count));
    const has_more = from + limit < count;
    const data = filters && query.category ? page.filter(({ category }) => category === query.category) : page;
    const next_cursor = has_more && isCursorStated ? `opaque-${from + limit}` : null;
    return { body: { data, page: { limit, has_more, next_cursor }, meta: { timezone: 'UTC' } } };
  });
}

describe('a service that filters its pages after cutting them', () => {
  it('receives a request for its longest page to complete a list', async () => {
    const { answer, calls } = overPages({});
    const { data } = await execute(answer, Pests, { limit: 25 });
    expect(data?.field?.observations).toEqual([{ recordId: 'obs_39' }]);
    expect(calls.map(({ query }) => query.limit)).toEqual(['25', '100']);
  });

  it.each([{ count: 120 }, { most: 10 }])(
    'causes INCOMPLETE_UPSTREAM_DATA for a list that its longest page does not complete: %j',
    async (pages) => {
      const { answer } = overPages(pages);
      const { data, errors } = await execute(answer, Pests, { limit: 25 });
      expect(data?.field?.observations).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_UPSTREAM_DATA' } }]);
    },
  );

  it.each([25, 100])(
    'causes INCOMPLETE_UPSTREAM_DATA for a list of %i after a short page if it ignores filters',
    async (limit) => {
      const { answer } = overPages({ most: 50, filters: false, isCursorStated: false });
      const { data, errors } = await execute(answer, Pests, { limit });
      expect(data?.field?.observations).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_UPSTREAM_DATA' } }]);
    },
  );

  it.each([
    [20, ['20'], undefined],
    [50, ['50', '100'], 'INCOMPLETE_UPSTREAM_DATA'],
  ])(
    'receives a request for its longest page for a list of %i only if the list is not full',
    async (limit, limits, code) => {
      const { answer, calls } = overPages({ most: 30 });
      const { errors } = await requestJson(answer, {
        query: `{ field(id: "fld_a") { observations(limit: ${limit}) { recordId } } }`,
      });
      expect(errors?.[0]?.extensions?.code).toBe(code);
      expect(calls.map(({ query }) => query.limit)).toEqual(limits);
    },
  );

  it.each([
    ['of the field twice', ['25', '100'], 'INCOMPLETE_UPSTREAM_DATA', (text: string) => text],
    ['of the field with an escape', ['25'], undefined, (text: string) => text.replaceAll('d_i', '\\u0064_i')],
  ])('has its observations counted correctly if each has the name %s', async (_title, limits, code, written) => {
    const { answer, calls } = gatewayOver(({ query }) => {
      const sent = code === undefined ? days.slice(0, 25) : days.slice(0, 13);
      const data = sent.map((each) => (code === undefined ? each : { ...each, before: { field_id: 'fld_a' } }));
      const page = { limit: Number(query.limit), has_more: true, next_cursor: 'opaque-13' };
      return { body: written(JSON.stringify({ data, page, meta: { timezone: 'UTC' } })) };
    });
    const { errors } = await requestJson(answer, {
      query: '{ field(id: "fld_a") { observations(limit: 25) { recordId } } }',
    });
    expect(errors?.[0]?.extensions?.code).toBe(code);
    expect(calls.map(({ query }) => query.limit)).toEqual(limits);
  });

  it.each([
    { limit: 'asked', has_more: false },
    { limit: 100, has_more: false },
  ])('loses no observation of a page that is longer than requested: %j', async (stated) => {
    const { answer } = gatewayOver(({ query }) => ({
      body: {
        data: days.slice(0, 20),
        page: { next_cursor: null, ...stated, limit: stated.limit === 'asked' ? Number(query.limit) : stated.limit },
        meta: { timezone: 'UTC' },
      },
    }));
    expect((await everyPage(answer, 8)).ids).toEqual(days.slice(0, 20).map(({ id }) => id));
  });

  it('is paged by its own cursor, also after an empty page', async () => {
    const { answer } = overPages({});
    const first = (await execute(answer, PestPages, { first: 25 })).data?.field?.observationsConnection;
    expect(first).toEqual({ nodes: [], pageInfo: { hasNextPage: true, endCursor: 'opaque-25' } });
    const next = await execute(answer, PestPages, { first: 25, after: 'opaque-25' });
    expect(next.data?.field?.observationsConnection?.nodes).toEqual([{ recordId: 'obs_39' }]);
  });

  it('is filtered from its longest page if it states no cursors', async () => {
    const { answer } = overPages({ filters: false, isCursorStated: false });
    expect(await everyPage(answer, 25, 'PEST')).toEqual({ ids: ['obs_39'] });
  });

  it('is paged by its own cursors, also if it ignores the filter', async () => {
    const { answer, calls } = overPages({ filters: false, count: 70 });
    const pages = [];
    for (let after: string | null | undefined; pages.length < 4 && after !== null; ) {
      const { data, errors } = await execute(answer, PestPages, { first: 25, after });
      expect(errors).toBeUndefined();
      pages.push(data?.field?.observationsConnection);
      after = pages.at(-1)?.pageInfo.hasNextPage ? pages.at(-1)?.pageInfo.endCursor : null;
    }
    expect(pages).toMatchObject([
      { nodes: [], pageInfo: { endCursor: 'opaque-25' } },
      { nodes: [{ recordId: 'obs_39' }], pageInfo: { endCursor: 'opaque-50' } },
      { nodes: [], pageInfo: { hasNextPage: false } },
    ]);
    expect(calls).toHaveLength(3);
  });

  it.each([undefined, 'obs_1'])(
    'causes UPSTREAM_ERROR for an empty page that more follow without a cursor: after %s',
    async (after) => {
      const page = { limit: 25, has_more: true, next_cursor: null };
      const { answer } = gatewayOver(() => ({ body: { data: [], page } }));
      const { errors } = await execute(answer, PestPages, { first: 25, after });
      expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
    },
  );
});

const Week = graphql(`
  query Week($from: DateOrDateTime!, $first: Int!) {
    field(id: "fld_a") {
      observations(from: $from, limit: 25) { recordId }
      timeline(from: "2026-04-25", to: "2026-04-30") { observations { recordId } }
      observationsConnection(from: $from, first: $first) { nodes { recordId } pageInfo { hasNextPage } }
    }
  }
`);

it.each([
  ['pages and ignores windows', () => overPages({ filters: false, count: 120 })],
  [
    'knows only a limit',
    () =>
      gatewayOver(({ query }) => ({ body: { data: days.slice(0, Number(query.limit)), meta: { timezone: 'UTC' } } })),
  ],
])('a window is complete once a service that %s has sent observations before the window', async (_title, over) => {
  const { data, errors } = await execute(over().answer, Week, { from: '2026-04-28T12:00:00Z', first: 25 });
  expect(errors).toBeUndefined();
  const nodes = [0, 1, 2].map((at) => ({ recordId: `obs_${at}` }));
  expect(data?.field).toEqual({
    observations: nodes,
    timeline: [2, 3, 4, 5, 6].map((at) => ({ observations: [{ recordId: `obs_${at}` }] })),
    observationsConnection: { nodes, pageInfo: { hasNextPage: false } },
  });
});

it.each([undefined, 'PEST' as const])(
  'a service that ignores its own cursors causes UPSTREAM_ERROR instead of endless pages: %s',
  async (category) => {
    const { answer } = overPages({ filters: false, isCursorKnown: false });
    const { data, errors } = await execute(answer, PagedBy, { first: 2, after: 'opaque-2', category });
    expect(data?.field?.observationsConnection).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
  },
);

/** All observations, read by pages, and the error that ended them. */
async function everyPage(answer: ReturnType<typeof gatewayOver>['answer'], first: number, category?: 'PEST') {
  const ids: (string | null | undefined)[] = [];
  for (let after: string | null | undefined; ids.length < 2 * days.length; ) {
    const { data, errors } = await execute(answer, PagedBy, { first, after, category });
    if (errors) return { ids, code: errors[0]?.extensions?.code };
    const page = data?.field?.observationsConnection;
    ids.push(...(page?.nodes.map(({ recordId }) => recordId) ?? []));
    if (!page?.pageInfo.hasNextPage) return { ids };
    after = page.pageInfo.endCursor;
  }
  return { ids };
}

const idsOf = (count: number) => days.slice(0, count).map(({ id }) => id);

it.each(['true', 1, null])(
  'a service that states %j for has_more is read to the end by further requests',
  async (has_more) => {
    const { answer } = gatewayOver(({ query }) => {
      const from = days.findIndex(({ id }) => id === query.cursor) + 1;
      const limit = Number(query.limit);
      const data = days.slice(0, 20).slice(from, from + limit);
      return { body: { data, page: { limit, has_more }, meta: { timezone: 'UTC' } } };
    });
    expect(await everyPage(answer, 8)).toEqual({ ids: idsOf(20) });
  },
);

it.each([
  ['ignores cursors', 7, 60, false, { ids: idsOf(60) }],
  ['ignores cursors, beyond its longest list', 7, 120, false, { ids: idsOf(98), code: 'INCOMPLETE_UPSTREAM_DATA' }],
  ['ignores cursors, up to its longest list', 10, 120, false, { ids: idsOf(100), code: 'INCOMPLETE_UPSTREAM_DATA' }],
  ['reads ids as cursors', 7, 120, true, { ids: idsOf(120) }],
])(
  'observations are read by pages over a service that states has_more without a cursor, and %s',
  async (_how, first, count, isKnown, expected) => {
    const { answer, calls } = gatewayOver(({ query }) => {
      const from = isKnown ? days.findIndex(({ id }) => id === query.cursor) + 1 : 0;
      const limit = Number(query.limit);
      return {
        body: {
          data: days.slice(0, count).slice(from, from + limit),
          page: { limit, has_more: from + limit < count },
          meta: { timezone: 'UTC' },
        },
      };
    });
    expect(await everyPage(answer, first)).toEqual(expected);
    expect(calls[1]?.query).toEqual({ field_id: 'fld_a', limit: `${first}`, cursor: `obs_${first - 1}` });
  },
);

it('a service that filters, ignores cursors and states none is paged from its longest list', async () => {
  const notes = days.slice(0, 90).map((each, index) => ({ ...each, category: index % 20 > 17 ? 'pest' : 'general' }));
  const { answer, calls } = gatewayOver(({ query: { category, limit } }) => {
    const found = notes.filter((each) => category === undefined || each.category === category);
    return {
      body: {
        data: found.slice(0, Number(limit)),
        page: { limit: Number(limit), has_more: found.length > Number(limit) },
      },
    };
  });
  const ids = [18, 19, 38, 39, 58, 59, 78, 79].map((at) => `obs_${at}`);
  expect(await everyPage(answer, 1, 'PEST')).toEqual({ ids });
  expect(calls[1]?.query.cursor).toBe('obs_18');
});

it.each([
  ['knows only a limit', 2, undefined, 6, idsOf(2), true, 2],
  ['knows only a limit', 6, undefined, 6, idsOf(6), false, 2],
  ['knows only a limit', 7, undefined, 6, idsOf(6), false, 1],
  ['sends all, and states a limit of its own', 2, { limit: 100, has_more: false }, 6, idsOf(2), true, 1],
  ['sends all, and states a limit of its own', 30, { limit: 25, has_more: false }, 28, idsOf(28), false, 1],
  ['sends all, and states only the limit', 2, { limit: 2 }, 6, idsOf(2), true, 1],
  ['sends more than it states', 2, { limit: 2, has_more: true }, 6, idsOf(2), true, 1],
])(
  'the first page is correct over a service that %s: first %i',
  async (_title, first, page, count, ids, hasNextPage, requests) => {
    const { answer, calls } = gatewayOver(({ query }) => ({
      body: { data: days.slice(0, page ? count : Math.min(count, Number(query.limit))), page },
    }));
    const { data } = await execute(answer, PagedBy, { first });
    const connection = data?.field?.observationsConnection;
    expect(connection?.nodes.map(({ recordId }) => recordId)).toEqual(ids);
    expect(connection?.pageInfo.hasNextPage).toBe(hasNextPage);
    expect(calls).toHaveLength(requests);
  },
);

it.each([
  ['ignores cursors and has no more', 100, false, { limit: 100, has_more: false }],
  ['reads ids as cursors, and states no page', 100, true, undefined],
  ['reads ids as cursors, and states no page', 49, true, undefined],
])('the page after a cursor is correct over a service that %s: first %i', async (_title, first, isKnown, page) => {
  const { answer } = gatewayOver(({ query }) => {
    const from = isKnown ? days.findIndex(({ id }) => id === query.cursor) + 1 : 0;
    return { body: { data: days.slice(from, 60), page } };
  });
  const { data } = await execute(answer, PagedBy, { first, after: 'obs_10' });
  const connection = data?.field?.observationsConnection;
  expect(connection?.nodes.map(({ recordId }) => recordId)).toEqual(idsOf(60).slice(11));
  expect(connection?.pageInfo.hasNextPage).toBe(false);
});

it('a page after a cursor is cut if the service ignores the limit', async () => {
  const { answer } = gatewayOver(({ query }) => {
    const from = days.findIndex(({ id }) => id === query.cursor) + 1;
    return { body: { data: days.slice(from, 6), page: { limit: 100, has_more: false, next_cursor: null } } };
  });
  expect(await everyPage(answer, 2)).toEqual({ ids: idsOf(6) });
});

it('an unknown cursor is BAD_USER_INPUT only if a service that knows only a limit has sent its whole list', async () => {
  const over = (count: number) =>
    gatewayOver(({ query }) => ({ body: { data: days.slice(0, count).slice(0, Number(query.limit)) } })).answer;
  const after = { first: 5, after: 'obs_110' };
  const { errors } = await execute(over(120), PagedBy, after);
  expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_UPSTREAM_DATA' } }]);
  const unknown = await execute(over(60), PagedBy, after);
  const faults = [{ path: ['after'], code: 'UNKNOWN_CURSOR' }];
  expect(unknown.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', faults } }]);
  expect((await execute(over(60), PagedBy, { first: 1, after: 'obs_0' })).data?.field?.observationsConnection).toEqual({
    nodes: [{ recordId: 'obs_1' }],
    pageInfo: { hasNextPage: true, endCursor: 'obs_1' },
  });
});

const PestsSince = graphql(`
  query PestsSince($from: DateOrDateTime, $limit: Int!) {
    field(id: "fld_a") { observations(from: $from, category: PEST, limit: $limit) { recordId } }
  }
`);

it.each([
  ['no window', undefined, 'UTC', 25, undefined],
  ['no window', undefined, 'UTC', 100, undefined],
  ['a window from its oldest observation', '2026-01-22T12:00:00Z', 'UTC', 25, undefined],
  ['a window after its oldest observation', '2026-01-23', 'UTC', 25, ['obs_39', 'obs_79']],
  ['the same window, without a timezone', '2026-01-23', undefined, 25, undefined],
  ['the same instant, without a timezone', '2026-01-23T00:00:00Z', undefined, 25, ['obs_39', 'obs_79']],
  ['a later window, without a timezone', '2026-01-24', undefined, 25, ['obs_39', 'obs_79']],
])('the longest list of a service that knows only a limit completes %s or is an error: %s, %s, %i', async (...row) => {
  const [, from, timezone, limit, ids] = row;
  const noons = days.map((each) => ({ ...each, observed_at: each.observed_at.replace('T00', 'T12') }));
  const { answer } = gatewayOver(({ query }) => ({
    body: { data: noons.slice(0, Number(query.limit)), meta: { timezone } },
  }));
  const { data, errors } = await execute(answer, PestsSince, { from, limit });
  expect(data?.field?.observations?.map(({ recordId }) => recordId)).toEqual(ids);
  expect(errors?.[0]?.extensions?.code).toBe(ids ? undefined : 'INCOMPLETE_UPSTREAM_DATA');
});

it('observations of one instant are in descending order of their ids', async () => {
  for (const ids of ['abc', 'bca', 'cab', 'cba']) {
    const { answer } = gatewayOver(() => ({ body: { data: Array.from(ids, (id) => note('fld_a', id)) } }));
    expect(await everyPage(answer, 5)).toEqual({ ids: ['c', 'b', 'a'] });
  }
});

const Scenes = graphql(`
  query ScenesOfSeason($from: DateOrDateTime!) {
    field(id: "fld_a") {
      earthObservations(from: $from, to: "2026-05-10") { recordId }
      indexSeason(index: NDVI, from: $from, to: "2026-05-10") { points { acquiredAt } }
      timeline(from: $from, to: "2026-05-10") { date earthObservations { recordId } }
    }
  }
`);

it('scenes before the first one sent are unknown: null in a timeline, INCOMPLETE_UPSTREAM_DATA in a season', async () => {
  const sent = [7, 9].map((day) => ({ ...scene('fld_a'), id: `eo_${day}`, acquired_at: `2026-05-0${day}T10:00:00Z` }));
  let meta: object = { timezone: 'UTC' };
  const { answer } = gatewayOver(({ path }) =>
    path.endsWith('/earth-observations') ? { body: { data: sent, meta } } : undefined,
  );
  const before = await execute(answer, Scenes, { from: '2026-05-06' });
  expect(before.data?.field?.earthObservations).toEqual([{ recordId: 'eo_7' }, { recordId: 'eo_9' }]);
  expect(before.data?.field?.indexSeason).toBeNull();
  expect(before.errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_UPSTREAM_DATA' } }]);
  expect(before.data?.field?.timeline).toEqual([
    { date: '2026-05-09', earthObservations: [{ recordId: 'eo_9' }] },
    { date: '2026-05-08', earthObservations: [] },
    { date: '2026-05-07', earthObservations: null },
    { date: '2026-05-06', earthObservations: null },
  ]);
  meta = { timezone: 'UTC', from: '2026-05-06T00:00:00+02:00', to: '2026-05-10T00:00:00+02:00' };
  expect((await execute(answer, Scenes, { from: '2026-05-06' })).errors).toBeUndefined();
  meta = { timezone: 'UTC' };
  const after = await execute(answer, Scenes, { from: '2026-05-08' });
  expect(after.errors).toBeUndefined();
  expect(after.data?.field?.indexSeason?.points).toHaveLength(1);
});

it.each([
  ['30 days, if the last scene is 31 days before the window ends', ['03-01', '04-09'], '2026-11-30', 30],
  ['no day, if the last scene is 30 days before the window ends', ['03-01', '04-10'], '2026-11-30', 0],
  ['no day, if the last scene is 30 days before now', ['03-01', '03-20'], '2026-04-19', 0],
  ['no day, if the newest scene comes first', ['04-09', '03-01'], '2026-11-30', 0],
])('scenes from before the window leave unknown %s', async (_days, sent, today, days) => {
  const data = sent.map((day) => ({ ...scene('fld_a'), id: `eo_${day}`, acquired_at: `2026-${day}T00:00:00Z` }));
  const { answer } = gatewayOver(
    ({ path }) => (path.endsWith('/earth-observations') ? { body: { data, meta: { timezone: 'UTC' } } } : undefined),
    { now: () => new Date(today) },
  );
  const season = await execute(answer, Scenes, { from: '2026-03-10' });
  expect(season.data?.field?.earthObservations).toHaveLength(1);
  expect(season.data?.field?.indexSeason?.points).toEqual(days === 0 ? [expect.anything()] : undefined);
  const unknown = season.data?.field?.timeline?.filter(({ earthObservations }) => earthObservations === null);
  expect(unknown).toHaveLength(days);
});

it('a cursor of the service that is too long for a query is UPSTREAM_ERROR', async () => {
  const page = { limit: 3, has_more: true, next_cursor: 'c'.repeat(2_001) };
  const { answer } = gatewayOver(() => ({ body: { data: days.slice(0, 3), page } }));
  expect(await everyPage(answer, 3)).toEqual({ ids: [], code: 'UPSTREAM_ERROR' });
});

it('a service that states a cursor but sends its record again causes UPSTREAM_ERROR', async () => {
  const { answer } = gatewayOver(() => ({
    body: { data: days.slice(0, 3), page: { limit: 3, has_more: true, next_cursor: 'obs_2' } },
  }));
  expect(await everyPage(answer, 3)).toEqual({ ids: idsOf(3), code: 'UPSTREAM_ERROR' });
});

it('the page after a cursor is filtered over a service that ignores only the filter, up to the longest page', async () => {
  const { answer } = gatewayOver(({ query }) => {
    const from = query.cursor === undefined ? 0 : days.findIndex(({ id }) => id === query.cursor) + 1;
    const limit = Number(query.limit);
    return {
      body: { data: days.slice(0, 60).slice(from, from + limit), page: { limit, has_more: false, next_cursor: null } },
    };
  });
  for (const first of [99, 100]) {
    const { data, errors } = await execute(answer, PestPages, { first, after: 'obs_10' });
    expect(errors).toBeUndefined();
    expect(data?.field?.observationsConnection?.nodes).toEqual([{ recordId: 'obs_39' }]);
  }
});
