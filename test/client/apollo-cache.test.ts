/** Two views that select different fields of one object without an id, in the cache of the real Apollo Client. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { expect, it } from 'vitest';
import { cacheOptions } from '../../client/apollo.ts';
import { gatewayOver } from '../support/gateway.ts';
import { meta, note, weatherDay } from '../support/recorded-service.ts';

const now = {
  area: { value: 10, unit: 'hectare' },
  location: { type: 'Point', coordinates: [13.4, 52.5] },
  crop: { name: 'maize', eppo_code: 'ZEAMX' },
  day: { precipitation: { value: 3, unit: 'millimetre' } },
  note: {
    organism: { name: 'Puccinia triticina', eppo_code: 'PUCCRT' },
    growth_stage: { scale: 'bbch', code: '39' },
    affected_area: { value: 5, unit: 'percent' },
  },
} as const;

const later = {
  area: { value: 24.7, unit: 'acre' },
  location: { type: 'Point', coordinates: [13.5, 52.6] },
  crop: { name: 'hops', eppo_code: 'HUMLU' },
  day: {
    starts_at: '2026-05-02T07:00:00Z',
    ends_at: '2026-05-03T07:00:00Z',
    date: '2026-05-02',
    temperature_max: { value: 55, unit: 'fahrenheit' },
  },
  note: {
    organism: { name: 'Fusarium', eppo_code: null },
    growth_stage: { scale: 'bbch', code: '65' },
    affected_area: { value: 0.1, unit: 'fraction' },
  },
} as const;

/** A client of a graph whose service has the data of `later` after `passTime`. */
function openClient() {
  let data: typeof now | typeof later = now;
  const reply: Parameters<typeof gatewayOver>[0] = ({ path }) => {
    const field = { area: data.area, location: data.location, crop: data.crop };
    const stated = { ...meta('fld_a'), field } as const;
    if (path.endsWith('/weather')) return { body: { data: [weatherDay('fld_a', data.day)], meta: stated } };
    const page = { limit: 1, has_more: false, next_cursor: null };
    return { body: { data: [{ ...note('fld_a'), ...data.note }], page, meta: stated } };
  };
  // The clock is in the month after the records.
  const { answer } = gatewayOver(reply, { now: () => new Date('2026-06-01T12:00:00Z') });
  const link = new HttpLink({ uri: 'http://graph.test/graphql', fetch: (url, init) => answer(new Request(url, init)) });
  const client = new ApolloClient({ link, cache: new InMemoryCache(cacheOptions) });
  const queryOf = (selection: string) => gql(`{ field(id: "fld_a") { id ${selection} } }`);
  return {
    load: (selection: string) => client.query({ query: queryOf(selection), fetchPolicy: 'network-only' }),
    read: (selection: string) => client.readQuery({ query: queryOf(selection) }),
    passTime() {
      data = later;
    },
  };
}

it('Apollo Client reads an error type that only a later version of the schema has', async () => {
  const addObservation = { __typename: 'QuotaExceededError', code: 'QUOTA_EXCEEDED', message: 'Too many.' };
  const link = new HttpLink({
    uri: 'http://graph.test',
    fetch: async () => Response.json({ data: { addObservation } }),
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache(cacheOptions) });
  const mutation = gql('mutation { addObservation(input: {}) { ... on FieldgraphError { code message } } }');
  expect((await client.mutate({ mutation })).data).toEqual({ addObservation });
});

const views = [
  ['area { value }', 'area { value unit }'],
  ['location { latitude }', 'location { latitude longitude }'],
  ['crop { name }', 'crop { name eppoCode }'],
  ['latestWeather { startsAt temperatureMax { value } }', 'latestWeather { startsAt temperatureMax { value unit } }'],
  ['latestObservation { organism { name } }', 'latestObservation { organism { name eppoCode } }'],
  ['latestObservation { growthStage { code } }', 'latestObservation { growthStage { scale code } }'],
  ['latestObservation { affectedArea { value } }', 'latestObservation { affectedArea { value unit } }'],
] as const;

it.each(views)('a view of %s does not remove the cached data of %s', async (small, large) => {
  const { load, read } = openClient();
  const { data } = await load(large);
  await load(small);
  expect(read(large)).toEqual(data);
});

it.each(views)('a view of %s never mixes its new data with the old data of %s', async (small, large) => {
  const { load, read, passTime } = openClient();
  await load(large);
  passTime();
  await load(small);
  expect(read(large)).toBeNull();
});
