/** Facts of fields (name, crop, location and area): taken from the replies of their lists, and null over a service that states none. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { graphql } from '../../../support/documents/documents.ts';
import { defaultLimits } from '../../../support/default-limits.ts';
import { execute, requestJson } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { meta, type RecordedCall, recordedService, weatherDay } from '../../../support/recorded-service.ts';

const ids = Array.from({ length: 12 }, (_, at) => `fld_${at}`);

const Dashboard = graphql(`
  query DashboardWithFacts($ids: [ID!]!, $facts: Boolean!) {
    fields(ids: $ids) {
      id
      name @include(if: $facts)
      crop @include(if: $facts) { name eppoCode }
      location @include(if: $facts) { latitude longitude }
      area(unit: ACRE) @include(if: $facts) { value unit }
      weather { date }
      earthObservations { acquiredAt }
      observations(limit: 1) { text }
    }
  }
`);

const FactsOnly = graphql(`
  query FactsOnly($ids: [ID!]!) {
    fields(ids: $ids) { name crop { name } location { latitude } area { value unit } timezone }
  }
`);

const NameAndWeather = graphql(`
  query NameAndWeather { field(id: "fld_a") { name weather { date } observations(limit: 1) { text } } }
`);

const NameAndNotesOfWeek = graphql(`
  query NameAndNotesOfWeek { field(id: "fld_a") { name observations(last: { days: 7 }) { text } } }
`);

const FactsAndSeason = graphql(`
  query FactsAndSeason { field(id: "fld_a") { name earthObservations(since: "04-15") { id } } }
`);
const SeasonAndFacts = graphql(`
  query SeasonAndFacts { field(id: "fld_a") { earthObservations(since: "04-15") { id } name } }
`);

/** A gateway over a service that sends one day of weather with these facts of its field. */
function stating(field: unknown) {
  return gatewayOver(({ path, query: { field_id = '' } }) => {
    if (!path.endsWith('/weather')) return undefined;
    return { body: { data: [weatherDay(field_id)], meta: { ...meta(field_id), field } } };
  });
}

it('a dashboard of twelve fields gets their facts without an additional call', async () => {
  const { answer, calls } = gatewayOver();
  const { data, errors } = await execute(answer, Dashboard, { ids, facts: true });
  expect(errors).toBeUndefined();
  expect(data?.fields[3]).toMatchObject({
    name: 'Field fld_3',
    crop: { name: 'maize', eppoCode: 'ZEAMX' },
    location: { latitude: 52.5, longitude: 13.4 },
    area: { value: 24.71053815, unit: 'ACRE' },
  });
  const withFacts = calls.length;
  await execute(answer, Dashboard, { ids, facts: false });
  expect(calls.length).toBe(2 * withFacts);
});

it('without a list, all facts of a field need one call', async () => {
  const { answer, calls } = gatewayOver();
  const { data } = await execute(answer, FactsOnly, { ids });
  expect(data?.fields.map((field) => field?.name)).toEqual(ids.map((id) => `Field ${id}`));
  expect(calls.map(({ path, query }) => [path, query.limit])).toEqual(ids.map(() => ['/api/v1/weather', '1']));
});

it.each([FactsAndSeason, SeasonAndFacts])(
  'the call for facts also brings the timezone, which a list that begins on a local day needs first: %s',
  async (document) => {
    const { answer, calls } = gatewayOver();
    const { data } = await execute(answer, document);
    expect(data?.field).toMatchObject({ name: 'Field fld_a' });
    expect(calls.map(({ path, query }) => `${path} ${query.limit}`)).toEqual([
      '/api/v1/weather 1',
      '/api/v1/earth-observations undefined',
    ]);
  },
);

it('facts next to a list do not count as a call', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `fld_${at}`);
  const { answer } = gatewayOver(undefined, { limits: { ...defaultLimits, upstreamCallsMax: 150 } });
  expect((await execute(answer, Dashboard, { ids: many(50), facts: true })).errors).toBeUndefined();
  const { errors } = await execute(answer, Dashboard, { ids: many(51), facts: true });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit: { actual: 153 } });
});

it('facts are null over a service that states none, after a single call', async () => {
  const silent = ({ path, query: { field_id = '' } }: RecordedCall) =>
    path.endsWith('/weather') ? { body: { data: [weatherDay(field_id)] } } : undefined;
  const { answer, calls } = gatewayOver(silent);
  const { data, errors } = await execute(answer, FactsOnly, { ids: ['fld_a'] });
  expect(errors).toBeUndefined();
  expect(data?.fields[0]).toEqual({ name: null, crop: null, location: null, area: null, timezone: null });
  expect(calls).toHaveLength(1);
});

it('facts come from the lists that succeed, and fail only if all lists fail', async () => {
  const failing = (paths: string[]) =>
    gatewayOver(({ path, query: { field_id = '' } }) => {
      if (paths.some((each) => path.endsWith(each))) return { status: 404, body: {} };
      if (path.endsWith('/weather')) return { body: { data: [], meta: meta(field_id) } };
      return undefined;
    });
  const other = await execute(failing(['/observations']).answer, NameAndWeather);
  expect(other.data?.field?.name).toBe('Field fld_a');
  const { answer, calls } = failing(['/observations', '/weather']);
  const { data, errors } = await execute(answer, NameAndWeather);
  expect(data?.field?.name).toBeNull();
  expect(errors?.map(({ path }) => path)).toContainEqual(['field', 'name']);
  expect(calls).toHaveLength(2);
});

it.each(['/observations', '/weather'])(
  'if %s fails and the other list states no facts, facts are null',
  async (path) => {
    const { answer } = gatewayOver((call) => {
      if (call.path.endsWith(path)) return { status: 403, body: {} };
      const page = { limit: 1, has_more: false, next_cursor: null };
      return { body: { data: [], ...(path === '/weather' && { page }) } };
    });
    const { data, errors } = await execute(answer, NameAndWeather);
    expect(data?.field?.name).toBeNull();
    expect(errors?.map(({ path }) => path?.[1])).toEqual([path.slice(1)]);
  },
);

it.each(['/weather', '/observations'])(
  'a fact that %s states as null takes the value of the later list',
  async (path) => {
    const { fetch } = recordedService(({ path: requestPath, query: { field_id = '' } }) => {
      const page = { limit: 1, has_more: false, next_cursor: null };
      const field = { ...meta(field_id).field, ...(requestPath.endsWith(path) && { name: null }) };
      return { body: { data: [], page, meta: { ...meta(field_id), field } } };
    });
    const { answer } = gatewayOver(undefined, {
      fetch: async (request) => {
        if (!request.url.includes(path)) await new Promise(setImmediate);
        return fetch(request);
      },
    });
    const { data } = await execute(answer, NameAndWeather);
    expect(data?.field?.name).toBe('Field fld_a');
  },
);

it('each fact fails with advice for a key that may read no list', async () => {
  const { answer } = gatewayOver(() => ({ status: 403, body: { code: 'forbidden' } }));
  const { errors } = await execute(answer, FactsOnly, { ids: ['fld_a'] });
  const advice = 'The API key may not read weather. Select a list that it may read: any list states this of its field.';
  const needed =
    'The API key may read no list of this field: it needs weather:read, earth_observations:read or observations:read.';
  expect(errors?.map(({ path, message }) => [path?.at(-1), message]).toSorted()).toEqual([
    ...['area', 'crop', 'location', 'name'].map((name) => [name, advice]),
    ['timezone', needed],
  ]);
});

const NameAndNoWindow = graphql(`
  query NameAndNoWindow { field(id: "fld_a") { name weather(from: "2026-06-10", to: "2026-06-10") { date } } }
`);

it('facts make their own call if the list next to them has an invalid window', async () => {
  const { answer, calls } = gatewayOver();
  const { data, errors } = await execute(answer, NameAndNoWindow);
  expect(data?.field?.name).toBe('Field fld_a');
  expect(errors?.map(({ path }) => path)).toEqual([['field', 'weather']]);
  expect(calls).toHaveLength(1);
});

it.each([
  ['name', { name: 7 }],
  ['crop', { crop: 'maize' }],
  ['location', { location: [13.4, 52.5] }],
  ['area', { area: 12 }],
])('a %s of an unexpected shape is an UPSTREAM_ERROR of that fact only', async (name, facts) => {
  const { data, errors } = await execute(stating(facts).answer, FactsOnly, { ids: ['fld_a'] });
  expect(errors).toMatchObject([{ path: ['fields', 0, name], extensions: { code: 'UPSTREAM_ERROR' } }]);
  expect(data?.fields[0]).toMatchObject({ timezone: 'UTC' });
});

it('a key gets no timezone that another key has read', async () => {
  const { answer } = gatewayOver(({ headers }) =>
    headers.authorization === 'Bearer own' ? undefined : { status: 404, body: { code: 'field_not_found' } },
  );
  const readWith = async (key: string) =>
    (await execute(answer, FactsOnly, { ids: ['fld_a'] }, { authorization: `Bearer ${key}` })).data?.fields[0];
  expect(await readWith('own')).toMatchObject({ timezone: 'UTC' });
  expect(await readWith('other')).toMatchObject({ timezone: null });
});

it('an area whose value is null is null, in any unit', async () => {
  const { answer } = stating({ area: { value: null, unit: 'hectare' } });
  const { data, errors } = await requestJson(
    answer,
    '{ field(id: "fld_a") { area { unit } acres: area(unit: ACRE) { unit } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.field).toEqual({ area: null, acres: null });
});

it('an unrecognised unit of area is UNKNOWN', async () => {
  const { data } = await execute(stating({ area: { value: 3, unit: 'morgen' } }).answer, FactsOnly, {
    ids: ['fld_a'],
  });
  expect(data?.fields[0]?.area).toEqual({ value: 3, unit: 'UNKNOWN' });
});

const NameOnly = graphql(`
  query NameOnly { field(id: "fld_a") { name } }
`);

const NameAndNotes = graphql(`
  query NameAndNotes { field(id: "fld_a") { name observations(limit: 1) { text } } }
`);

it('a key for observations only gets the name next to them, and otherwise an error that explains how to get it', async () => {
  const notesOnly = ({ path }: RecordedCall) =>
    path.endsWith('/observations')
      ? { body: { data: [], page: { limit: 1, has_more: false, next_cursor: null }, meta: meta('fld_a') } }
      : { status: 403, body: { code: 'insufficient_scope' } };
  const { answer, calls } = gatewayOver(notesOnly);
  expect((await execute(answer, NameAndNotes)).data?.field?.name).toBe('Field fld_a');
  expect(calls).toHaveLength(1);
  // If the timezone is not known yet, the window of the observations needs it first.
  const { data: ofWeek } = await execute(gatewayOver(notesOnly).answer, NameAndNotesOfWeek);
  expect(ofWeek?.field).toMatchObject({ name: 'Field fld_a', observations: [] });
  const { data, errors } = await execute(answer, NameOnly);
  expect(data?.field?.name).toBeNull();
  expect(errors).toMatchObject([{ path: ['field', 'name'], extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toMatch(/Select a list that it may read/);
  expect(calls).toHaveLength(2);
});

const timezoneOnly = '{ field(id: "fld_a") { timezone } }';

it('a key for observations only gets the timezone from them, and a field that is not found tries no other list', async () => {
  const page = { limit: 1, has_more: false, next_cursor: null };
  const over = (status: number) =>
    gatewayOver(({ path }) =>
      path.endsWith('/observations') ? { body: { data: [], page, meta: meta('fld_a') } } : { status, body: {} },
    );
  expect((await requestJson(over(403).answer, { query: timezoneOnly })).data).toEqual({ field: { timezone: 'UTC' } });
  const { answer, calls } = over(404);
  expect((await requestJson(answer, { query: timezoneOnly })).errors).toHaveLength(1);
  expect(calls).toHaveLength(1);
});

it.each(['/weather', '/observations'])(
  'the timezone comes from %s if only this one of two lists states it, whichever arrives first',
  async (path) => {
    const { fetch, calls } = recordedService(({ path: requestPath, query }) => ({
      body: {
        data: [],
        page: { limit: Number(query.limit), has_more: false, next_cursor: null },
        ...(requestPath.endsWith(path) && { meta: meta('fld_a') }),
      },
    }));
    for (const isLate of [true, false]) {
      calls.length = 0;
      const other = Promise.withResolvers<void>();
      const { answer } = gatewayOver(undefined, {
        fetch: async (request) => {
          const isSlow = request.url.includes(path) === isLate;
          if (isSlow) await other.promise;
          const response = await fetch(request);
          if (!isSlow) void nextTurn().then(other.resolve);
          return response;
        },
      });
      const lists = 'weather { date } observations(limit: 1, category: PEST) { text }';
      const { data } = await requestJson(answer, { query: `{ field(id: "fld_a") { timezone ${lists} } }` });
      expect(data?.field).toMatchObject({ timezone: 'UTC' });
      // A list without a timezone does not make the timezone unknown.
      expect((await requestJson(answer, { query: timezoneOnly })).data).toEqual({ field: { timezone: 'UTC' } });
      expect(calls).toHaveLength(2);
    }
  },
);
