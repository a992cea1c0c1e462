/** The service's pages in a real browser: they can be read in both themes and on a phone, load nothing from elsewhere, and their policy stops nothing. */
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { colourRules, findViolations, setTheme } from './accessibility.ts';
import { connectBrowser, hasChromium, servedPages, tabTo } from './browser.ts';

const pages = ['/', '/docs', '/problems', '/problems/unauthenticated'];
const phone = { width: 320, height: 640 };
/** What the description has: the reference shows each. */
const operationCount = 9;
const tagCount = 4;
/** What Swagger UI's markup brings and no style sheet cures: skipped headings, buttons in buttons, an unnamed select, text outside of landmarks. */
const foreignRules = ['heading-order', 'nested-interactive', 'select-name', 'region'];

/** Far more than any of our pages has links. */
const tabsMax = 30;

describe('the pages of the service in Chromium', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser();
  const product = servedPages();

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser.newPage(options);
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${product.serviceUrl}${path}`);
    if (path.startsWith('/docs')) await page.waitForSelector('#operations-observations-createObservation');
    return { page, asked, complaints };
  }

  it.each(pages)('%s can be read by everyone, also in the dark and on a phone, and breaks no policy', async (path) => {
    const { page, asked, complaints } = await open(path, { colorScheme: 'light' });
    const isReference = path === '/docs';
    if (isReference) await page.locator('#operations-observations-createObservation .opblock-summary-control').click();
    expect(await findViolations(page, isReference ? foreignRules : [])).toEqual([]);
    await setTheme(page, 'dark');
    // The reference follows by a class, a frame later.
    if (isReference) {
      await page.locator('html.dark-mode').waitFor();
      await setTheme(page, 'dark');
    }
    expect(await findViolations(page, [], colourRules)).toEqual([]);
    if (isReference) await page.locator('#operations-observations-createObservation .opblock-summary-control').click();
    await page.setViewportSize(phone);
    await page.waitForFunction((width) => document.documentElement.scrollWidth === width, phone.width);
    if (isReference) {
      expect(await page.locator('.opblock').count()).toBe(operationCount);
      const abouts = await page.locator('.opblock-tag > small').all();
      expect(abouts).toHaveLength(tagCount);
      for (const about of abouts) expect((await about.boundingBox())?.width).toBeGreaterThan(phone.width / 2);
    }
    expect(
      asked.filter((address) => !address.startsWith(`${product.serviceUrl}/`) && !address.startsWith('data:')),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the mark of a required parameter can be read in both themes', async () => {
    const { page } = await open('/docs', { colorScheme: 'light' });
    await page.locator('#operations-observations-createObservation .opblock-summary-control').click();
    const name = page.locator('.parameter__name.required').first();
    const colour = () => name.evaluate((element) => getComputedStyle(element, '::after').color);
    await expect.poll(colour).toBe('rgb(179, 38, 30)');
    await setTheme(page, 'dark');
    await expect.poll(colour).toBe('rgb(255, 180, 171)');
    await page.close();
  });

  it('the reference has its operations on its first screen, and every read answers 200 as it is filled in, with records where there are any', async () => {
    const { page } = await open('/docs');
    const operation = await page.locator('.opblock').first().boundingBox();
    const prose = await page.getByRole('region', { name: 'About the API' }).boundingBox();
    expect(operation?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    expect(operation?.y).toBeLessThan(prose?.y ?? 0);
    const replies: string[] = [];
    const empty = new Set<string>();
    await page.route(
      ({ pathname }) => !pathname.startsWith('/docs'),
      async (route) => {
        const reply = await route.fetch();
        if ((await reply.text()).includes('"data":[]')) empty.add(route.request().url());
        // What the reference shows of a long answer takes longest, and is its library's.
        await route.fulfill({ response: reply, body: '{}' });
      },
    );
    for (const read of await page.locator('.opblock-get').all()) {
      const path = await read.locator('.opblock-summary-path').innerText();
      await read.locator('.opblock-summary-control').click();
      await read.getByRole('button', { name: 'Try it out' }).click();
      const [reply] = await Promise.all([
        page.waitForResponse((response) => !response.url().includes('/docs')),
        read.getByRole('button', { name: 'Execute' }).click(),
      ]);
      replies.push(`${reply.status()}${empty.has(reply.url()) ? ' empty' : ''} ${path}`);
      await read.locator('.opblock-summary-control').click();
    }
    expect(replies).toHaveLength(operationCount - 1);
    expect(replies.filter((reply) => !/^200 \//.test(reply))).toEqual([]);
    await page.close();
  });

  it('the keyboard alone leads from the home to the place of an operation, the reference, the problems, one problem and back', async () => {
    const { page } = await open('/');
    async function follow(name: string): Promise<void> {
      await tabTo(page.getByRole('link', { name, exact: true }).first(), tabsMax);
      const before = page.url();
      await Promise.all([page.waitForURL((url) => url.href !== before), page.keyboard.press('Enter')]);
    }
    await follow('GET /api/v1/earth-observations');
    await page.locator('#operations-earth_observations-getEarthObservations.is-open').waitFor();
    await page.goBack();
    await follow('Reference');
    await page.getByRole('heading', { name: /Field Data Service/ }).waitFor();
    await follow('Problems');
    await follow('unauthenticated');
    expect(new URL(page.url()).pathname).toBe('/problems/unauthenticated');
    await follow('All problems');
    await follow('Field Data Service');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.close();
  });
});
