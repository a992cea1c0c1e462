/** The page of examples/tutorial, as readers of docs/tutorial.md build it: an observation survives an outage and is stored once. */
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './accessibility.ts';
import { connectBrowser, hasChromium, shoot } from './browser.ts';
import { graphql } from '../support/documents/documents.ts';
import { installed } from '../support/examples.ts';
import { type Product, startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startVite, type Vite, writtenUrl } from './vite.ts';

const Texts = graphql(`
  query TutorialTexts { field(id: "fld_demo_01") { observations(limit: 100) { text } } }
`);

describe.runIf(hasChromium && installed)('the tutorial', async () => {
  const browser = await connectBrowser();
  let vite: Vite;

  beforeAll(async () => {
    vite = await startVite('tutorial');
  });

  afterAll(async () => {
    await vite?.close();
  });

  /** A page with a clock of its own, ahead by `aheadMs`, on which the observation `First.` was added. */
  async function addFirst(context: BrowserContext, key?: string, aheadMs = 0): Promise<Page> {
    const page = await context.newPage();
    if (key !== undefined) await page.addInitScript((apiKey) => localStorage.setItem('key', apiKey), key);
    await page.clock.install({ time: Date.now() + aheadMs });
    await page.goto(vite.resolvedUrls.local[0]!);
    await add(page, 'First.');
    return page;
  }

  it('shows a chart, queues an observation while the graph is down, and stores it exactly once', async () => {
    await using folder = await temporaryFolder();
    const settings = { FIELD_DATA_DIR: folder.path };
    const first = await startProduct(settings);
    let graph: Product | undefined = first;
    const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
    // Instead of half a minute, a request times out at this event.
    await context.addInitScript(() => {
      AbortSignal.timeout = () => {
        const controller = new AbortController();
        addEventListener('late', () => controller.abort(new DOMException('Too late.', 'TimeoutError')));
        return controller.signal;
      };
    });
    /** The idempotency keys that were sent to the second graph. */
    const keys: string[] = [];
    // One route for the whole test: while a route is replaced, a retry could pass unseen.
    await context.route(`${writtenUrl}/**`, async (route) => {
      if (graph === undefined) return route.abort();
      const url = route.request().url().replace(writtenUrl, graph.graphUrl);
      const [, key] = /"idempotencyKey":"([^"]+)"/.exec(route.request().postData() ?? '') ?? [];
      if (graph === first || key === undefined) return route.continue({ url });
      keys.push(key);
      // The first reply never arrives, so the page sends the same observation again.
      if (keys.length > 1) return route.continue({ url });
      await route.fetch({ url });
      await page.evaluate(() => dispatchEvent(new Event('late')));
    });
    const page = await context.newPage();
    const chart = page.locator('.recharts-area-area');
    const waiting = (text: string) => page.getByRole('listitem').filter({ hasText: text }).getByText('Waiting.');

    await page.goto(vite.resolvedUrls.local[0]!);
    await chart.waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('North Meadow');
    await chart.hover();
    expect(await page.locator('.recharts-tooltip-item').textContent()).toMatch(/ : \S+ to \S+ °C$/);
    await add(page, 'Without a key.');
    await page.getByText(/Waiting\. .*API key/).waitFor();
    const other = await context.newPage();
    await other.goto(vite.resolvedUrls.local[0]!);
    await other.getByText('Waiting.').waitFor();
    await page.getByLabel('API key').fill(first.demoKey!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    for (const tab of [page, other]) {
      await tab.getByRole('listitem').filter({ hasText: 'Without a key.' }).getByRole('time').waitFor();
      await tab.getByText('Waiting.').waitFor({ state: 'detached' });
    }
    // With two tabs open, both would send the next observations.
    await other.close();
    expect(await findViolations(page)).toEqual([]);

    graph = undefined;
    await first[Symbol.asyncDispose]();
    await add(page, 'Rust on the flag leaves.');
    await waiting('Rust on the flag leaves.').waitFor();
    await page.reload();
    await chart.waitFor();
    await waiting('Rust on the flag leaves.').waitFor();
    await shoot(page, 'tutorial');
    expect(await findViolations(page)).toEqual([]);
    await add(page, 'After the rust.');
    await waiting('After the rust.').waitFor();

    const second = await startProduct(settings);
    graph = second;
    await page.getByRole('listitem').filter({ hasText: 'Rust on the flag leaves.' }).getByRole('time').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'After the rust.' }).getByRole('time').waitFor();
    await page.getByText('Not up to date').waitFor({ state: 'detached' });
    // A list that is read before the reply arrives shows the observation next to its draft.
    await expect.poll(() => page.getByText('Waiting.').count()).toBe(0);
    await expect.poll(() => page.getByText('Rust on the flag leaves.').count()).toBe(1);
    const { data } = await second.query(Texts, {}, second.demo);
    const written = data?.field?.observations?.filter(({ text }) => text === 'Rust on the flag leaves.');
    expect(written).toHaveLength(1);
    // The second observation is sent only after the reply to the first.
    expect(keys).toEqual([keys[0], keys[0], keys[2]]);
    expect(keys[2]).not.toBe(keys[0]);
    await context.close();
    await second[Symbol.asyncDispose]();
  });

  it('queues an observation on a page over plain HTTP from another machine, which has no randomUUID', async () => {
    await using context = await browser.newContext();
    await context.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    await context.route(`${writtenUrl}/**`, (route) => route.abort());
    const page = await addFirst(context);
    await page.getByRole('listitem').filter({ hasText: 'First.' }).getByText('Waiting.').waitFor();
  });

  it('still works and retains the typed observation if the storage of the browser is full', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    await context.route(`${writtenUrl}/**`, (route) =>
      route.continue({ url: route.request().url().replace(writtenUrl, product.graphUrl) }),
    );
    const page = await context.newPage();
    await page.goto(vite.resolvedUrls.local[0]!);
    await page.locator('.recharts-area-area').waitFor();
    await page.evaluate(() => {
      for (let size = 2 ** 23; size >= 1; size = Math.floor(size / 2)) {
        try {
          localStorage.setItem(`other ${size}`, 'x'.repeat(size));
        } catch {
          // Half of it may fit.
        }
      }
    });
    await add(page, 'Rust on the flag leaves.');
    await page.getByLabel('API key').fill('a');
    expect(await page.getByLabel('What you see').inputValue()).toBe('Rust on the flag leaves.');
    await page.evaluate(() =>
      Object.keys(localStorage).map((name) => name.startsWith('other') && localStorage.removeItem(name)),
    );
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText(/Waiting\. .*API key/).waitFor();
    expect(await page.getByLabel('What you see').inputValue()).toBe('');
  });

  it('labels its chart in the colour of its text, within 320 pixels, and states each message once for a wrong key', async ({
    expect,
  }) => {
    await using product = await startProduct();
    await using context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
    await context.route(`${writtenUrl}/**`, (route) =>
      route.continue({ url: route.request().url().replace(writtenUrl, product.graphUrl) }),
    );
    const page = await context.newPage();
    await page.goto(vite.resolvedUrls.local[0]!);
    const forecast = page.locator('svg').getByText('Forecast');
    const box = await forecast.boundingBox();
    expect(box!.x + box!.width).toBeLessThan(320);
    const texts = await page.locator('svg text').evaluateAll((all) => all.map((each) => getComputedStyle(each).fill));
    expect(texts.length).toBeGreaterThan(5);
    expect(new Set(texts)).toEqual(new Set(['rgb(255, 255, 255)']));
    await page.locator('.recharts-area-area').hover();
    const tooltip = page.locator('.recharts-default-tooltip');
    expect(await tooltip.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe('rgb(18, 18, 18)');
    await page.getByLabel('API key').fill('wrong');
    await page.getByRole('button', { name: 'Use this key' }).click();
    const status = page.getByRole('status');
    await status.getByText('Not up to date: ').waitFor();
    expect((await status.textContent())?.match(/The API key is not known/g)).toHaveLength(1);
  });

  it('waits for the retryAfterSeconds of a refusal before it sends again', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let refusals = 0;
    await context.route(`${writtenUrl}/**`, (route) => {
      const url = route.request().url().replace(writtenUrl, product.graphUrl);
      if (!route.request().postData()?.includes('idempotencyKey')) return route.continue({ url });
      refusals += 1;
      const refusal = { code: 'RATE_LIMITED', message: 'Too many.', retryable: true, retryAfterSeconds: 60 };
      return route.fulfill({ json: { data: { addObservation: { __typename: 'RateLimitedError', ...refusal } } } });
    });
    const page = await addFirst(context);
    await page.getByText('Waiting. Too many.').waitFor();
    await add(page, 'Second.');
    await page.clock.runFor(30_000);
    expect(refusals).toBe(1);
    await page.clock.runFor(40_000);
    await expect.poll(() => refusals).toBe(2);
  });

  it('sends an observation although the clock of the device was set back after the one before', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    await context.route(`${writtenUrl}/**`, (route) =>
      route.continue({ url: route.request().url().replace(writtenUrl, product.graphUrl) }),
    );
    const page = await addFirst(context);
    await page.getByText(/Waiting\. .*API key/).waitFor();
    await page.clock.setSystemTime(Date.now() - 86_400_000);
    await page.getByLabel('API key').fill(product.demoKey!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('listitem').filter({ hasText: 'First.' }).getByRole('time').waitFor();
  });

  it('does not send an observation again that was refused with an error type of a later version', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let refusals = 0;
    await context.route(`${writtenUrl}/**`, (route) => {
      const url = route.request().url().replace(writtenUrl, product.graphUrl);
      if (!route.request().postData()?.includes('idempotencyKey')) return route.continue({ url });
      refusals += 1;
      return route.fulfill({ json: { data: { addObservation: { __typename: 'QuotaExceeded', code: 'QUOTA' } } } });
    });
    const page = await addFirst(context);
    await page.getByText('Waiting. The graph refused it.').waitFor();
    await page.clock.runFor(30_000);
    expect(refusals).toBe(1);
  });

  it('keeps an observation of a device whose clock is fast, and sends it every five minutes until its time has come', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let clockMs = 0;
    let requests = 0;
    await context.route(`${writtenUrl}/**`, (route) => {
      const url = route.request().url().replace(writtenUrl, product.graphUrl);
      const body = route.request().postData() ?? '';
      if (body.includes('idempotencyKey')) requests += 1;
      // Later, the service's clock has reached the time of the device.
      const postData = body.replace(/"observedAt":"([^"]+)"/, (sent, time) =>
        sent.replace(time, new Date(Date.parse(time) - clockMs).toISOString()),
      );
      return route.continue({ url, ...(body && { postData }) });
    });
    const page = await addFirst(context, product.demoKey, 3_600_000);
    await page.getByText(/Waiting\. .*observedAt/).waitFor();
    await page.clock.runFor(30_000);
    expect(requests).toBe(1);
    clockMs = 3_600_000;
    await page.clock.runFor(5 * 60_000);
    await page.getByRole('listitem').filter({ hasText: 'First.' }).getByRole('time').waitFor();
  });

  it('sends an observation again after an error that is not of the graph', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let requests = 0;
    await context.route(`${writtenUrl}/**`, (route) => {
      const url = route.request().url().replace(writtenUrl, product.graphUrl);
      if (!route.request().postData()?.includes('idempotencyKey')) return route.continue({ url });
      requests += 1;
      return requests > 1 ? route.continue({ url }) : route.fulfill({ json: { errors: [{ message: 'Sign in.' }] } });
    });
    const page = await addFirst(context, product.demoKey);
    await page.getByText('Waiting. Sign in.').waitFor();
    await page.clock.runFor(10_000);
    await page.getByRole('listitem').filter({ hasText: 'First.' }).getByRole('time').waitFor();
  });

  it('shows an observation that is stored while a read from before it is in flight', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
    let first: Request | undefined;
    await context.route(`${writtenUrl}/**`, async (route, request) => {
      const url = request.url().replace(writtenUrl, product.graphUrl);
      if (request.headers().authorization === undefined) return route.continue({ url });
      if (request.postData()?.includes('query ReadField')) first ??= request;
      // The first read with the new key is answered before the observation is stored. Its reply arrives later.
      if (first !== request) await isRead;
      const response = await route.fetch({ url });
      read();
      if (first === request) await isStored;
      await route.fulfill({ response });
    });
    const page = await addFirst(context);
    await page.getByText(/Waiting\. .*API key/).waitFor();
    await page.getByLabel('API key').fill(product.demoKey!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Waiting.').waitFor({ state: 'detached' });
    store();
    await (await first?.response())?.finished();
    await page.clock.runFor(1_000);
    await page.getByRole('listitem').filter({ hasText: 'First.' }).getByRole('time').waitFor();
  });

  it('shows nothing that was read with another key, in no tab, also after a reload', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let isDown = false;
    await context.route(`${writtenUrl}/**`, (route) =>
      isDown ? route.abort() : route.continue({ url: route.request().url().replace(writtenUrl, product.graphUrl) }),
    );
    const page = await addFirst(context, product.demoKey);
    const other = await context.newPage();
    await other.goto(vite.resolvedUrls.local[0]!);
    for (const tab of [page, other]) await tab.getByText('First.').getByRole('time').waitFor();
    await page.getByLabel('API key').fill('of another account');
    await page.getByRole('button', { name: 'Use this key' }).click();
    for (const tab of [page, other]) {
      await tab.getByText('Not up to date').waitFor();
      await tab.getByText('First.').waitFor({ state: 'detached' });
    }
    isDown = true;
    await page.reload();
    await page.getByText('Not up to date').waitFor();
    expect(await page.getByText('First.').count()).toBe(0);
    // Without a network, too.
    isDown = false;
    await page.getByLabel('API key').fill(product.demoKey!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('First.').waitFor();
    isDown = true;
    await page.getByLabel('API key').fill('of another account');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Not up to date').waitFor();
    await page.getByText('First.').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Not up to date').waitFor();
    expect(await page.getByText('First.').count()).toBe(0);
  });

  it('shows the lists of its last successful read while reads fail, also after a reload', async () => {
    await using product = await startProduct();
    await using context = await browser.newContext();
    let isFailing = false;
    await context.route(`${writtenUrl}/**`, async (route) => {
      const url = route.request().url().replace(writtenUrl, product.graphUrl);
      if (!isFailing || route.request().method() !== 'POST') return route.continue({ url });
      const response = await route.fetch({ url });
      const { data } = await response.json();
      const field = { ...data.field, name: null, weather: null, observations: null };
      await route.fulfill({ response, json: { data: { field }, errors: [{ message: 'The service is away.' }] } });
    });
    const page = await context.newPage();
    const shown = async () => ({
      name: await page.getByRole('heading', { level: 1 }).textContent(),
      charts: await page.locator('.recharts-area-area').count(),
      observations: await page.getByRole('listitem').allTextContents(),
    });
    await page.goto(vite.resolvedUrls.local[0]!);
    await page.locator('.recharts-area-area').waitFor();
    const before = await shown();
    expect(before).toMatchObject({ name: 'North Meadow', charts: 1, observations: { length: 5 } });
    await page.waitForFunction(() => localStorage.getItem('cache')?.includes('North Meadow'));
    isFailing = true;
    // The second reload shows what the first one stored.
    for (let nth = 0; nth < 2; nth += 1) {
      await page.reload();
      await page.getByText('Not up to date: The service is away.').waitFor();
      await expect.poll(shown).toEqual(before);
    }
  });
});

async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('What you see').fill(text);
  await page.getByRole('button', { name: 'Add' }).click();
}
