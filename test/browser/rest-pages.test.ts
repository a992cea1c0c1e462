/** The service's pages in a real browser: accessible in both themes and on a phone, without requests to other origins. */
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { colourRules, findViolations, setTheme } from './accessibility.ts';
import { connectBrowser, hasChromium, servedPages, tabTo } from './browser.ts';

const pages = ['/', '/docs', '/problems', '/problems/unauthenticated'];
const phone = { width: 320, height: 640 };
/** Operations and tags of the OpenAPI description: the reference shows each. */
const operationCount = 9;
const tagCount = 4;
/** Reads executed in the reference. Others are sent directly: the reference fills in their parameters by the same code. */
const byHand = ['/api/v1/weather', '/api/v1/batch/observations'];
/** Rules that Swagger UI's markup breaks: skipped headings, buttons in buttons, an unnamed select, text outside of landmarks. */
const foreignRules = ['heading-order', 'nested-interactive', 'select-name', 'region'];

interface Parameter {
  name: string;
  required?: boolean;
  example?: unknown;
}
interface Description {
  paths: Record<string, { get?: { parameters?: (Parameter | { $ref: string })[] } }>;
  components: { parameters: Record<string, Parameter> };
}

/** Far more presses of Tab than any of our pages has links. */
const tabsMax = 30;

describe('the pages of the service in Chromium', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser();
  const product = servedPages();

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser.newPage(options);
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${product.serviceUrl}${path}`);
    if (path.startsWith('/docs')) await page.waitForSelector('#operations-observations-createObservation');
    return Object.assign(page, { requested, complaints });
  }

  it.each(pages)(
    '%s is accessible in both themes and on a phone, loads only from its own origin, and breaks no policy',
    async (path) => {
      // Colours change without transitions.
      await using page = await open(path, { colorScheme: 'light', reducedMotion: 'reduce' });
      const isReference = path === '/docs';
      if (isReference)
        await page.locator('#operations-observations-createObservation .opblock-summary-control').click();
      // The mark of a required parameter comes from a style sheet, which axe does not check.
      const markShown = (wanted: string) =>
        page.waitForFunction((colour) => {
          const name = document.querySelector('.parameter__name.required');
          return name !== null && getComputedStyle(name, '::after').color === colour;
        }, wanted);
      if (isReference) await markShown('rgb(179, 38, 30)');
      expect(await findViolations(page, isReference ? foreignRules : [])).toEqual([]);
      if (isReference) {
        const write = page.locator('#operations-observations-createObservation');
        await write.getByRole('button', { name: 'Try it out' }).click();
        await write.getByRole('button', { name: 'Execute' }).click();
        await write.locator('.live-responses-table .download-contents').first().waitFor();
        // Until then the button is disabled, which makes it pale; axe may read its colours before and its state after.
        await write.locator('.execute:enabled').waitFor();
        expect(await findViolations(page, [], colourRules)).toEqual([]);
      }
      await setTheme(page, 'dark');
      // The reference follows the theme by a class, one frame later.
      if (isReference) {
        await page.locator('html.dark-mode').waitFor();
        await setTheme(page, 'dark');
        await markShown('rgb(255, 180, 171)');
      }
      expect(await findViolations(page, [], colourRules)).toEqual([]);
      if (isReference)
        await page.locator('#operations-observations-createObservation .opblock-summary-control').click();
      await page.setViewportSize(phone);
      await page.waitForFunction((width) => document.documentElement.scrollWidth === width, phone.width);
      if (isReference) {
        expect(await page.locator('.opblock').count()).toBe(operationCount);
        const abouts = await page.locator('.opblock-tag > small').all();
        expect(abouts).toHaveLength(tagCount);
        for (const about of abouts) expect((await about.boundingBox())?.width).toBeGreaterThan(phone.width / 2);
      }
      expect(
        page.requested.filter(
          (address) => !address.startsWith(`${product.serviceUrl}/`) && !address.startsWith('data:'),
        ),
      ).toEqual([]);
      // The observation was sent without a key.
      expect(page.complaints).toEqual(isReference ? [expect.stringContaining('401 (Unauthorized)')] : []);
    },
  );

  it('the reference shows operations on its first screen, and each read with its example parameters returns 200 with records', async () => {
    await using page = await open('/docs');
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
        // An empty body: its library takes longest to render a long response, which is not tested here.
        await route.fulfill({ response: reply, body: '{}' });
      },
    );
    for (const path of byHand) {
      const read = page.locator('.opblock-get', { has: page.locator(`[data-path="${path}"]`) });
      await read.locator('.opblock-summary-control').click();
      await read.getByRole('button', { name: 'Try it out' }).click();
      const [reply] = await Promise.all([
        page.waitForResponse((response) => !response.url().includes('/docs')),
        read.getByRole('button', { name: 'Execute' }).click(),
      ]);
      replies.push(`${reply.status()}${empty.has(reply.url()) ? ' empty' : ''} ${path}`);
      await read.locator('.opblock-summary-control').click();
    }
    const description: Description = await (await fetch(`${product.serviceUrl}/openapi.json`)).json();
    for (const [path, { get }] of Object.entries(description.paths)) {
      if (!get || byHand.includes(path)) continue;
      const required = (get.parameters ?? [])
        .map((each) => ('$ref' in each ? description.components.parameters[each.$ref.split('/').at(-1) ?? ''] : each))
        .flatMap((each) => (each?.required ? `${each.name}=${each.example}` : []));
      const reply = await fetch(`${product.serviceUrl}${path}?${required.join('&')}`);
      replies.push(`${reply.status}${(await reply.text()).includes('"data":[]') ? ' empty' : ''} ${path}`);
    }
    expect(replies).toHaveLength(operationCount - 1);
    expect(replies.filter((reply) => !/^200 \//.test(reply))).toEqual([]);
  });

  it('the keyboard reaches an operation, the reference, the problems and one problem from the home page, and returns to it', async () => {
    await using page = await open('/');
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
  });
});
