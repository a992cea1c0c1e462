/** Views that read pages of observations by `edges` and by `nodes`, in one cache of the real Apollo Client. */
import { describe, expect, it } from 'vitest';
import { documentOf, idsOf, openClient } from './observation-pages.ts';

describe('views by `edges` and by `nodes`', () => {
  const end = 'pageInfo { endCursor hasNextPage }';
  const byEdges = `edges { cursor node { id } } ${end}`;
  const byNodes = `nodes { id } ${end}`;

  /** Opens views with pages of two observations. Each step ends once all views are up to date. */
  function openViews(names: string[]) {
    const { client, settle } = openClient(names);
    return async (parts: string) => {
      const query = documentOf(parts);
      const watched = client.watchQuery({ query, variables: { first: 2 } });
      watched.subscribe(() => {});
      await settle();
      const page = () => watched.getCurrentResult().data.field.observationsConnection;
      return {
        page,
        shown: () => idsOf(page()),
        async loadMore() {
          const after = page().pageInfo?.endCursor ?? page().edges?.at(-1).cursor;
          if (after && after !== names.at(-1)) await watched.fetchMore({ variables: { after } });
          await settle();
        },
        async readAgain() {
          await client.query({ query, variables: { first: 2 }, fetchPolicy: 'network-only' });
          await settle();
        },
      };
    };
  }

  it.each([
    [byEdges, byNodes],
    [byNodes, byEdges],
  ])('show the same pages if the first view is by %s', async (...parts) => {
    const names = ['9', '8', '7', '6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);
    const open = openViews(names);
    const views = [await open(parts[0]), await open(parts[1])] as const;
    for (const [view, length] of [
      [views[1], 4],
      [views[1], 6],
      [views[0], 8],
      [views[1], 9],
    ] as const) {
      await view.loadMore();
      for (const { shown } of views) expect(shown()).toEqual(names.slice(0, length));
    }
  });

  it.each([
    [byEdges, byNodes],
    [byNodes, byEdges],
    [byEdges, `edges { node { id } } ${end}`],
    [byEdges, 'nodes { id }'],
    [byNodes, 'edges { cursor node { id } }'],
    [byNodes, end],
    ['edges { cursor node { id } }', end],
  ])(
    'show every observation of their pages and reach the end, by %s and %s, in any order of steps',
    async (...parts) => {
      for (let order = 0; order < 25; order += 1) {
        const names = ['7', '6', '5', '4', '3', '2', '1'].map((name) => `obs_${name}`);
        const open = openViews(names);
        const views = [await open(parts[0]), await open(parts[1])] as const;
        const [one, other] = views;
        const add = async () => void names.unshift(`obs_${names.length + 1}`);
        const steps = [one.loadMore, other.loadMore, one.readAgain, other.readAgain, add];
        const check = () => {
          const shown = views.map(({ page }) => page()).filter(({ edges, nodes }) => edges ?? nodes);
          for (const page of shown) {
            const ids = idsOf(page);
            expect(`${names},`, `order ${order}`).toContain(`${ids},`);
            const [endCursor, hasNextPage] = [ids.at(-1), ids.at(-1) !== 'obs_1'];
            if (page.pageInfo) expect(page.pageInfo, `order ${order}`).toMatchObject({ endCursor, hasNextPage });
          }
        };
        for (const index of [Math.floor(order / 5), order % 5]) {
          await steps[index]?.();
          check();
        }
        for (let more = 0; more < 6; more += 1) {
          await one.loadMore();
          check();
        }
        expect(one.shown().at(-1), `order ${order}`).toBe('obs_1');
      }
    },
  );

  /** Reads pages one by one, each by its own query. */
  function openReader(names: string[]) {
    const { client } = openClient(names);
    const read = async (parts: string, after?: string | null) => {
      const query = documentOf(parts);
      const { data } = await client.query({ query, variables: { first: 2, after }, fetchPolicy: 'network-only' });
      return data.field.observationsConnection;
    };
    const cached = (parts: string) =>
      client.readQuery({ query: documentOf(parts), variables: { first: 2 } })?.field.observationsConnection ?? null;
    return { client, read, cached };
  }

  it('read a list that was loaded by `nodes` in either form, with cursors that skip nothing', async () => {
    const { read, cached } = openReader(['obs_6', 'obs_5', 'obs_4', 'obs_3', 'obs_2', 'obs_1']);
    await read('nodes { id } pageInfo { startCursor endCursor hasNextPage }');
    await read(byNodes, 'obs_5');
    await read(byNodes, null);
    const { edges, pageInfo } = cached('edges { cursor node { id } } pageInfo { startCursor hasPreviousPage }');
    // No query has read the cursor of obs_4, so it has the previous one.
    const cursors = ['obs_6', 'obs_5', 'obs_5', 'obs_3'];
    expect(edges).toMatchObject(cursors.map((cursor) => ({ __typename: 'ObservationEdge', cursor })));
    expect(pageInfo).toMatchObject({ startCursor: 'obs_6', hasPreviousPage: false });
  });

  it('retain the end of the list if a query does not select it', async () => {
    const { read, cached } = openReader(['obs_3', 'obs_2', 'obs_1']);
    await read(byNodes);
    await read('nodes { id }');
    expect(cached(byNodes)).toMatchObject({ pageInfo: { endCursor: 'obs_2', hasNextPage: true } });
  });

  it('use an end that was read without items only if it is the end of the list', async () => {
    const names = ['obs_3', 'obs_2', 'obs_1'];
    const { read, cached } = openReader(names);
    await read('edges { cursor node { id } }');
    await read(end);
    expect(cached(byNodes)).toMatchObject({ pageInfo: { endCursor: 'obs_2' } });
    names.unshift('obs_4');
    await read(end);
    expect(cached(byNodes)).toMatchObject({ pageInfo: { endCursor: 'obs_2' } });
    await read('pageInfo { endCursor }', 'obs_2');
    expect(cached(byNodes)).toMatchObject({ pageInfo: { endCursor: 'obs_2' } });
  });

  it('do not combine a list without cursors with an end that another query has read', async () => {
    const { read, cached } = openReader(['obs_3', 'obs_2', 'obs_1']);
    await read('nodes { id }');
    await read(end);
    expect(cached(end)).toMatchObject({ pageInfo: { endCursor: 'obs_2' } });
    expect(cached(byNodes)).toBeNull();
  });

  it('find no items in the cache if only their cursors were read', async () => {
    const { read, cached } = openReader(['obs_2', 'obs_1']);
    expect((await read('edges { cursor }')).edges).toHaveLength(2);
    expect(cached('nodes { id }')).toBeNull();
    expect(cached('edges { node { id } }')).toBeNull();
  });

  it('show an observation once although the service repeats it on the next page, and no evicted observation', async () => {
    const names = ['obs_4', 'obs_3', 'obs_2', 'obs_1'];
    const { client, read, cached } = openReader(names);
    await read(byEdges);
    names.splice(0, 2, 'obs_3', 'obs_4');
    await read(byEdges, 'obs_3');
    expect(idsOf(cached(byEdges))).toEqual(['obs_4', 'obs_3', 'obs_2']);
    client.cache.evict({ id: 'fld_a:obs:obs_3' });
    for (const parts of [byEdges, byNodes]) expect(idsOf(cached(parts))).toEqual(['obs_4', 'obs_2']);
  });

  it('do not show a later page as the first one', async () => {
    const { read, cached } = openReader(['obs_6', 'obs_5', 'obs_4', 'obs_3', 'obs_2', 'obs_1']);
    for (const [after, ...shown] of [
      ['obs_5', 'obs_4', 'obs_3'],
      ['obs_2', 'obs_1'],
    ])
      expect(idsOf(await read(byNodes, after))).toEqual(shown);
    expect(cached(byNodes)).toBeNull();
    expect(idsOf(await read(byEdges))).toEqual(['obs_6', 'obs_5']);
  });

  it('retain the list if one read fails, and read it again if an earlier version stored it', async () => {
    const { client, read, cached } = openReader(['obs_2', 'obs_1']);
    const page = await read(byNodes);
    const failed = { field: { __typename: 'Field', id: 'fld_a', observationsConnection: null } };
    client.cache.writeQuery({ query: documentOf(byNodes), variables: { first: 2 }, data: failed });
    expect(cached(byNodes)).toEqual(page);
    const stored = client.extract() as { fld_a: object };
    const former = { ...page, edges: [], nodes: [{ __ref: 'fld_a:obs:obs_2' }] };
    client.cache.restore({ ...stored, fld_a: { ...stored.fld_a, 'observationsConnection:{}': former } } as never);
    expect([cached(byNodes), cached('edges { node { id } }')]).toEqual([null, null]);
    expect(await read(byNodes)).toEqual(page);
  });

  it('share one list with and without an argument that is null', async () => {
    const names = ['obs_2', 'obs_1'];
    const { client, read, cached } = openReader(names);
    const query = documentOf(byNodes);
    await client.query({ query, variables: { first: 2, category: null } });
    expect(idsOf(cached(byNodes))).toEqual(['obs_2', 'obs_1']);
    names.unshift('obs_3');
    expect(idsOf(await read(byNodes, null))).toEqual(['obs_3', 'obs_2', 'obs_1']);
    expect(client.readQuery({ query, variables: { first: 2, category: 'DISEASE' } })).toBeNull();
  });
});
