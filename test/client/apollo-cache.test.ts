/** Two views of one object without an id that select different fields of it, and pages of observations, in the cache of the real Apollo Client. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { describe, expect, it } from 'vitest';
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

/** A client of a graph whose service has other data once it is `later`. */
function openClient() {
  let data: typeof now | typeof later = now;
  const reply: Parameters<typeof gatewayOver>[0] = ({ path }) => {
    const field = { area: data.area, location: data.location, crop: data.crop };
    const stated = { ...meta('fld_a'), field } as const;
    if (path.endsWith('/weather')) return { body: { data: [weatherDay('fld_a', data.day)], meta: stated } };
    const page = { limit: 1, has_more: false, next_cursor: null };
    return { body: { data: [{ ...note('fld_a'), ...data.note }], page, meta: stated } };
  };
  // In the month after the records.
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

it('reads the refusal of a later version', async () => {
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

it.each(views)('a view of %s leaves the data of %s in place', async (small, large) => {
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

describe('a first page of observations that is read again', () => {
  /** Reads pages of a list that may grow, newest first. */
  function openList(names: string[], defaultParts = '') {
    const { answer } = gatewayOver(({ query }) => {
      const from = query.cursor === undefined ? 0 : names.indexOf(query.cursor) + 1;
      const shown = names.slice(from, from + Number(query.limit));
      const has_more = names.at(-1) !== shown.at(-1);
      const page = { limit: Number(query.limit), has_more, next_cursor: has_more ? (shown.at(-1) ?? null) : null };
      return { body: { data: shown.map((name) => note('fld_a', name)), page, meta: meta('fld_a') } };
    });
    const fetch: typeof globalThis.fetch = (url, init) => answer(new Request(url, init));
    const link = new HttpLink({ uri: 'http://graph.test/graphql', fetch });
    const client = new ApolloClient({ link, cache: new InMemoryCache(cacheOptions) });
    const queryOf = (parts: string) =>
      gql(`query ($first: Int!, $after: String) {
        field(id: "fld_a") { id observationsConnection(first: $first, after: $after) { ${parts} } }
      }`);
    const read = async (variables: { first: number; after?: string }, parts = defaultParts) => {
      const query = queryOf(parts);
      await client.query({ query, variables, fetchPolicy: 'network-only' });
      const { data } = await client.query<any>({
        query,
        variables: { first: variables.first },
        fetchPolicy: 'cache-only',
      });
      const { nodes, edges, pageInfo } = data.field.observationsConnection;
      const shown = nodes ?? edges.map(({ node }: { node: unknown }) => node);
      const ids = shown.map(({ id }: { id: string }) => id.replace('fld_a:obs:', ''));
      return { shown: ids, endCursor: edges?.at(-1)?.cursor, ...pageInfo };
    };
    return Object.assign(read, { client, query: queryOf(defaultParts) });
  }

  it.each(['edges { node { id } }', 'edges { cursor node { id } }', 'nodes { id }'])(
    'keeps the pages that follow its end, by %s',
    async (items) => {
      const names = ['6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);
      const read = openList(names, `${items} pageInfo { hasNextPage endCursor }`);
      const { endCursor: after } = await read({ first: 2 });
      const both = await read({ first: 2, after });
      expect(both).toMatchObject({ shown: names.slice(0, 4), hasNextPage: true });
      expect(await read({ first: 2 })).toEqual(both);
      // A new observation moves its end within the list.
      names.unshift('obs_7');
      const grown = await read({ first: 2 });
      expect(grown).toEqual({ ...both, shown: names.slice(0, 5) });
      expect(await read({ first: 2, after: grown.endCursor })).toMatchObject({ shown: names, hasNextPage: false });
      // More new ones than it has: between its end and the list, some may be missing.
      names.unshift('obs_9', 'obs_8');
      expect(await read({ first: 2 })).toMatchObject({ shown: names.slice(0, 2), hasNextPage: true });
    },
  );

  it.each([
    'edges { node { id } } pageInfo { hasNextPage endCursor }',
    'edges { cursor node { id } }',
    'nodes { id } pageInfo { hasNextPage endCursor }',
  ])('has no hole before a page that was requested for the older list, by %s', async (parts) => {
    const names = ['4', '3', '2', '1'].map((name) => `obs_${name}`);
    const read = openList(names, parts);
    const { endCursor: after } = await read({ first: 2 });
    names.unshift('obs_7', 'obs_6', 'obs_5');
    const anew = await read({ first: 2 });
    expect(anew.shown).toEqual(['obs_7', 'obs_6']);
    expect(await read({ first: 2, after })).toEqual(anew);
  });

  it('keeps the pages that follow a page in its middle, by nodes', async () => {
    const names = ['6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);
    const read = openList(names, 'nodes { id } pageInfo { hasNextPage endCursor }');
    const { endCursor: first } = await read({ first: 2 });
    const { endCursor: second } = await read({ first: 2, after: first });
    const all = await read({ first: 2, after: second });
    expect(await read({ first: 2, after: first })).toEqual(all);
  });

  it.each([
    ['overwrite', 2],
    ['merge', 4],
    [undefined, 2],
  ] as const)('by `refetch` with `refetchWritePolicy` %s has %i', async (refetchWritePolicy, length) => {
    const { client, query } = openList(
      ['obs_4', 'obs_3', 'obs_2', 'obs_1'],
      'nodes { id } pageInfo { hasNextPage endCursor }',
    );
    const policy = refetchWritePolicy && { refetchWritePolicy };
    const watched = client.watchQuery<any>({ query, variables: { first: 2 }, ...policy });
    const subscription = watched.subscribe(() => {});
    const { data } = await watched.refetch();
    await watched.fetchMore({ variables: { after: data?.field.observationsConnection.pageInfo.endCursor } });
    const shown = () => client.readQuery<any>({ query, variables: { first: 2 } })?.field.observationsConnection.nodes;
    expect(shown()).toHaveLength(4);
    await watched.refetch();
    expect(shown()).toHaveLength(length);
    subscription.unsubscribe();
  });

  it('has the end of its own where no query has read that of the list', async () => {
    const names = ['3', '2', '1'].map((name) => `obs_${name}`);
    const read = openList(names);
    await read({ first: 3 }, 'edges { node { id } }');
    const page = await read({ first: 2 }, 'edges { node { id } } pageInfo { hasNextPage endCursor }');
    expect(page).toMatchObject({ shown: names.slice(0, 2), hasNextPage: true, endCursor: expect.stringMatching(/./) });
  });
});
