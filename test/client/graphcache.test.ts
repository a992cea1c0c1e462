/** A field and its pages of observations as one list, in the cache of the real urql. */
import { readFileSync } from 'node:fs';
import { Client, fetchExchange, type OperationResult } from '@urql/core';
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { cacheOptions } from '../../client/graphcache.ts';
import { gatewayOver } from '../support/gateway.ts';
import { meta, note, type RecordedCall } from '../support/recorded-service.ts';

/** A client of a graph with these observations, newest first, which may grow. */
function clientOf(ids: string[], options: Partial<CacheExchangeOpts> = {}) {
  const reply = ({ query }: RecordedCall) => {
    const limit = Number(query.limit);
    const from = query.cursor === undefined ? 0 : ids.indexOf(query.cursor) + 1;
    const page = ids.slice(from, from + limit);
    const has_more = from + limit < ids.length;
    const data = page.map((id) => ({ ...note('fld_a', id), category: 'general' }));
    return {
      body: { data, page: { limit, has_more, next_cursor: has_more ? page.at(-1) : null }, meta: meta('fld_a') },
    };
  };
  const { answer } = gatewayOver(reply as never);
  return new Client({
    url: 'http://graph.test/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange({ ...cacheOptions, ...options }), fetchExchange],
    fetch: (url, init) => answer(new Request(url, init)),
  });
}

/** Reads a page with such a client. Returns what is shown. */
function openClient(ids: string[]) {
  const client = clientOf(ids);
  return async (
    variables: object,
    { parts = 'edges { cursor node { id } } pageInfo { hasNextPage endCursor }', isCached = false } = {},
  ) => {
    const query = `query ($first: Int, $after: String, $category: ObservationCategory) {
      field(id: "fld_a") { id observationsConnection(first: $first, after: $after, category: $category) { ${parts} } }
    }`;
    const requestPolicy = isCached ? 'cache-only' : 'network-only';
    const { data, error } = await client.query(query, variables, { requestPolicy }).toPromise();
    expect(error).toBeUndefined();
    const { edges, pageInfo } = data.field.observationsConnection;
    const shown = edges.map(({ node }: { node: { id: string } }) => node.id.replace('fld_a:obs:', '')) as string[];
    return { shown, hasNext: pageInfo?.hasNextPage, end: pageInfo?.endCursor ?? edges.at(-1)?.cursor };
  };
}

const seven = () => ['7', '6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);

describe('a field', () => {
  it('is shown by a view without its id after another view has read it with its id', async () => {
    const client = clientOf(seven());
    const read = async (parts: string) => {
      const query = `{ field(id: "fld_a") { ${parts} } }`;
      return (await client.query(query, {}).toPromise()).data?.field;
    };
    const latest = { text: note('fld_a', 'obs_7').text };
    await read('latestObservation { category }');
    await read('id observations(limit: 2) { id }');
    expect(await read('latestObservation { text }')).toMatchObject({ latestObservation: latest });
    expect(await read('id latestObservation { text }')).toMatchObject({ id: 'fld_a', latestObservation: latest });
  });
});

describe('pages of observations', () => {
  it.each([
    ['endCursor', undefined],
    ['the cursors of edges', 'edges { cursor node { id } }'],
  ])('form one list, by %s', async (_, parts) => {
    const ids = seven();
    const read = openClient(ids);
    const options = parts === undefined ? {} : { parts };
    const first = await read({ first: 3 }, options);
    const second = await read({ first: 3, after: first.end }, options);
    const third = await read({ first: 3, after: second.end }, options);
    expect(third.shown).toEqual(ids);
  });

  it('have no gap after an observation was added, and continue after the first page', async () => {
    const ids = seven();
    const read = openClient(ids);
    const { end } = await read({ first: 3 });
    expect((await read({ first: 3, after: end })).shown).toEqual(ids.slice(0, 6));
    ids.unshift('obs_8');
    const again = await read({ first: 3 });
    expect([again.shown, again.hasNext]).toEqual([ids.slice(0, 3), true]);
    expect((await read({ first: 3, after: again.end })).shown).toEqual(ids.slice(0, 6));
  });

  it('with another filter form another list, which begins with the requested page if its first page is missing', async () => {
    const ids = seven();
    const read = openClient(ids);
    await read({ first: 3 });
    const { end } = await openClient(ids)({ first: 4 });
    const other = await read({ first: 3, after: end, category: 'GENERAL' });
    expect(other.shown).toEqual(ids.slice(4));
  });

  it('form one list with and without an argument that is null', async () => {
    const ids = seven();
    const read = openClient(ids);
    const { end } = await read({ first: 3 });
    expect((await read({ first: 3, after: end, category: null })).shown).toEqual(ids.slice(0, 6));
  });

  it('of another size form another list, in which a new observation is the first', async () => {
    const ids = seven();
    const read = openClient(ids);
    const large = await read({ first: 5 });
    const small = await read({ first: 3 });
    expect(small.shown).toEqual(ids.slice(0, 3));
    ids.unshift('obs_8');
    expect((await read({ first: 3 })).shown).toEqual(ids.slice(0, 3));
    // A next page of another size continues the list that has its cursor.
    expect(await read({ first: 10, after: large.end })).toMatchObject({ shown: seven(), hasNext: false });
    expect((await read({ first: 5 }, { isCached: true })).shown).toEqual(seven());
    // The first page of this size no longer ends before the requested page, and is shown nevertheless.
    expect((await read({ first: 3, after: small.end })).shown).toEqual(ids.slice(0, 3));
  });

  it('of another size form another list if the first page was empty', async () => {
    const ids: string[] = [];
    const read = openClient(ids);
    await read({ first: 5 }, { parts: 'edges { node { id } }' });
    ids.push('obs_1');
    await read({ first: 3 });
    expect((await read({ first: 5 }, { parts: 'edges { node { id } }', isCached: true })).shown).toEqual([]);
  });

  it('stay shown while the next one loads, with the option `schema`', async () => {
    const sdl = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
    const schema = introspectionFromSchema(buildSchema(sdl)) as never;
    const warnings: string[] = [];
    const logger: CacheExchangeOpts['logger'] = (severity, text) => severity !== 'debug' && warnings.push(text);
    const client = clientOf(seven(), { schema, logger });
    const query = `query ($after: String) {
      field(id: "fld_a") { id observationsConnection(first: 3, after: $after) { edges { node { id } } pageInfo { endCursor } } }
    }`;
    const pageOf = ({ data }: OperationResult) => data?.field?.observationsConnection;
    const first = await client.query(query, {}).toPromise();
    const shown = await new Promise<unknown[]>((resolve) => {
      const counts: unknown[] = [];
      client.query(query, { after: pageOf(first).pageInfo.endCursor }).subscribe((result) => {
        if (counts.push([result.stale, pageOf(result)?.edges.length]) > 1) resolve(counts);
      });
    });
    expect(shown).toEqual([
      [true, 3],
      [false, 6],
    ]);
    expect(warnings).toEqual([]);
  });
});
