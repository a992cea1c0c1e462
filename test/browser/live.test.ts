/** Live updates of the pages: the tabs of the field page share one stream, which resumes. GraphiQL runs and stops a stream. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announced, connectBrowser, contextWithKey, hasChromium, loaded, markRegions } from './browser.ts';
import { runCommand } from '../support/command.ts';
import { installed } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { readMetric } from '../support/metric.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeObservation } from '../support/write-observation.ts';
import { startVite, type Vite, writtenUrl } from './vite.ts';

const fieldId = 'fld_demo_01';
const notice = 'Live updates are interrupted. Reconnecting…';
/** The longest wait of a page before it reconnects after a stream has ended. */
const reconnectMsMax = 1_500;
const isStream = (url: string) => url.includes('fieldsChanged');

async function write(product: Product, text: string): Promise<void> {
  expect(await writeObservation(product, text)).toBe(201);
}

/** The number of streams open now, and of streams opened so far. */
const streams = ({ adminUrl }: Product) =>
  Promise.all(['streams', 'streams_opened_total'].map((name) => readMetric(adminUrl, name)));

/** Delays the next stream of a page until it is released. */
async function holdStream(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    ({ href }) => isStream(href),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return { release, requested: page.waitForRequest((request) => isStream(request.url())) };
}

/** Delays the responses to the queries of a page until they are released. */
async function holdAnswer(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    arrive();
    await released;
    await route.fulfill({ response });
  });
  return { arrived, release };
}

const shown = (page: Page, text: string) => page.locator('.note').getByText(text).first().waitFor();

describe('live updates', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser();
  let vite: Vite;

  beforeAll(async () => {
    if (installed) vite = await startVite('dashboard');
  });

  afterAll(async () => {
    await vite?.close();
  });

  it('show a change in every tab of the field page by one stream, which another tab reopens when the first is closed', async ({
    expect,
  }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await second.goto(product.graphUrl);
    await loaded(second);
    await write(product, 'Seen twice');
    await Promise.all([first, second].map((page) => shown(page, 'Seen twice')));
    expect(await streams(product)).toEqual([1, 1]);
    await first.close();
    await expect.poll(() => streams(product)).toEqual([1, 2]);
    await write(product, 'Seen once');
    await shown(second, 'Seen once');
  });

  it('show a change that came before the stream opened, and send one query if the stream opens at once', async ({
    expect,
  }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    const openedAt = Date.now();
    await context.clock.setFixedTime(openedAt);
    const page = await context.newPage();
    let queries = 0;
    page.on('request', (request) => {
      queries += Number(request.method() === 'POST');
    });
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await loaded(page);
    expect(queries).toBe(1);
    const { release, requested } = await holdStream(page);
    await page.reload();
    await requested;
    // The query of the reloaded page must be answered before the change.
    await loaded(page);
    await write(product, 'Before the stream');
    await context.clock.setFixedTime(openedAt + 2_000);
    release();
    await shown(page, 'Before the stream');
    expect(queries).toBe(3);
  });

  it('show a change that came while the response to a page was in transit, in the first tab and in another', async () => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    const openedAt = Date.now();
    await context.clock.setFixedTime(openedAt);
    const [first, second] = [await context.newPage(), await context.newPage()];
    const stream = await holdStream(first);
    let answer = await holdAnswer(first);
    await first.goto(product.graphUrl);
    await answer.arrived;
    await write(product, 'To one tab');
    await context.clock.setFixedTime(openedAt + 2_000);
    answer.release();
    stream.release();
    await shown(first, 'To one tab');
    answer = await holdAnswer(second);
    await second.goto(product.graphUrl);
    await answer.arrived;
    await write(product, 'To another');
    await shown(first, 'To another');
    answer.release();
    await shown(second, 'To another');
  });

  it('show a change that came before another tab reopened the stream', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    // The clock stands still: recent data are not queried again.
    await context.clock.setFixedTime(Date.now());
    await context.addInitScript(() => {
      const Channel = BroadcastChannel;
      globalThis.BroadcastChannel = class extends Channel {
        constructor(name: string) {
          super(name);
          this.addEventListener('message', ({ data }) => {
            if (data.kind === 'event') document.documentElement.dataset.event = data.cursor;
          });
        }
      };
    });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await second.goto(product.graphUrl);
    await second.locator('html[data-event]').waitFor();
    const { release, requested } = await holdStream(second);
    await first.close();
    await requested;
    await write(product, 'Between two streams');
    release();
    await shown(second, 'Between two streams');
  });

  it('report an interruption while the graph is down, and show what was written once it is back', async ({
    expect,
  }) => {
    await using folder = await temporaryFolder();
    const settings = { FIELD_DATA_DIR: folder.path, ADMIN_PORT: '0', PORT: String(await freePort()) };
    let product = await startProduct(settings);
    const context = await contextWithKey(browser, product.demoKey);
    const page = await context.newPage();
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await markRegions(page);
    await product[Symbol.asyncDispose]();
    await announced(page, notice);
    product = await startProduct(settings);
    await write(product, 'While away');
    await shown(page, 'While away');
    await page.getByText(notice).waitFor({ state: 'detached' });
    await context.close();
    await product[Symbol.asyncDispose]();
  });

  it('make the page read the field once after its own note', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await write(product, 'Seen by the stream');
    await shown(page, 'Seen by the stream');
    await loaded(page);
    let queries = 0;
    page.on('request', (request) => {
      queries += Number(request.postData()?.includes('query FieldPage') ?? false);
    });
    await page.getByLabel('Note', { exact: true }).fill('Own note');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect.poll(() => queries).toBe(1);
    await loaded(page);
    await page.clock.runFor(5_000);
    expect(queries).toBe(1);
    await write(product, 'Of another person');
    await shown(page, 'Of another person');
    expect(queries).toBe(2);
  });

  it('are not needed to read the field after a note of the page itself', async () => {
    await using remote = await startProduct();
    await using product = await startProduct({
      ADMIN_PORT: '0',
      FIELD_DATA_URL: remote.serviceUrl,
      LIVE_POLL_MS_MIN: '120000',
    });
    await using context = await contextWithKey(browser, remote.demoKey);
    const page = await context.newPage();
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await loaded(page);
    const read = page.waitForResponse(
      async (response) =>
        response.request().postData()?.includes('query FieldPage') === true &&
        (await response.text()).includes('Own note'),
    );
    await page.getByLabel('Note', { exact: true }).fill('Own note');
    await page.getByRole('button', { name: 'Add note' }).click();
    await read;
  });

  it('show a change to a key that may not read all lists', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    const scopes = ['observations:read', 'observations:write'].flatMap((scope) => ['--scope', scope]);
    const words = ['keys', 'create', '--account', 'acme', '--name', 'scout', '--mode', 'test', ...scopes];
    const { out } = await runCommand(words, { env: { FIELD_DATA_DIR: product.dataDir } });
    const key = out.trim();
    await using context = await contextWithKey(browser, key);
    const page = await context.newPage();
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    const demo = { authorization: `Bearer ${key}` };
    expect(await writeObservation({ ...product, demo }, 'Seen by a scout')).toBe(201);
    await shown(page, 'Seen by a scout');
  });

  it('use a stream without the API key if the graph refuses the key', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, 'nobodys-key');
    const page = await context.newPage();
    const opened = page.waitForRequest((request) => isStream(request.url()) && !request.headers().authorization);
    await page.goto(product.graphUrl);
    await opened;
    await expect.poll(() => streams(product)).toEqual([1, 1]);
  });

  it('report no interruption when streams end at their maximum age', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0', LIVE_STREAM_AGE_MS_MAX: '1000' });
    await using page = await browser.newPage();
    await page.addInitScript((text) => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes(text)) document.documentElement.dataset.announced = '';
      }).observe(document, { childList: true, subtree: true });
    }, notice);
    const time = Date.now();
    await page.clock.install({ time });
    await page.clock.pauseAt(time + 30_000);
    let [begun, ended] = [0, 0];
    page.on('request', (request) => (begun += Number(isStream(request.url()))));
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => (ended += Number(isStream(request.url()))));
    await page.goto(product.graphUrl);
    for (const nth of [1, 2, 3]) {
      // The page reconnects by its own clock, however slow this machine is.
      while (begun < nth) await page.clock.runFor(reconnectMsMax);
      await loaded(page);
      await expect.poll(() => ended).toBe(nth);
    }
    expect(await streams(product)).toEqual([0, 3]);
    expect(await page.locator('html[data-announced]').count()).toBe(0);
  });

  it('state for how many of the next 12 hours the spray verdict changed', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using context = await contextWithKey(browser, product.demoKey);
    const page = await context.newPage();
    let answers = 0;
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      answers += 1;
      for (const hour of json.data.field.sprayConditions.hours.slice(0, 14))
        hour.verdict = answers === 1 ? 'SUITABLE' : 'UNSUITABLE';
      await route.fulfill({ response, json });
    });
    await page.goto(product.graphUrl);
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    await page.getByRole('slider', { name: 'Spray windows' }).waitFor();
    await markRegions(page);
    await write(product, 'Causes a reload');
    await announced(page, /the verdict changed for 12 hours of the next 12\.$/);
  });

  it('are switched off by LIVE=off, and the page works without a notice', async () => {
    await using product = await startProduct({ LIVE: 'off' });
    await using page = await browser.newPage();
    const refused = page.waitForResponse((response) => isStream(response.url()));
    await page.goto(product.graphUrl);
    // Repeats the request: a browser may drop the body of a stream that its page has read.
    const again = await fetch((await refused).url(), { headers: { accept: 'text/event-stream' } });
    expect(await again.text()).toContain('GRAPHQL_VALIDATION_FAILED');
    await page.getByRole('slider', { name: 'Spray windows' }).waitFor();
    expect(await page.getByText(notice).count()).toBe(0);
  });

  it('appear in GraphiQL as events until the stop button ends the stream', async ({ expect }) => {
    await using product = await startProduct({ ADMIN_PORT: '0' });
    await using page = await browser.newPage();
    const query = `subscription { fieldsChanged(ids: ["${fieldId}"]) { lists field { latestObservation { text } } } }`;
    await page.goto(`${product.graphUrl}/graphql?${new URLSearchParams({ query })}`);
    await page.locator('button[aria-label*="fetch GraphQL schema"]:not([disabled])').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /execute query/i }).click();
    await expect.poll(() => streams(product)).toEqual([1, 1]);
    const result = page.locator('.result-window');
    await result.getByText('"lists": []').waitFor();
    await write(product, 'Seen in GraphiQL');
    await result.getByText('Seen in GraphiQL').waitFor();
    await page.getByRole('button', { name: /stop query/i }).click();
    await expect.poll(() => streams(product)).toEqual([0, 1]);
  });

  it.runIf(installed)('make the dashboard of 50 fields read only the field that changed', async ({ expect }) => {
    await using product = await startProduct();
    await using dashboard = await openDashboard(browser, vite, product);
    const { page } = dashboard;
    await dashboard.open();
    // All fields are read again once the stream is open.
    await expect.poll(() => dashboard.reads).toEqual([50, 50]);
    await write(product, 'Seen in a row');
    await page.getByRole('row').getByText('Seen in a row').waitFor();
    await expect.poll(() => dashboard.reads).toEqual([50, 50, 1]);
  });

  it.runIf(installed)(
    'make the dashboard repeat a failed read, and leave the row unchanged until it succeeds',
    async ({ expect }) => {
      await using product = await startProduct();
      await using dashboard = await openDashboard(browser, vite, product);
      const { page } = dashboard;
      const row = page.getByRole('row').first();
      const shownAt: (string | null)[] = [];
      await page.route(`${writtenUrl}/**`, async (route) => {
        if (route.request().postDataJSON()?.variables.ids.length !== 1) return route.fallback();
        shownAt.push(await row.textContent());
        if (shownAt.length === 1) return route.abort();
        // Without extensions, an error is of a router, and may pass.
        if (shownAt.length === 2) return route.fulfill({ json: { errors: [{ message: 'Too many requests.' }] } });
        if (shownAt.length > 3) return route.fallback();
        const response = await route.fetch({ url: `${product.graphUrl}/graphql` });
        const { data } = await response.json();
        const fields = [{ ...data.fields[0], latestObservation: null }];
        const errors = [{ message: 'Away.', path: ['fields', 0], extensions: { retryable: true } }];
        await route.fulfill({ response, json: { data: { fields }, errors } });
      });
      await dashboard.open();
      await expect.poll(() => dashboard.reads).toEqual([50, 50]);
      const before = await row.textContent();
      await write(product, 'Seen in the end');
      await row.getByText('Seen in the end').waitFor();
      expect(shownAt).toEqual([before, before, before, before]);
    },
  );

  it.runIf(installed)('make the dashboard report that it is not up to date, and why, if LIVE=off', async () => {
    await using product = await startProduct({ LIVE: 'off' });
    await using dashboard = await openDashboard(browser, vite, product);
    await dashboard.open();
    const reason = 'The subscription operation is not supported by the schema.';
    await dashboard.page.getByRole('status').getByText(`Not up to date: ${reason}`).waitFor();
  });
});

/** Opens examples/dashboard over the product, with the demo key; `await using` closes it. */
async function openDashboard(browser: Browser, vite: Vite, { graphUrl, demoKey }: Product) {
  const context = await browser.newContext();
  await context.addInitScript((key) => localStorage.setItem('key', key), demoKey ?? '');
  await context.route(`${writtenUrl}/**`, (route) =>
    route.continue({ url: route.request().url().replace(writtenUrl, graphUrl) }),
  );
  const page = await context.newPage();
  const reads: number[] = [];
  page.on('requestfinished', (request) => {
    const body = request.postDataJSON();
    if (body?.operationName === 'Fields') reads.push(body.variables.ids.length);
  });
  return {
    page,
    /** The number of fields of each finished read. */
    reads,
    /** Resolves once the page shows its 50 fields. */
    async open() {
      await page.goto(vite.resolvedUrls.local[0] ?? '');
      await page.getByRole('row').nth(49).waitFor();
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
