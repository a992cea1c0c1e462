/** Pages of observations over services that ignore parameters: each page is correct, or an error with a known code. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { ByteList } from '../../../src/executor/byte-list.ts';
import { graphql } from '../../support/documents/documents.ts';
import { execute, type GraphAnswer, requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { note, scene, weatherDay } from '../../support/recorded-service.ts';

const PagesOf = graphql(`
  query PagesOf($first: Int!, $after: String, $category: ObservationCategory, $from: DateOrDateTime, $to: DateOrDateTime) {
    field(id: "fld_a") {
      observationsConnection(first: $first, after: $after, category: $category, from: $from, to: $to) {
        nodes { recordId }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

type Note = ReturnType<typeof note>;
type Query = Readonly<Record<string, string | undefined>>;

/** Pairs of observations with the same time, newest first, ordered by id. The last pair is the 100th and the 101st. */
const notes = Array.from({ length: 101 }, (_, index): Note => {
  const observed_at = new Date(Date.UTC(2026, 4, 1) - Math.floor((index + 1) / 2) * 3_600_000).toISOString();
  return { ...note('fld_a', `obs_${900 - index}`), category: index % 3 === 0 ? 'pest' : 'disease', observed_at };
});

const fits = ({ category, from = '', to = '9' }: Query) => {
  return (each: Note) =>
    each.category === (category ?? each.category) && each.observed_at >= from && each.observed_at < to;
};

/** The part of `page` that a service states. */
const pages = ['nothing', 'whether more follow', 'the next cursor'] as const;

interface Service {
  knows: ReadonlySet<string>;
  page: (typeof pages)[number];
  count: number;
}

function reply({ knows, page, count }: Service, query: Query) {
  const all = notes.slice(0, count).filter(knows.has('filters') ? fits(query) : () => true);
  const from = knows.has('cursor') ? all.findIndex(({ id }) => id === query.cursor) + 1 : 0;
  const limit = knows.has('limit') ? Number(query.limit ?? 25) : count;
  const data = all.slice(from, from + limit);
  const has_more = from + limit < all.length;
  const next_cursor = has_more && page === 'the next cursor' ? data.at(-1)?.id : null;
  // A service that knows neither a limit nor pages may not know the order.
  const sent = knows.has('limit') || page !== 'nothing' ? data : data.toReversed();
  return {
    data: sent,
    meta: { timezone: 'UTC' },
    page: page === 'nothing' ? undefined : { limit, has_more, next_cursor },
  };
}

const queries: readonly Query[] = [
  {},
  { category: 'pest' },
  { from: '2026-04-30T23:00:00.000Z' },
  { from: notes.at(-1)?.observed_at },
  { from: '2026-04-30T22:00:00.000Z', to: '2026-05-01T00:00:00.000Z', category: 'disease' },
];

const incomplete = 'INCOMPLETE_UPSTREAM_DATA';
const after = (listed: number) => (listed > 0 ? `${incomplete} after ${listed}` : incomplete);

/** The parameters that a service knows, and how its incomplete lists end, for each kind of `page` in the order of `pages`. */
const services: [knows: string[], ...ends: [string, string, string]][] = [
  [[], `12 ${after(800)}`, `9 ${after(600)}`, `9 ${after(600)}`],
  [['limit'], `12 ${after(800)}`, `2 an empty page, 9 ${after(600)}`, '27 UPSTREAM_ERROR'],
  [['filters'], `10 ${after(800)}`, `6 ${after(600)}`, `6 ${after(600)}`],
  [['cursor'], `12 ${after(800)}`, `3 ${after(0)}`, `3 ${after(0)}`],
  [['limit', 'filters'], `10 ${after(800)}`, `6 ${after(600)}`, '18 UPSTREAM_ERROR'],
  [['limit', 'cursor'], `12 ${after(800)}`, `2 an empty page, 3 ${after(0)}`, '5 an empty page'],
  [['filters', 'cursor'], `10 ${after(800)}`, '', ''],
  [['limit', 'filters', 'cursor'], `10 ${after(800)}`, '', ''],
];

it.each(services.flatMap(([knows, ...ends]) => pages.map((page, at) => ({ knows, page, known: ends[at] }))))(
  'pages are correct or end with the expected error over a service that knows $knows and states $page',
  async ({ knows, page, known }) => {
    let service: Service = { knows: new Set(knows), page, count: 0 };
    const { answer } = gatewayOver(({ query }) => ({ body: reply(service, query) }));
    const ends: string[] = [];
    let listed = 0;
    for (const count of [0, 2, 3, 99, 100, 101]) {
      service = { ...service, count };
      for (const query of queries) {
        const expected = notes
          .slice(0, count)
          .filter(fits(query))
          .map(({ id }) => id);
        for (const first of count > 3 ? [50, 100] : [1, 2, 3]) {
          const variables = { ...query, category: query.category?.toUpperCase() as 'PEST' | undefined, first };
          const ids: string[] = [];
          let end = 'whole';
          for (let cursor: string | null | undefined, more = true; more; ) {
            const { data, errors } = await execute(answer, PagesOf, { ...variables, after: cursor });
            if (errors) end = String(errors[0]?.extensions?.code);
            const { nodes = [], pageInfo } = data?.field?.observationsConnection ?? {};
            ids.push(...nodes.map(({ recordId }) => recordId));
            if (cursor && !errors && nodes.length === 0) end = 'an empty page';
            cursor = pageInfo?.endCursor;
            more = pageInfo?.hasNextPage ?? false;
          }
          expect(ids, JSON.stringify([count, variables])).toEqual(expected.slice(0, ids.length));
          if (end === 'whole' || end === 'an empty page') expect(ids).toEqual(expected);
          if (end !== 'whole') ends.push(end);
          if (end === incomplete) listed += ids.length;
        }
      }
    }
    const counts = Object.entries(Object.groupBy(ends, (end) => end));
    const shown = counts.map(([end, all]) => `${all?.length} ${end === incomplete ? after(listed) : end}`);
    expect(shown.join(', ')).toBe(known);
  },
);

it.each([
  ['the next cursor', true],
  ['nothing', false],
])('a record that is sent twice does not end a page over a service that states %s', async (_title, isStated) => {
  const page = (cursor?: string) => ({ limit: 3, has_more: cursor === undefined, next_cursor: cursor ? null : 'next' });
  const { answer } = gatewayOver(({ query: { cursor, limit } }) => {
    const sent = cursor === undefined ? notes.slice(0, Number(limit)) : notes.slice(3, 5);
    const data = cursor === undefined ? [notes[0], ...sent] : sent;
    return { body: { data, meta: { timezone: 'UTC' }, ...(isStated && { page: page(cursor) }) } };
  });
  const { data, errors } = await execute(answer, PagesOf, { first: 3 });
  const { nodes, pageInfo } = data?.field?.observationsConnection ?? {};
  expect(nodes?.map(({ recordId }) => recordId)).toEqual(notes.slice(0, 3).map(({ id }) => id));
  expect([pageInfo?.hasNextPage, errors]).toEqual([true, undefined]);
  if (!isStated) return;
  expect(pageInfo?.endCursor).toBe('next');
  const next = await execute(answer, PagesOf, { first: 3, after: pageInfo?.endCursor });
  expect(next.data?.field?.observationsConnection?.nodes).toHaveLength(2);
});

it.each([
  [50, 50],
  [100, incomplete],
])('a list of %i observations since a time, each sent twice, has the result %s', async (limit, expected) => {
  const { answer } = gatewayOver(({ query: { cursor, limit } }) => {
    const at = Number(cursor ?? 0);
    const data = notes.flatMap((each) => [each, each]).slice(at, at + Number(limit));
    const page = { limit: Number(limit), has_more: true, next_cursor: String(at + Number(limit)) };
    return { body: { data, meta: { timezone: 'UTC' }, page } };
  });
  const query = `{ field(id: "fld_a") { observations(limit: ${limit}, from: "2000-01-01T00:00:00Z") { recordId } } }`;
  const { data, errors = [] }: GraphAnswer<{ field: { observations: { recordId: string }[] | null } }> =
    await requestJson(answer, { query });
  const ids = data?.field.observations?.map(({ recordId }) => recordId);
  expect(errors[0]?.extensions.code ?? ids?.length).toBe(expected);
  expect(ids ?? []).toEqual(notes.slice(0, ids?.length ?? 0).map(({ id }) => id));
});

const InWindow = graphql(`
  query InWindow($from: DateOrDateTime, $to: DateOrDateTime) {
    field(id: "fld_a") {
      observations(limit: 100, from: $from, to: $to) { recordId }
    }
  }
`);

it.each([
  ['the window', true],
  ['another window', false],
])('over a service that states %s, observations of a window are passed on unparsed: %s', async (_, isStated) => {
  const window = { from: '2026-04-20T00:00:00Z', to: '2026-05-02T00:00:00Z' };
  const stated = isStated ? window : { ...window, to: '2026-05-03T00:00:00Z' };
  const { answer } = gatewayOver(() => ({
    body: {
      data: notes.slice(0, 5),
      meta: { timezone: 'UTC', ...stated },
      page: { limit: 100, has_more: false, next_cursor: null },
    },
  }));
  const read = async () => {
    const { data } = await execute(answer, InWindow, window);
    expect(data?.field?.observations).toHaveLength(5);
  };
  // Lists are parsed until a program for their records is made.
  for (let request = 0; request < 40; request += 1) await read();
  const load = vi.spyOn(ByteList.prototype, 'load');
  await read();
  expect(load.mock.calls.length === 0).toBe(isStated);
  load.mockRestore();
});

it.each([
  ['the latest observation', 'latestObservation { recordId }'],
  ['the observations of a day', 'timeline(from: "2026-05-01", to: "2026-05-02") { observations { recordId } }'],
  ['weather with forecasts', 'weather(from: "2026-05-01", to: "2026-05-02") { startsAt }'],
  ['scenes of one time', 'indexSeries(index: NDVI, from: "2026-04-01", to: "2026-06-01") { acquiredAt }'],
])('each instant is parsed a few times, however many records a service sends in no order: %s', async (_, selection) => {
  const times = Array.from({ length: 100 }, (_, at) =>
    new Date(Date.UTC(2026, 4, 1, 0, (at * 37) % 100)).toISOString(),
  );
  const listed = times.map((observed_at, at) => ({ ...note('fld_a', `obs_${at}`), observed_at }));
  const forecasts = times.map((issued_at) => weatherDay('fld_a', { kind: 'forecast', issued_at }));
  const scenes = times.map((processed_at, at) => ({ ...scene('fld_a'), id: `eo_${at}`, processed_at }));
  const lists: Record<string, object[]> = { weather: forecasts, 'earth-observations': scenes, observations: listed };
  const { answer } = gatewayOver(({ path }) => ({ body: { data: lists[path.split('/').at(-1) ?? ''] } }));
  const parse = vi.spyOn(Date, 'parse');
  onTestFinished(() => parse.mockRestore());
  const json = await requestJson(answer, `{ field(id: "fld_a") { ${selection} } }`);
  expect(json).toMatchObject({ data: { field: expect.anything() } });
  const counts = Map.groupBy(parse.mock.calls, ([text]) => text);
  expect(Math.max(...times.map((text) => counts.get(text)?.length ?? 0))).toBeLessThan(8);
});
