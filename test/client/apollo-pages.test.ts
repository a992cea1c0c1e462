/** Pages of observations as one list in the cache of the real Apollo Client. */
import { describe, expect, it } from 'vitest';
import { documentOf, idsOf, openClient } from './observation-pages.ts';

describe('a page of observations that is read again', () => {
  /** Reads pages of a list. */
  function openList(names: string[], defaultParts = '') {
    const { client } = openClient(names);
    const read = async (variables: { first: number; after?: string }, parts = defaultParts) => {
      const query = documentOf(parts);
      await client.query({ query, variables, fetchPolicy: 'network-only' });
      const { data } = await client.query({
        query,
        variables: { first: variables.first },
        fetchPolicy: 'cache-only',
      });
      const { edges, pageInfo } = data.field.observationsConnection;
      return { shown: idsOf(data.field.observationsConnection), endCursor: edges?.at(-1)?.cursor, ...pageInfo };
    };
    return Object.assign(read, { client, query: documentOf(defaultParts) });
  }

  it.each(['edges { node { id } }', 'edges { cursor node { id } }', 'nodes { id }'])(
    'retains the pages that follow its end, by %s',
    async (items) => {
      const names = ['6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);
      const read = openList(names, `${items} pageInfo { hasNextPage endCursor }`);
      const { endCursor: after } = await read({ first: 2 });
      const both = await read({ first: 2, after });
      expect(both).toMatchObject({ shown: names.slice(0, 4), hasNextPage: true });
      expect(await read({ first: 2 })).toEqual(both);
      // A new observation moves the end of the first page within the list.
      names.unshift('obs_7');
      const grown = await read({ first: 2 });
      expect(grown).toEqual({ ...both, shown: names.slice(0, 5) });
      expect(await read({ first: 2, after: grown.endCursor })).toMatchObject({ shown: names, hasNextPage: false });
      // More new observations than the page has: some may be missing between its end and the list.
      names.unshift('obs_9', 'obs_8');
      expect(await read({ first: 2 })).toMatchObject({ shown: names.slice(0, 2), hasNextPage: true });
    },
  );

  it.each([
    'edges { node { id } } pageInfo { hasNextPage endCursor }',
    'edges { cursor node { id } }',
    'nodes { id } pageInfo { hasNextPage endCursor }',
  ])('drops a page that was requested for the older list, so that no observation is missing, by %s', async (parts) => {
    const names = ['4', '3', '2', '1'].map((name) => `obs_${name}`);
    const read = openList(names, parts);
    const { endCursor: after } = await read({ first: 2 });
    names.unshift('obs_7', 'obs_6', 'obs_5');
    const anew = await read({ first: 2 });
    expect(anew.shown).toEqual(['obs_7', 'obs_6']);
    expect(await read({ first: 2, after })).toEqual(anew);
  });

  it('retains the pages that follow it in the middle of a list, by nodes', async () => {
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
  ] as const)(
    'by `refetch` with `refetchWritePolicy` %s leaves a list of %i observations',
    async (refetchWritePolicy, length) => {
      const { client, query } = openList(
        ['obs_4', 'obs_3', 'obs_2', 'obs_1'],
        'nodes { id } pageInfo { hasNextPage endCursor }',
      );
      const policy = refetchWritePolicy && { refetchWritePolicy };
      const watched = client.watchQuery({ query, variables: { first: 2 }, ...policy });
      const subscription = watched.subscribe(() => {});
      const { data } = await watched.refetch();
      await watched.fetchMore({ variables: { after: data?.field.observationsConnection.pageInfo.endCursor } });
      const shown = () => client.readQuery({ query, variables: { first: 2 } })?.field.observationsConnection.nodes;
      expect(shown()).toHaveLength(4);
      await watched.refetch();
      expect(shown()).toHaveLength(length);
      subscription.unsubscribe();
    },
  );

  it('has its own end if no query has read the end of the list', async () => {
    const names = ['3', '2', '1'].map((name) => `obs_${name}`);
    const read = openList(names);
    await read({ first: 3 }, 'edges { node { id } }');
    const page = await read({ first: 2 }, 'edges { node { id } } pageInfo { hasNextPage endCursor }');
    expect(page).toMatchObject({ shown: names.slice(0, 2), hasNextPage: true, endCursor: expect.stringMatching(/./) });
  });
});
