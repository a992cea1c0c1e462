/** The single query of the field page over a socket: its number of service calls is the one in docs/field-page.md. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { FieldPageDocument } from '../../src/page/__generated__/graphql.ts';
import { defaults } from '../../src/page/settings.ts';
import { variablesOf } from '../../src/page/variables.ts';
import { startCountingService } from '../support/counting-service.ts';
import { post } from '../support/post.ts';
import { startProduct } from '../support/running.ts';

const guide = readFileSync(new URL('../../docs/field-page.md', import.meta.url), 'utf8');

const dayMs = 86_400_000;
/** Month and day, that many days ago; a season cannot start on 29 February. */
const dayAgo = (days: number) =>
  new Date(Date.now() - days * dayMs).toISOString().slice(5, 10).replace('02-29', '03-01');
/** A season that began long enough ago that its window differs from every other window of the page, on any day. */
const seasonStart = dayAgo(90);

afterEach(() => {
  vi.useRealTimers();
});

it('the field page makes one service call per list and window, and one more while the timezone is unknown', async () => {
  await using service = await startCountingService();
  await using product = await startProduct({ FIELD_DATA_URL: service.url });
  const variables = variablesOf('fld_demo_01', { ...defaults, seasonStart });
  // With a key, because a cached reply to a keyed request is never used without revalidation.
  const key = { authorization: `Bearer ${service.demoKey}` };
  const callsOfOnePage = async () => {
    expect((await post(product.graphUrl, { query: FieldPageDocument, variables }, key)).body).not.toHaveProperty(
      'errors',
    );
    return service.requests.splice(0).map(({ url }) => url);
  };
  const lists = (urls: string[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(urls, (url) => new URL(url, service.url).pathname.slice('/api/v1/'.length))).map(
        ([list, calls]) => [list, calls?.length],
      ),
    );
  const [first, second] = [await callsOfOnePage(), await callsOfOnePage()];
  expect(new Set(second).size).toBe(second.length);
  // Weather: the page's days, the season's days, the hours. Scenes: the page's days, this season and two earlier ones.
  expect(lists(second)).toEqual({ weather: 3, 'earth-observations': 4, observations: 1 });
  expect(lists(first)).toEqual({ weather: 4, 'earth-observations': 4, observations: 1 });
  expect(guide).toContain(`makes ${second.length} calls to the service, ${first.length} while`);
});

it('the field page query, which includes degree days, has no errors in the last week before a new season', async () => {
  await using product = await startProduct();
  for (const daysLeft of [0, 1, 2, 4, 7]) {
    const variables = variablesOf('fld_demo_01', { ...defaults, seasonStart: dayAgo(-daysLeft) });
    const { body } = await post(product.graphUrl, { query: FieldPageDocument, variables });
    expect(body, `${daysLeft} days left`).not.toHaveProperty('errors');
  }
});

it.each([
  ['2027-02-20', 7],
  ['2027-02-24', 4],
  ['2028-02-24', 5],
  ['2028-02-29', 1],
  // In the timezone of the field it may still be the last day of the season.
  ['2028-03-01', 1],
  ['2028-03-02', 7],
])('on %s the field page requests a forecast of %i days for a season from 1 March', (today, days) => {
  vi.useFakeTimers({ now: Date.parse(today), toFake: ['Date'] });
  expect(variablesOf('fld_demo_01', defaults).nextDays).toBe(days);
});
