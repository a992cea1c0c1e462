/** GET /api/v1/observations, one block per status. The behaviour shared by all reads is tested in weather.test.ts. */
import { describe, expect, test } from 'vitest';
import { testRefusals } from '../support/refused-reads.ts';
import { type Observation, sharedService, startOverShared, testNow } from '../support/service.ts';

const path = '/api/v1/observations';
const wheat = `${path}?field_id=fld_demo_01`;

const idsOf = (data: Observation[]) => data.map(({ id }) => id);

/** A new farm with `count` observations, some at the same moment. */
async function addNotes(count: number) {
  const service = await sharedService();
  const { fieldId, key } = await service.addFarm();
  for (let index = 0; index < count; index += 1) {
    const observed_at = new Date(testNow.getTime() - Math.floor(index / 3) * 3_600_000).toISOString();
    const category = index % 2 === 0 ? 'pest' : 'general';
    await service.write({ field_id: fieldId, text: `Note ${index}`, observed_at, category }, { key });
  }
  const list = (query = '') => service.call(`${path}?field_id=${fieldId}${query}`, { key });
  return { ...service, fieldId, key, list };
}

describe('200', () => {
  test('the demo starts with observations of the last year, newest first, marked as examples', async () => {
    const { call } = await sharedService();
    const { body } = await call(wheat);
    const notes = body.data as Observation[];
    // Six for the crop and one for the week.
    expect(notes).toHaveLength(7);
    expect(body.page).toEqual({ limit: 25, has_more: false, next_cursor: null });
    const times = notes.map(({ observed_at }) => Date.parse(observed_at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(Math.max(...times)).toBeLessThanOrEqual(testNow.getTime());
    expect(Math.max(...times)).toBeGreaterThan(testNow.getTime() - 8.5 * 86_400_000);
    expect(Math.min(...times)).toBeGreaterThan(testNow.getTime() - 380 * 86_400_000);
    for (const { author, tags, live_mode } of notes) {
      expect([author?.name, tags?.[0], live_mode]).toEqual(['Demo data', 'example-data', false]);
    }
  });

  test('a page links the next page relative to its own URL, with all its parameters', async () => {
    const { list, call, key, fieldId } = await addNotes(5);
    const first = await list('&limit=3&category=pest&unknown=%C3%BC');
    expect((await list('&limit=5')).headers.get('link')).toBe('</openapi.json>; rel="service-desc"');
    const [, reference = ''] =
      /, <([^>]*)>; rel="next"$/.exec((await list('&limit=2')).headers.get('link') ?? '') ?? [];
    expect(first.headers.get('link')).not.toContain('next');
    // Under the path prefix of a proxy, the reference resolves to the same resource.
    const next = new URL(reference, `https://api.example.com/prefix${path}?field_id=${fieldId}&limit=2`);
    expect(next.pathname).toBe(`/prefix${path}`);
    const { body } = await call(`${path}${next.search}`, { key });
    expect(body.page.limit).toBe(2);
    expect(idsOf(body.data)).toEqual(idsOf((await list()).body.data).slice(2, 4));
  });

  test('an invalid cursor is explained in the detail', async () => {
    const { call } = await sharedService();
    const { body } = await call(`${wheat}&cursor=abc`);
    expect(body.detail).toBe('cursor must be page.next_cursor of an earlier page of this list.');
  });

  test('demo field 60 has no observations', async () => {
    const { call } = await sharedService();
    expect((await call(`${path}?field_id=fld_demo_60`)).body).toMatchObject({ data: [], page: { has_more: false } });
  });

  test('an observation written by another process is on the next page that is read', async () => {
    const { fieldId, key, list } = await addNotes(1);
    const other = await startOverShared();
    expect((await list()).body.data).toHaveLength(1);
    const { body } = await other.write({ field_id: fieldId, text: 'From elsewhere' }, { key });
    expect(idsOf((await list()).body.data)).toContain(body.data.id);
  });

  test('a restart adds no example observation twice', async () => {
    const first = await sharedService();
    const before = (await first.call(wheat)).text;
    const second = await startOverShared();
    expect((await second.call(wheat)).text).toBe(before);
  });

  test('limit caps a page and the cursor continues without gap or repetition, ordered by time and id', async () => {
    const { list } = await addNotes(10);
    const all = (await list('&limit=100')).body.data as Observation[];
    const rank = ({ observed_at, id }: Observation) => `${observed_at} ${id}`;
    expect(all).toHaveLength(10);
    expect(all.map(rank)).toEqual(all.map(rank).toSorted().toReversed());
    const seen: string[] = [];
    let query = '&limit=3';
    for (;;) {
      const { body } = await list(query);
      seen.push(...idsOf(body.data));
      expect(body.page.limit).toBe(3);
      expect(body.page.has_more).toBe(body.page.next_cursor !== null);
      if (!body.page.has_more) break;
      query = `&limit=3&cursor=${body.page.next_cursor}`;
    }
    expect(seen).toEqual(idsOf(all));
  });

  test('a page that ends with the last observation has no cursor', async () => {
    const { list } = await addNotes(3);
    expect((await list('&limit=3')).body.page).toEqual({ limit: 3, has_more: false, next_cursor: null });
  });

  test('the id of any visible observation is a cursor, under any filters', async () => {
    const { list } = await addNotes(10);
    const all = (await list()).body.data as Observation[];
    const cursor = all.find(({ category }) => category === 'general');
    const after = all.slice(all.findIndex(({ id }) => id === cursor?.id) + 1);
    const { body } = await list(`&category=pest&cursor=${cursor?.id}`);
    expect(idsOf(body.data)).toEqual(idsOf(after.filter(({ category }) => category === 'pest')));
  });

  test('from is inclusive, to is exclusive, and category filters', async () => {
    const { list } = await addNotes(10);
    const all = (await list()).body.data as Observation[];
    const [newest] = all;
    const oldest = all.at(-1);
    const { body } = await list(`&from=${oldest?.observed_at}&to=${newest?.observed_at}`);
    expect(idsOf(body.data)).toEqual(idsOf(all.filter(({ observed_at }) => observed_at < (newest?.observed_at ?? ''))));
    expect((await list('&category=weed')).body.data).toEqual([]);
  });

  test('a list must always be revalidated, so a new observation is visible in the next read', async () => {
    const { call, demoKey } = await sharedService();
    expect((await call(wheat)).headers.get('cache-control')).toBe('no-cache');
    expect((await call(wheat, { key: demoKey })).headers.get('cache-control')).toBe('private, no-cache');
  });
});

test('304 is returned for an ETag until an observation is added', async () => {
  const { call, demoKey, write } = await sharedService();
  const read = (etag: string) => call(wheat, { key: demoKey, headers: { 'if-none-match': etag } });
  const etag = (await read('""')).headers.get('etag') ?? '';
  expect((await read(etag)).status).toBe(304);
  await write({ field_id: 'fld_demo_01', text: 'New' }, { key: demoKey });
  expect((await read(etag)).status).toBe(200);
});

describe('400', () => {
  test.each([
    ['limit=0', 'limit', 'too_small'],
    ['limit=101', 'limit', 'too_large'],
    ['limit=1e1', 'limit', 'wrong_type'],
    ['limit=%2B5', 'limit', 'wrong_type'],
    ['limit=%205', 'limit', 'wrong_type'],
    ['limit=', 'limit', 'wrong_type'],
    ['limit=5&limit=5', 'limit', 'duplicate'],
    ['cursor=1', 'cursor', 'unknown_cursor'],
    ['cursor=', 'cursor', 'unknown_cursor'],
    ['cursor=obs_%00', 'cursor', 'unknown_cursor'],
    ['cursor=obs_unknown', 'cursor', 'unknown_cursor'],
    ['category=weather', 'category', 'not_allowed'],
    ['from=2026-05-02&to=2026-05-01', 'from', 'empty_window'],
    ['from=2024-01-01&to=2026-05-01', 'from', 'too_large'],
  ])('%s is refused with the parameter %s and the code %s', async (query, parameter, code) => {
    const { call } = await sharedService();
    const { status, body } = await call(`${wheat}&${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.errors).toMatchObject([{ parameter, code }]);
  });

  test('an observation of another field or caller is not a valid cursor', async () => {
    const { call, demoKey, write, list } = await addNotes(1);
    const [note] = (await list()).body.data;
    expect((await call(`${wheat}&cursor=${note.id}`)).body.errors).toMatchObject([{ code: 'unknown_cursor' }]);
    const mine = await write({ field_id: 'fld_demo_01', text: 'Mine' }, { key: demoKey });
    const cursor = `${wheat}&cursor=${mine.body.data.id}`;
    expect((await call(cursor, { key: demoKey })).status).toBe(200);
    expect((await call(cursor)).body.errors).toMatchObject([{ code: 'unknown_cursor' }]);
  });
});

testRefusals(path, 'observations:write', 'observations');
