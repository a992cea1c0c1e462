/** The field page in a real browser: it is accessible, breaks no content security policy, and stores a note written offline once. */
import type { ServerResponse } from 'node:http';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
  type Route,
  type Worker,
} from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourRules, findViolations, setTheme } from './accessibility.ts';
import { collisionsOf, labelsOf, recordLabels } from './chart-labels.ts';
import {
  announced,
  chromiumLaunch,
  connectBrowser,
  contextWithKey,
  demoNow,
  endRoutes,
  hasChromium,
  loaded,
  markRegions,
  servedPages,
  tabTo,
  waitMs,
} from './browser.ts';
import type { FieldPageQuery } from '../../src/page/__generated__/graphql.ts';
import { startLesserService } from '../support/lesser-service.ts';
import { post } from '../support/post.ts';
import { startProduct } from '../support/running.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serve } from '../support/serve.ts';

type FieldData = NonNullable<FieldPageQuery['field']>;

const widths = { wide: { width: 1280, height: 900 }, phone: { width: 400, height: 800 } };
const narrow = { width: 320, height: 640 };
const charts = [
  'Weather, day by day',
  'Growing degree days',
  'Soil water deficit',
  'NDVI, scene by scene',
  'Spray windows',
];
const tabsMax = 50;
/** Rules of `sprayConditions` with a default limit: gusts have none. */
const rulesByDefault = 5;
const openedMax = 10;
/** Console message of a page whose worker is blocked, as connectBrowser opens it. */
const workerBlocked = 'Service Worker registration blocked by Playwright';
const recentMs = 10 * 86_400_000;
const outageDays = 10;
/** No test writes to this field: a change would reload its page. Like the default field, it is in America/Los_Angeles. */
const quietField = 'fld_demo_21';
/** No other test reads this field: a cached response has another receipt. */
const uncachedField = 'fld_demo_25';
const isNote = (request: Request) => request.postData()?.includes('addObservation') ?? false;

// Tests with `expect.poll` take `expect` from their context: with concurrent tests, it must know which test waits.
describe('the field page in Chromium', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser(demoNow);
  const product = servedPages();

  it('uses the calendar of the demo, whatever the clock of the device', async () => {
    await using context = await browser.newContext();
    await context.clock.setFixedTime('2031-05-01T12:00:00Z');
    const page = await context.newPage();
    const coefficientsRequest = page.waitForRequest(
      (request) => request.postDataJSON()?.variables?.cropCoefficients !== undefined,
    );
    await page.goto(`${product.graphUrl}/?field=fld_demo_01`);
    const { variables } = (await coefficientsRequest).postDataJSON();
    // Two dates that span all days: the page may stay open for weeks.
    expect(variables.cropCoefficients).toMatchObject([{ date: '1970-01-01' }, { date: '9999-12-31' }]);
    expect(await page.getByLabel('Season from').inputValue()).toMatch(/^2026-/);
  });

  /** Opens a page. `requested` collects its requests, `complaints` its errors and console messages. */
  async function open(path = '/', from: BrowserContext | Parameters<Browser['newPage']>[0] = {}) {
    const page = await ('newPage' in (from ?? {})
      ? (from as BrowserContext).newPage()
      : browser.newPage(from as Parameters<Browser['newPage']>[0]));
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text() !== workerBlocked) complaints.push(message.text());
    });
    await page.goto(`${product.graphUrl}${path}`);
    await loaded(page);
    return Object.assign(page, { requested, complaints, [Symbol.asyncDispose]: () => page.context().close() });
  }

  /** Makes a change that sends the query of the page, and waits for the response. The page is busy only once the request is sent. */
  async function load(page: Page, change: () => Promise<unknown>): Promise<void> {
    const requested = page.waitForRequest((request) => request.postData()?.includes('query FieldPage') ?? false);
    await change();
    await requested;
    await loaded(page);
  }

  /** A browser context in which `change` alters each response to a query of its pages. */
  async function altered(
    change: (field: FieldData, body: { extensions?: object; errors?: object[] }) => void,
    options?: Parameters<Browser['newContext']>[0],
  ): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    await context.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      change(body.data.field, body);
      await route.fulfill({ response, json: body });
    });
    return context;
  }

  /** Aborts the notes of these pages while `isAway`. */
  const abortNotes = (context: BrowserContext, isAway = () => true) =>
    context.route('**/graphql', (route) => (isAway() && isNote(route.request()) ? route.abort() : route.continue()));

  /** Aborts the queries of these pages while `isAway`, and all streams: a stream that opens reads the field again. */
  async function abortQueries(context: BrowserContext, isAway: () => boolean): Promise<void> {
    await context.route('**/graphql', (route) => (isAway() ? route.abort() : route.continue()));
    await context.route('**/graphql?*', (route) => route.abort());
  }

  const figure = (page: Page, title: string) => page.locator('.figures div', { hasText: title }).locator('dd');

  async function useKey(page: Page, key = product.demoKey ?? '', place = page.locator('body')): Promise<void> {
    await place
      .getByRole('button', { name: /API key/ })
      .first()
      .click();
    await page.getByLabel('Key', { exact: true }).fill(key);
    await load(page, () => page.getByRole('button', { name: 'Use this key' }).click());
  }

  const withKey = (options?: Parameters<Browser['newContext']>[0]) => contextWithKey(browser, product.demoKey, options);

  async function writeNote(page: Page, text: string): Promise<void> {
    await page.getByLabel('Note', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page
      .getByRole('status')
      .getByText(/^(Saved on this device|Sending|Sent)/)
      // The note may be refused before its status is read.
      .or(page.locator('.note.refused', { hasText: text }))
      .first()
      .waitFor();
  }

  /** Puts a refused note with a wrong growth stage into the form, and waits for the focus, which would disturb further input. */
  async function fix(page: Page, text: string): Promise<void> {
    await page.locator('.note.refused', { hasText: text }).getByRole('button', { name: 'Fix' }).click();
    await page.locator('#note-growthStage:focus').waitFor();
  }

  /** The notes of the service with this text, read with the demo key. */
  async function notesOf(text: string): Promise<unknown[]> {
    const address = `${product.serviceUrl}/api/v1/observations?field_id=fld_demo_01&limit=100`;
    const answer = await fetch(address, { headers: product.demo });
    const { data } = (await answer.json()) as { data: { text: string }[] };
    return data.filter((note) => note.text === text);
  }

  it('is accessible in both themes on wide and phone screens, sends requests only to its own origin, and breaks no policy', async () => {
    await using context = await browser.newContext({
      colorScheme: 'light',
      viewport: widths.wide,
      serviceWorkers: 'allow',
    });
    // A season of a few weeks: each day is a row of a table, and all rows look alike.
    await context.addInitScript(() => localStorage.setItem('fieldgraph-page', '{"seasonStart":"10-01"}'));
    const page = await open(`/?field=${quietField}`, context);
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    const look = async (theme: 'light' | 'dark', width: keyof typeof widths, only?: readonly string[]) => {
      await setTheme(page, theme);
      await page.setViewportSize(widths[width]);
      // The width changes no colour, and checking the contrast of thousands of cells takes longest.
      expect(await findViolations(page, width === 'phone' ? colourRules : [], only), `${theme} ${width}`).toEqual([]);
    };
    await look('light', 'wide');
    await look('dark', 'wide', colourRules);
    await look('dark', 'phone');
    for (const button of await page.getByRole('button', { name: /as a table/ }).all()) await button.click();
    expect(await page.getByRole('table').count()).toBe(charts.length + 1);
    await look('dark', 'phone');
    await look('dark', 'wide');
    await look('light', 'wide', colourRules);
    expect(page.requested.filter((address) => !address.startsWith(`${product.graphUrl}/`))).toEqual([]);
    expect(page.requested.filter((address) => address.endsWith('/graphql'))).toHaveLength(1);
    expect(page.complaints).toEqual([]);
  });

  it('uses the theme that the person chose instead of the system theme, also after a reload', async () => {
    await using page = await open('/', { colorScheme: 'light' });
    await page.getByLabel('Theme').selectOption('dark');
    await page.addInitScript(() =>
      new MutationObserver((_, observer) => {
        if (!document.querySelector('h1')) return;
        observer.disconnect();
        Object.assign(globalThis, { themeFirst: document.documentElement.dataset.theme });
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.reload();
    await page.getByRole('slider').first().waitFor();
    expect(await page.evaluate(() => (globalThis as { themeFirst?: string }).themeFirst)).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.body.parentElement as Element).colorScheme)).toBe(
      'dark',
    );
  });

  it('fits 320 pixels, leaves no cell of the figures empty at any width, and has no transitions with reduced motion', async () => {
    const long = 'Unbroken'.repeat(20);
    await using context = await altered(
      (field) => {
        Object.assign(field, { name: 'שדה', crop: { name: 'חיטה' } });
        for (const note of field.timeline?.flatMap(({ observations }) => observations ?? []) ?? [])
          Object.assign(note, { text: `שלום (${long}).`, title: long, author: { name: long } });
      },
      { viewport: narrow, reducedMotion: 'reduce' },
    );
    const page = await open('/', context);
    await page.getByRole('slider').first().waitFor();
    const latest = page.locator('.figures .latest dd');
    const lines = await latest.evaluate(
      (line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight),
    );
    expect(Math.round(lines)).toBe(3);
    // The text runs from right to left, whatever precedes it.
    expect(await latest.locator('bdi').textContent()).toContain('שלום');
    // And a name in another script does not move what follows it.
    expect(await page.locator('h1 bdi').textContent()).toBe('שדה');
    expect(await page.locator('.title p bdi').allTextContents()).toEqual(expect.arrayContaining(['חיטה']));
    expect(await page.locator('.note .tags bdi').allTextContents()).toContain(`by ${long}`);
    for (const line of ['.text', 'h4'])
      expect(
        await page
          .locator(`.note ${line}`)
          .first()
          .evaluate((one) => getComputedStyle(one).unicodeBidi),
        line,
      ).toBe('plaintext');
    for (const name of ['Note', 'Your name'])
      expect(await page.getByLabel(name, { exact: true }).getAttribute('dir'), name).toBe('auto');
    await page.getByRole('button', { name: 'Timeline as a table' }).click();
    expect(await page.locator('.panel-timeline td bdi').allTextContents()).toContain(`שלום (${long}).`);
    await page.getByRole('button', { name: 'Timeline as a table' }).click();
    const widthOf = (of: Page) => of.evaluate(() => document.documentElement.scrollWidth);
    expect(await widthOf(page)).toBe(narrow.width);
    const absent = await open(`/?field=fld_${'0'.repeat(128)}`, context);
    await absent.getByRole('alert').getByText('does not exist').waitFor();
    expect(await widthOf(absent)).toBe(narrow.width);
    await absent.close();
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => getComputedStyle(element).transitionDuration !== '0s')
          .length,
    );
    expect(moving).toBe(0);
    const soil = figure(page, 'Soil water deficit');
    expect(await soil.textContent()).toMatch(/mm assumed soil/);
    for (const width of [narrow.width, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const cells = await page
        .locator('.figures > div')
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()));
      const rows = Object.values(Object.groupBy(cells, ({ y }) => y));
      const ends = rows.map((row) => Math.round(Math.max(...(row ?? []).map(({ right }) => right))));
      expect(new Set(ends).size, `${width}`).toBe(1);
      const [height, first] = await Promise.all(
        [soil, page.locator('.figures dd').first()].map((line) =>
          line.evaluate((element) => element.getBoundingClientRect().height),
        ),
      );
      expect(height, `${width}`).toBe(first);
    }
  });

  it('follows the font size of the browser, and fits 320 pixels at twice its size', async () => {
    await using page = await browser.newPage({ viewport: narrow });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.goto(`${product.graphUrl}/?field=${quietField}`);
    await page.getByRole('slider').first().waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('30px');
    for (const summary of await page.locator('.assumptions summary').all()) await summary.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
    const wide = await page
      .locator('.figures div, .inputs')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
    expect(wide).toEqual([]);
  });

  it('works by keyboard only: it opens a table, steps through days and adds a note', async () => {
    await using page = await open('/', await withKey());
    const tabToNamed = async (name: string, role: 'slider' | 'button' | 'textbox') => {
      const target = page.getByRole(role, { name }).first();
      await tabTo(target, tabsMax);
      return target;
    };
    await tabToNamed('Weather as a table', 'button');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Weather' }).waitFor();
    await page.keyboard.press('Enter');
    const weather = await tabToNamed('Weather, day by day', 'slider');
    await page.keyboard.press('Home');
    const first = await weather.getAttribute('aria-valuetext');
    // A shortcut of the browser does not move the chart.
    await page.keyboard.press('Control+ArrowRight');
    expect(await weather.getAttribute('aria-valuetext')).toBe(first);
    await page.keyboard.press('ArrowRight');
    expect(await weather.getAttribute('aria-valuetext')).not.toBe(first);
    const spray = await tabToNamed('Spray windows', 'slider');
    await page.keyboard.press('End');
    expect(await spray.getAttribute('aria-valuenow')).toBe('47');
    await tabToNamed('Note', 'textbox');
    await page.keyboard.type('By keyboard alone.');
    await tabToNamed('Add note', 'button');
    await page.keyboard.press('Enter');
    await page.locator('.note:not(.unsent)').getByText('By keyboard alone.').waitFor();
  });

  // Tests that only read share one page, one after the other.
  describe('for the default field', { concurrent: false }, () => {
    let page: Page;

    beforeAll(async () => {
      page = await open();
    });

    it('uses the words of agronomists', async () => {
      const text = (await page.locator('body').textContent()) ?? '';
      for (const words of [
        /Spray windows.*(No suitable hours in the next 48|Next: ).*Guidance only: follow the product label\./,
        /Soil water deficit.*Deficit stays below the 60 mm stress threshold \(FAO-56\)/,
        ...[/Stress threshold/, /NDVI this season/, /Average of the two previous years/, /Daily min-max/, /Forecast/],
        ...[/Severity/, /Observed at/, /Your name/],
      ])
        expect(text).toMatch(words);
      expect(text).not.toMatch(/expected|suffers|No permission/i);
    });

    it('shows a key figure of each panel', async () => {
      // One more for the latest observation.
      expect(await page.locator('.figures dd').count()).toBe(charts.length + 2);
      expect(await figure(page, 'Rain, last 7 days').textContent()).toMatch(/^[\d.]+ mm$/);
    });

    it('marks the values of today as a forecast until they are observed, in the key figure, the timeline and its table', async () => {
      const button = page.getByRole('button', { name: 'Timeline as a table' });
      const mark = '(forecast)';
      expect(await page.locator('.figures dt').first().textContent()).toBe(`Today ${mark}`);
      const marked = async (days: string) =>
        (await page.locator(days).allTextContents()).map((text) => text.includes(mark));
      expect(await marked('.day')).toEqual([true, ...Array<boolean>(9).fill(false)]);
      await button.click();
      await page.getByRole('table', { name: 'Timeline' }).waitFor();
      expect(await marked('.panel-timeline tbody tr')).toEqual([true, ...Array<boolean>(30).fill(false)]);
      await button.click();
    });

    it('states which data are simulated and which are replayed', async () => {
      const notice = page.getByRole('note');
      expect(await notice.textContent()).toMatch(
        /simulated.*satellite scenes.*replayed.*Historical records replayed on today's dates.*weather/,
      );
    });

    it('links each query with its values to GraphiQL, and the graph answers these queries without errors', async () => {
      const addresses = await page
        .getByRole('link', { name: /in GraphiQL/ })
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      expect(addresses).toHaveLength(charts.length + 1);
      for (const address of addresses) {
        const query = new URL(address).searchParams.get('query');
        expect((await post(product.graphUrl, { query })).body, String(query)).not.toHaveProperty('errors');
      }
    });

    it('retains the colours of chart signs in high-contrast mode', async () => {
      const colours = () =>
        page
          .locator('.sign.rain, .sign.hour.suitable, .strip .hour')
          .evaluateAll((signs) => signs.map((sign) => getComputedStyle(sign).backgroundColor));
      const usual = await colours();
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await colours()).toEqual(usual);
      await page.emulateMedia({ forcedColors: null });
    });

    it('shows the result of each spray rule for the hour under the pointer', async ({ expect }) => {
      const strip = page.getByRole('slider', { name: 'Spray windows' });
      await page.locator('.strip .hour').nth(20).hover();
      await expect.poll(() => strip.getAttribute('aria-valuenow')).toBe('20');
      expect(await page.locator('.reasons li').count()).toBe(rulesByDefault);
    });

    it('uses one number of decimals in each table column', async () => {
      for (const button of await page.getByRole('button', { name: /as a table/ }).all()) await button.click();
      const columns = await page.getByRole('table').evaluateAll((tables) =>
        tables.flatMap((table) => {
          const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children]);
          return (rows[0] ?? []).map((first, at) =>
            first.className === 'number' ? rows.map((row) => row[at]?.textContent ?? '') : [],
          );
        }),
      );
      const decimals = columns.map((column) => [
        ...new Set(column.flatMap((text) => (/\d/.test(text) ? [/\.(\d+)/.exec(text)?.[1]?.length ?? 0] : []))),
      ]);
      expect(decimals.filter((each) => each.length === 1).length).toBeGreaterThan(charts.length);
      expect(decimals.filter((each) => each.length > 1)).toEqual([]);
    });
  });

  it('prints whole tables, hours and signs in colour, and no controls', async () => {
    await using page = await open(`/?field=${quietField}`);
    await page.getByRole('button', { name: 'Weather as a table' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(button, input, select, textarea, summary):visible').count()).toBe(0);
    const hidden = await page
      .locator('.panel .scroll')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    const stylesOf = (selector: string, name: 'printColorAdjust' | 'breakInside') =>
      page
        .locator(selector)
        .evaluateAll((all, style) => [...new Set(all.map((each) => getComputedStyle(each)[style]))], name);
    expect(await stylesOf('.hour, .sign', 'printColorAdjust')).toEqual(['exact']);
    expect(await stylesOf('.panel', 'breakInside')).toEqual(['avoid']);
  });

  it('prints charts in the colours of the light theme, also in the dark theme', async ({ expect }) => {
    await using page = await open(`/?field=${quietField}`);
    const drawn = () =>
      page.locator('canvas').evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()));
    const light = await drawn();
    expect(light.length).toBeGreaterThan(3);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(drawn).not.toEqual(light);
    const dark = await drawn();
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expect.poll(drawn).toEqual(light);
    await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
    await expect.poll(drawn).toEqual(dark);
  });

  it('draws charts and the chosen hour in the theme of the system in high-contrast mode, whatever theme was chosen', async ({
    expect,
  }) => {
    await using page = await open(`/?field=${quietField}`, { colorScheme: 'light' });
    const drawn = async () => [
      await page.locator('.hour.chosen').evaluate((hour) => getComputedStyle(hour).outlineColor),
      ...(await page.locator('canvas').evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).toDataURL()))),
    ];
    const light = await drawn();
    await page.getByLabel('Theme').selectOption('dark');
    await expect.poll(async () => (await drawn()).filter((each) => light.includes(each))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await expect.poll(drawn).toEqual(light);
  });

  it('shows a dash instead of a figure that an unknown day would make too small', async () => {
    await using context = await altered(({ weather }) => {
      const observed = weather?.findLast(({ kind }) => kind === 'OBSERVED');
      if (observed) observed.precipitation = null;
    });
    const page = await open('/?field=fld_demo_59', context);
    expect(await figure(page, 'Rain, last 7 days').textContent()).toBe('–');
    expect(await figure(page, 'Latest clear NDVI').textContent()).toBe('–');
  });

  it('shows days without a record as gaps, and a dash if the rain of the last 7 days includes one', async () => {
    await using context = await altered((field) => {
      const observed = field.weather?.filter(({ kind }) => kind === 'OBSERVED') ?? [];
      field.weather = field.weather?.filter((day) => !observed.slice(-outageDays).includes(day)) ?? null;
    });
    const page = await open('/', context);
    expect(await figure(page, 'Rain, last 7 days').textContent()).toBe('–');
    const weather = page.getByRole('slider', { name: 'Weather, day by day' });
    expect(await weather.getAttribute('aria-valuetext')).toMatch(/\d.* to \d.*, rain \d/);
    expect(await weather.getAttribute('aria-valuemax')).toBe('36');
    for (let day = 1; day <= outageDays; day += 1) {
      await weather.press('ArrowRight');
      expect(await weather.getAttribute('aria-valuetext')).toMatch(/: – to –, rain –$/);
    }
  });

  it('states through which day the soil water deficit is known', async () => {
    let known = 20;
    await using context = await altered(({ waterBalance }) => {
      for (const day of waterBalance?.days.slice(known) ?? []) day.depletion = null;
    });
    const page = await open('/', context);
    const about = page.locator('.panel-water-balance .about');
    expect(await about.textContent()).toMatch(
      /^Deficit stays below the 60 mm stress threshold through \w.*\d.*; later days are unknown \(FAO-56\) · assumed/,
    );
    known = 0;
    await load(page, () => page.reload());
    expect(await about.textContent()).toMatch(/^By FAO-56 · assumed/);
  });

  it('shows spray windows and hours only until they are over', async () => {
    let agoHours = 10;
    let knownHours = 48;
    const at = (hours: number) => new Date(Date.parse(demoNow) + hours * 3_600_000).toISOString();
    await using context = await altered(({ sprayConditions: conditions }) => {
      if (!conditions) return;
      for (const [index, hour] of conditions.hours.entries()) {
        hour.startsAt = at(index - agoHours);
        if (index >= knownHours) hour.verdict = 'UNKNOWN';
      }
      const windows = [0, 9, 20].map((hours) => ({ startsAt: at(hours - agoHours), hourCount: 2 }));
      if (knownHours < 48) windows.length = 0;
      Object.assign(conditions, { windows, hoursWithoutRecord: 0 });
    });
    const page = await open('/', context);
    const next = figure(page, 'Next spray window');
    const about = page.locator('.panel-spray-hours .about');
    const strip = page.getByRole('slider', { name: 'Spray windows' });
    const written = await next.textContent();
    // The second window has one hour left.
    expect(await about.textContent()).toContain(`Next: ${written}, 2 hours`);
    expect(await strip.getAttribute('aria-valuenow')).toBe('10');
    await strip.press('ArrowLeft');
    await page.locator('.reasons .said', { hasText: written ?? '' }).waitFor();
    // The selected hour stays selected, although it has another index in the next response.
    agoHours = 11;
    await load(page, () => page.getByRole('button', { name: 'Refresh' }).click());
    expect(await strip.getAttribute('aria-valuenow')).toBe('10');
    agoHours = 12;
    await load(page, () => page.reload());
    expect(await strip.getAttribute('aria-valuenow')).toBe('12');
    await strip.press('Home');
    for (let hour = 0; hour < 20; hour += 1) await strip.press('ArrowRight');
    await page.locator('.reasons .said', { hasText: (await next.textContent()) ?? '' }).waitFor();
    agoHours = 60;
    await load(page, () => page.reload());
    expect(await next.textContent()).toBe('–');
    expect(await about.textContent()).toMatch(/^All hours of this data are over\. Guidance only/);
    agoHours = 0;
    knownHours = 5;
    await load(page, () => page.reload());
    expect(await next.textContent()).toBe('none in 5 h');
    agoHours = 2;
    await load(page, () => page.reload());
    expect(await next.textContent()).toBe('none in 3 h');
    expect(await about.textContent()).toMatch(/^No suitable hours in the next 3\. /);
    // The hours that are left are not rated.
    agoHours = 40;
    await load(page, () => page.reload());
    expect(await next.textContent()).toBe('–');
    expect(await about.textContent()).toMatch(/^Suitable hours are unknown\. /);
  });

  it('shows a sum of degree days with missing days as "at least"', async () => {
    let missingDays = 2;
    await using context = await altered(({ growingDegreeDays: series }) => {
      for (const day of series?.days ?? []) day.missingDays = missingDays;
    });
    const page = await open('/', context);
    expect(await figure(page, 'Degree days').textContent()).toMatch(/^at least [\d,]+ °C d$/);
    missingDays = 0;
    await load(page, () => page.reload());
    expect(await figure(page, 'Degree days').textContent()).toMatch(/^[\d,]+ °C d$/);
  });

  it('shows the day on which the season began, in the timezone of the field', async ({ expect }) => {
    let timezone = 'America/Los_Angeles';
    await using context = await altered((field) => Object.assign(field, { timezone }));
    const page = await open('/', context);
    const season = page.getByLabel('Season from');
    await load(page, () => season.fill('2026-11-23'));
    // A typed date stays until it loses the focus, whatever its year: it changes with each key press.
    expect(await season.inputValue()).toBe('2026-11-23');
    await season.blur();
    await expect.poll(() => season.inputValue()).toBe('2025-11-23');
    // In Auckland it is already 23 November.
    timezone = 'Pacific/Auckland';
    await load(page, () => page.reload());
    expect(await season.inputValue()).toBe('2026-11-23');
  });

  it('marks in its charts where the forecast begins, and draws no mark without a forecast', async ({ expect }) => {
    let share = 0.3;
    let pastForecast: number | undefined;
    await using context = await altered(({ weather, growingDegreeDays, waterBalance }) => {
      for (const days of [weather, growingDegreeDays?.days, waterBalance?.days])
        for (const [at, day] of (days ?? []).entries())
          day.kind = at !== pastForecast && at < (days?.length ?? 0) * (1 - share) ? 'OBSERVED' : 'FORECAST';
    });
    const page = await context.newPage();
    await recordLabels(page);
    const marks = async () => {
      await page.goto(`${product.graphUrl}/`);
      await page.getByRole('slider').last().waitFor();
      await expect.poll(async () => (await labelsOf(page)).filter((labels) => labels.length > 0).length).toBe(4);
      const labels = (await labelsOf(page)).flat();
      return labels.filter(({ text }) => text === 'Forecast').map(({ left }) => left);
    };
    const later = await marks();
    expect(later).toHaveLength(3);
    pastForecast = 2;
    expect(await marks()).toEqual(later);
    pastForecast = undefined;
    share = 0.6;
    for (const [chart, left] of (await marks()).entries()) expect(left).toBeLessThan(later[chart] ?? 0);
    share = 0;
    expect(await marks()).toEqual([]);
  });

  it('says that the deficit exceeded its threshold on a past day, even if only a forecast covers that day', async () => {
    let on = '2026-11-21';
    await using context = await altered(({ waterBalance }) => {
      Object.assign(waterBalance ?? {}, { exceedsReadilyAvailableOn: on });
      for (const day of waterBalance?.days ?? []) if (day.date === on) day.kind = 'FORECAST';
    });
    const page = await open('/', context);
    const about = page.locator('.panel-water-balance .about');
    expect(await about.textContent()).toMatch(/^Deficit exceeded the .* on Sat,? .*21/);
    on = '2026-11-22';
    await load(page, () => page.reload());
    expect(await about.textContent()).toMatch(/^Deficit is forecast to exceed the .* on Sun,? .*22/);
  });

  it('shows rain that rounds to zero as less than the smallest amount that it shows', async () => {
    let rain = { value: 0.0005, unit: 'INCH' };
    await using context = await altered(({ timeline, weather: days }) => {
      for (const weather of [...(days ?? []), ...(timeline ?? []).map((day) => day.weather)])
        if (weather) weather.precipitation = rain as typeof weather.precipitation;
    });
    const page = await open('/', context);
    const facts = page.locator('.panel-timeline .facts').first();
    expect(await facts.textContent()).toMatch(/, < 0\.01 in rain \(forecast\)$/);
    expect(await figure(page, 'Rain, last 7 days').textContent()).toBe('< 0.01 in');
    const weather = page.locator('.panel-weather');
    await weather.getByRole('button', { name: /as a table/ }).click();
    expect(await weather.locator('tbody tr').first().locator('td').nth(2).textContent()).toBe('< 0.01 in');
    for (const [value, text] of [
      [0.04, '< 0.1 mm rain'],
      [0.05, '0.1 mm rain'],
      [10, '10.0 mm rain'],
    ] as const) {
      rain = { value, unit: 'MILLIMETRE' };
      await load(page, () => page.reload());
      expect((await facts.textContent())?.split(', ').at(-1)).toBe(`${text} (forecast)`);
    }
  });

  it('draws no NDVI of earlier years where none is known, and labels a scene without NDVI as not clear instead of cloudy', async ({
    expect,
  }) => {
    let isKnown = true;
    await using context = await altered(({ indexSeason: season }) => {
      const points = season?.points ?? [];
      for (const [at, point] of points.entries()) {
        const isEnd = at === 0 || at === points.length - 1;
        Object.assign(point, { mean: null, earlierMean: isKnown && isEnd ? 0.55 : null, earlierYears: 2 });
      }
    });
    const page = await open('/', context);
    const panel = page.locator('.panel-index-season');
    /** The pixels of the middle column of the chart. */
    const middle = () =>
      panel.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const drawn = (canvas as HTMLCanvasElement).getContext('2d');
        return [...(drawn?.getImageData(width / 2, 0, 1, height).data ?? [])].join();
      });
    const legend = async () => (await panel.locator('.legend').textContent()) ?? '';
    await expect.poll(middle).toMatch(/[1-9]/);
    const withGap = await middle();
    expect(await legend()).toContain('Average of the two previous years');
    await panel.getByRole('button', { name: /as a table/ }).click();
    expect(await panel.textContent()).not.toMatch(/under cloud/i);
    expect(await panel.getByRole('cell', { name: 'no clear NDVI' }).count()).toBeGreaterThan(1);
    isKnown = false;
    await load(page, () => page.reload());
    await expect.poll(middle).toMatch(/[1-9]/);
    expect(await middle()).toBe(withGap);
    expect(await legend()).not.toContain('previous year');
  });

  it('states before which day the NDVI changed, and how many earlier years its average has', async () => {
    let latest = '';
    await using context = await altered(({ indexSeason: season, timezone }) => {
      if (!season || !timezone) return;
      Object.assign(season, { change: -0.01, changeDays: 5 });
      for (const point of season.points) point.earlierYears = 1;
      for (const point of season.points.filter(({ mean }) => mean !== null).slice(-5)) point.mean = null;
      const { acquiredAt = '' } = season.points.findLast(({ mean }) => mean !== null) ?? {};
      latest = new Date(acquiredAt).toLocaleDateString('en-US', { timeZone: timezone, day: 'numeric', month: 'short' });
    });
    const page = await open('/', context);
    const panel = page.locator('.panel-index-season');
    const about = await panel.locator('.about').textContent();
    expect(about).toMatch(/, −0\.01 in the 5 days before \w{3}, /);
    expect(about).toContain(latest);
    const slider = page.getByRole('slider', { name: 'NDVI, scene by scene' });
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/average of 1 previous year$/);
    expect(await panel.textContent()).toContain('Average of 1 previous year');
  });

  it.for([320, 400, 1_280])(
    'has a layout shift below 0.05 while it loads in a window of %i pixels',
    async (width, { expect }) => {
      await using context = await browser.newContext({ viewport: { width, height: 800 } });
      await context.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number }[];
          for (const { value } of shifts) (globalThis as unknown as { shift: number }).shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const page = await open(`/?field=${quietField}`, context);
      expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.05);
    },
  );

  it('shows a recent observation on the first screen, with its time in the timezone that the page states', async () => {
    await using page = await open(`/?field=${quietField}`, {
      ...{ viewport: widths.wide, timezoneId: 'Asia/Tokyo', locale: 'en-GB' },
    });
    const latest = page.locator('.figures .latest dd');
    const box = await latest.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(widths.wide.height);
    const { data } = (await (
      await fetch(`${product.serviceUrl}/api/v1/observations?field_id=${quietField}&limit=1`)
    ).json()) as { data: { observed_at: string }[] };
    const observedAt = new Date(data[0]?.observed_at ?? 0);
    expect(Date.parse(demoNow) - observedAt.getTime()).toBeLessThan(recentMs);
    const timeZone = 'America/Los_Angeles';
    const day = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
    expect(await latest.textContent()).toContain(
      new Intl.DateTimeFormat('en-GB', { ...day, timeZone }).format(observedAt),
    );
    await page.getByText(`Days and times are in the timezone of the field, ${timeZone}.`).waitFor();
  });

  it('interprets the entered time of an observation in the timezone of the field', async () => {
    await using page = await open('/', await withKey({ timezoneId: 'Asia/Tokyo' }));
    const text = 'At ten, where the field is.';
    const yesterday = new Date(Date.parse(demoNow) - recentMs / 10).toISOString().slice(0, 10);
    await page.getByLabel('Observed at (America/Los_Angeles)').fill(`${yesterday}T10:00`);
    await writeNote(page, text);
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    const [note] = await notesOf(text);
    const shown = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: 'America/Los_Angeles', dateStyle: 'short', timeStyle: 'short' },
    }).format(new Date((note as { observed_at: string }).observed_at));
    expect(shown).toBe(`${yesterday} 10:00`);
  });

  it('stores a time as UTC that was entered before the timezone of the field was known', async () => {
    await using context = await browser.newContext();
    let isAway = true;
    await abortQueries(context, () => isAway);
    const page = await open('/', context);
    const text = 'At ten in UTC.';
    const yesterday = new Date(Date.parse(demoNow) - recentMs / 10).toISOString().slice(0, 10);
    await page.getByLabel('Observed at (UTC)').fill(`${yesterday}T10:00`);
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Observed at (America/Los_Angeles)').waitFor();
    await useKey(page);
    await writeNote(page, text);
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    expect(await notesOf(text)).toMatchObject([{ observed_at: `${yesterday}T10:00:00Z` }]);
  });

  it('reports an unreachable graph, shows the field once it is reachable, and refuses a two-digit year entered before', async () => {
    await using context = await browser.newContext();
    let isAway = true;
    await abortQueries(context, () => isAway);
    const page = await open('/', context);
    await page.getByText(/cannot be reached/).waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Long ago.');
    await page.getByLabel('Observed at (UTC)').fill('0026-11-22T14:30');
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('slider', { name: charts[0] }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.getByLabel('Observed at (America/Los_Angeles)').waitFor();
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Give day and time with a year of four digits, or neither.').waitFor();
    expect(page.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });

  it('shows the status of a note: saved, sending, sent', async () => {
    await using context = await browser.newContext();
    const page = await open('/', context);
    const text = 'Through every status.';
    const unsent = page.locator('.unsent');
    await writeNote(page, text);
    const saved = 'Saved on this device. It will be sent ';
    await unsent.getByText(`${saved}once you enter an API key.`).waitFor();
    await page.getByRole('status').getByText(`${saved}once you enter an API key.`).waitFor();
    const answered = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    let isOnline = false;
    // One route for the whole test: while a route is replaced, a retry could reach the service.
    await context.route('**/graphql', async (route) => {
      if (!isNote(route.request())) return route.continue();
      if (isOnline) return answered.promise.then(() => route.continue());
      await route.abort();
      aborted.resolve();
    });
    await useKey(page);
    await aborted.promise;
    await unsent.getByText(`${saved}when you are online.`).waitFor();
    isOnline = true;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await unsent.getByText('Sending…').waitFor();
    answered.resolve();
    await page.locator('.note:not(.unsent)', { hasText: text }).getByText('Sent', { exact: true }).waitFor();
    await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  });

  it('labels its axes with units, and no label overlaps another on a phone', async ({ expect }) => {
    await using page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await recordLabels(page);
    await page.goto(`${product.graphUrl}/`);
    await page.getByRole('slider').first().waitFor();
    const unitsOf = (labels: readonly { text: string }[]) =>
      labels.map(({ text }) => text).filter((text) => /^(°C|mm|°C d|NDVI)$/.test(text));
    await expect
      .poll(async () => (await labelsOf(page)).map(unitsOf).toSorted())
      .toEqual([['mm'], ['NDVI'], ['°C d'], ['°C', 'mm']].toSorted());
    expect(collisionsOf(await labelsOf(page))).toEqual([]);
    const clock = await page.locator('.clock span').evaluateAll((spans) =>
      spans.map((span) => {
        const range = document.createRange();
        range.selectNodeContents(span);
        return { ...range.getBoundingClientRect().toJSON(), lines: range.getClientRects().length };
      }),
    );
    expect(clock.every(({ lines }, at) => lines === 1 && (at === 0 || clock[at - 1].right < clock[at].left))).toBe(
      true,
    );
  });

  it('formats numbers in English in a browser with another language, or with one that Intl refuses', async () => {
    await using page = await browser.newPage();
    await page.addInitScript(() => {
      for (const [name, stated] of Object.entries({ language: 'de-DE', languages: ['en-US@posix', 'de-DE'] }))
        Object.defineProperty(Navigator.prototype, name, { get: () => stated });
    });
    await recordLabels(page);
    await page.goto(`${product.graphUrl}/`);
    await page.getByRole('slider', { name: 'Growing degree days' }).waitFor();
    const thousands = (await labelsOf(page)).flat().filter(({ text }) => /^\d\D\d{3}$/.test(text));
    expect(thousands.map(({ text }) => text)).toContain('1,000');
    expect(thousands.filter(({ text }) => !text.includes(','))).toEqual([]);
  });

  it('draws every chart without errors if all its values are the same whole number', async ({ expect }) => {
    await using context = await altered(({ weather, growingDegreeDays, waterBalance, indexSeason }) => {
      for (const day of weather ?? [])
        for (const name of ['temperatureMin', 'temperatureMax'] as const) day[name] = { value: 20, unit: 'CELSIUS' };
      for (const day of growingDegreeDays?.days ?? []) day.accumulated = 0;
      for (const { depletion } of waterBalance?.days ?? []) if (depletion) depletion.value = 0;
      for (const point of indexSeason?.points ?? []) Object.assign(point, { mean: 1, earlierMean: 1 });
    });
    const page = await open('/', context);
    for (const chart of charts) await page.getByRole('slider', { name: chart }).press('Home');
    expect(page.complaints).toEqual([]);
  });

  it('shows the name, crop, area and location of the field, and the recently opened fields', async ({ expect }) => {
    await using context = await browser.newContext({ viewport: widths.phone });
    const page = await open('/?field=fld_demo_02', context);
    const heading = page.getByRole('heading', { level: 1 });
    const opened = page.locator('.opened');
    expect(await heading.textContent()).toBe('Home Field fld_demo_02');
    await expect.poll(() => page.title()).toBe('Home Field – Fieldgraph');
    expect(await page.locator('.title p').textContent()).toMatch(
      /^[a-z ]+ · [\d.]+ ha · \d+\.\d{3}° N, \d+\.\d{3}° W$/,
    );
    expect(await opened.count()).toBe(0);
    await page.evaluate(() => {
      const others = Array.from({ length: 9 }, (_, at) => ({
        id: `fld_demo_${13 - at}`.replace(/_(\d)$/, '_0$1'),
        name: `Field ${at}`,
      }));
      const stored = JSON.parse(localStorage.getItem('fieldgraph-fields') ?? '');
      localStorage.setItem('fieldgraph-fields', JSON.stringify([...others, ...stored]));
    });
    await page.goto(`${product.graphUrl}/`);
    await heading.getByText('North Meadow').waitFor();
    await expect.poll(() => opened.getByRole('link').count()).toBe(openedMax - 1);
    expect(await opened.getByRole('link').first().textContent()).toMatch(/ fld_demo_13$/);
    expect(await opened.getByRole('link', { name: 'fld_demo_02' }).count()).toBe(0);
    expect(await findViolations(page, [], undefined, '.opened')).toEqual([]);
    await opened.getByRole('button', { name: 'Remove Field 3 from the list' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Recently opened');
    await expect.poll(() => opened.getByRole('link').count()).toBe(openedMax - 2);
    await page.reload();
    await heading.getByText('North Meadow').waitFor();
    await expect.poll(() => opened.getByRole('link').count()).toBe(openedMax - 2);
    // The list collapses, and the link that has the focus disappears.
    await load(page, () => opened.getByRole('link', { name: 'fld_demo_12' }).press('Enter'));
    expect(await page.locator(':focus').textContent()).toMatch(/ fld_demo_12$/);
    // A name that was read with one key is not shown with another.
    expect(await storedNames(page)).toContain('North Meadow');
    await context.route('**/graphql', (route) => route.abort());
    await useKey(page, 'another');
    await expect.poll(() => storedNames(page)).toEqual([]);
    expect(await heading.textContent()).toBe('Field fld_demo_12');
  });

  it('shows the id of an unnamed field, no unknown crop, location or area, UTC for an unknown timezone, and no missing receipt', async ({
    expect,
  }) => {
    await using context = await altered((field, body) => {
      expect(body.extensions).toHaveProperty('receipt.reads.0');
      delete body.extensions;
      const unknown = { name: null, crop: null, location: null, area: null };
      Object.assign(field, { ...unknown, timezone: 'Moon/Tranquility' });
    });
    const page = await open('/', context);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Field fld_demo_01');
    await expect.poll(() => page.title()).toBe('fld_demo_01 – Fieldgraph');
    expect(await page.locator('.title p').textContent()).toBe('');
    await page.getByText('Days and times are in UTC: the timezone of the field is unknown.').waitFor();
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    expect(await page.locator('.receipt').count()).toBe(0);
  });

  it('shows its charts offline, with the time of their data', async ({ expect }) => {
    await using context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await open('/', context);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(async () => (await (await caches.open('fieldgraph-answers')).keys()).length > 0);
    await context.setOffline(true);
    await page.reload();
    await page
      .getByRole('alert')
      .getByText(/cannot be reached.*This page shows data as of /)
      .waitFor();
    await page.getByRole('heading', { level: 1 }).getByText('North Meadow').waitFor();
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    expect(await page.getByText(/ · as of \w/).count()).toBe(charts.length + 1);
    await page.getByText('Assumed soil and crop').click();
    await page.getByLabel('Available water of the soil (mm)').fill('80');
    await page.getByLabel('Available water of the soil (mm)').blur();
    await page.getByText('Your soil and crop: 80 mm').waitFor();
    // The data were computed before this change.
    await page.locator('.panel-water-balance .about', { hasText: 'assumed soil of 120 mm' }).waitFor();
    // With another key, the cached data are neither shown nor retained.
    await useKey(page, 'another');
    await page.getByRole('slider').first().waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('fieldgraph-answers')).keys()).length))
      .toBe(0);
  });

  it('opens from its cache if a proxy fails, never replies or serves an incomplete version, and uncached if caching fails', async () => {
    const failing = (response: ServerResponse) => response.writeHead(502).end('Bad gateway');
    let answer: (response: ServerResponse, html: string) => unknown = (response, html) => response.end(html);
    let answerScript: (response: ServerResponse) => unknown = (response) => response.writeHead(404).end();
    await using proxy = await serve(async ({ url = '' }, response) => {
      const reply = await fetch(`${product.graphUrl}${url}`);
      response.setHeader('content-type', reply.headers.get('content-type') ?? '');
      response.setHeader('service-worker-allowed', '/');
      if (url === '/') answer(response, await reply.text());
      else if (url === '/page/next.js') answerScript(response);
      else response.end(await reply.text());
    });
    await using context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    const open = async () => {
      await page.goto(proxy.url);
      await page.getByRole('heading', { level: 1 }).getByText('fld_demo_01').waitFor();
    };
    await open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    answer = failing;
    await open();
    answer = () => undefined;
    await open();
    // This response is not the field page, so it is shown and not cached.
    answer = (response) => response.end('<h1>Log in</h1>');
    await page.goto(proxy.url);
    await page.getByText('Log in').waitFor();
    // An operator may have removed the page.
    answer = (response) => response.writeHead(302, { location: '/page/LICENSES.txt' }).end();
    await page.goto(proxy.url);
    await page.getByText('MIT').first().waitFor();
    // A new version whose script is on no server yet, or never arrives.
    answer = (response, html) =>
      response.end(
        html.replace('<html ', '<html data-served="next" ').replace(/"\/page\/page-[^"]+\.js"/, '"/page/next.js"'),
      );
    let late: ServerResponse | undefined;
    const hold = (response: ServerResponse) => {
      late = response;
    };
    for (const script of [answerScript, hold]) {
      answerScript = script;
      await page.goto(proxy.url);
      expect(await page.locator('html').getAttribute('data-served')).toBe(null);
      await page.getByRole('heading', { level: 1 }).getByText('fld_demo_01').waitFor();
    }
    // Once the script has arrived over a slow network, the next load shows the new version.
    const script = await page.locator('script[src^="/page/page-"]').getAttribute('src');
    late?.end(await (await fetch(`${product.graphUrl}${script}`)).text());
    await page.waitForFunction(async () => (await (await caches.match('/'))?.text())?.includes('data-served="next"'));
    await open();
    expect(await page.locator('html').getAttribute('data-served')).toBe('next');
    answer = failing;
    await open();
    await (context.serviceWorkers()[0] as Worker).evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
    });
    answer = (response, html) => response.end(html.replace('<html ', '<html data-served="new" '));
    await open();
    expect(await page.locator('html').getAttribute('data-served')).toBe('new');
    // Safari fails like this at times.
    await (context.serviceWorkers()[0] as Worker).evaluate(() => {
      CacheStorage.prototype.match = () => Promise.reject(new DOMException('Internal error', 'UnknownError'));
    });
    await open();
  });

  it('computes with the settings of the person for soil, crop, degree days and spray rules, and saves them', async ({
    expect,
  }) => {
    await using page = await open();
    const variables: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      const body = request.postData();
      if (body) variables.push((JSON.parse(body) as { variables: Record<string, unknown> }).variables);
    });
    for (const [summary, label, value] of [
      ['Assumed soil and crop', 'Available water of the soil (mm)', '80'],
      ['Your soil and crop', 'Crop coefficient (Kc)', '0.83'],
      ['Your soil and crop', 'Fraction before stress (p)', '0.33'],
      ['Base and cap', 'Base (°C)', '5'],
      ['Base and cap', 'Cap (°C)', '35'],
      ['Rules: default limits', 'Maximum wind (m/s)', '4'],
    ] as const) {
      const group = page.locator('details', { hasText: summary });
      if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
      await load(page, async () => {
        await page.getByLabel(label).fill(value);
        await page.getByLabel(label).blur();
      });
    }
    const wanted = {
      ...{ base: 5, upper: 35, sprayLimits: { maxWind: 4 } },
      rootZone: { totalAvailableWater: 80, depletionFraction: 0.33, initialDepletion: 0 },
    };
    await expect.poll(() => variables.at(-1)).toMatchObject(wanted);
    expect(JSON.stringify(variables.at(-1)?.cropCoefficients)).toContain('"kc":0.83');
    await page.getByText(/26 mm stress threshold.*your soil of 80 mm/).waitFor();
    await page.reload();
    await loaded(page);
    await expect.poll(() => variables.at(-1)).toMatchObject(wanted);
    // An impossible pair of limits is an error of one panel only, whose inputs remain for a correction.
    await page.locator('details', { hasText: 'Rules: your limits' }).locator('summary').click();
    await page.getByLabel('Minimum wind (m/s)').fill('9');
    await page.getByLabel('Minimum wind (m/s)').blur();
    await page
      .getByRole('alert')
      .getByText(/maxWind \(4\) must not be below minWind \(9\)/)
      .waitFor();
    await page.locator('.panel-spray-hours').getByRole('button', { name: 'Use the defaults' }).click();
    await page.getByRole('slider', { name: 'Spray windows' }).waitFor();
    expect(variables.at(-1)).toMatchObject({ sprayLimits: {} });
  });

  it('retains a value being typed when a response arrives, and computes with the value once it is complete', async () => {
    await using page = await open(`/?field=${quietField}`);
    const drawAgain = () => load(page, () => page.evaluate(() => dispatchEvent(new Event('online'))));
    const sent = (name: string, value: unknown) =>
      page.waitForRequest((request) => request.postDataJSON()?.variables?.[name] === value);
    const panel = page.locator('.panel-degree-days');
    await panel.locator('summary').click();
    const base = page.getByLabel('Base (°C)');
    await base.pressSequentially('7');
    await drawAgain();
    expect(await base.inputValue()).toBe('7');
    await Promise.all([sent('base', 7), base.blur()]);
    expect(await base.inputValue()).toBe('7');
    await base.fill('99');
    await base.blur();
    await drawAgain();
    expect(await base.inputValue()).toBe('99');
    await load(page, () => panel.getByRole('button', { name: 'Use the defaults' }).click());
    expect(await base.inputValue()).toBe('');
    const season = page.getByLabel('Season from');
    await season.focus();
    await page.keyboard.press('Backspace');
    await drawAgain();
    expect(await season.inputValue()).toBe('');
    await Promise.all([sent('seasonStart', '04-15'), page.keyboard.type('0415')]);
  });

  it('sends one query for the start of the season that is typed, key by key', async () => {
    const context = await browser.newContext();
    await abortQueries(context, () => false);
    await using page = await open(`/?field=${quietField}`, context);
    await page.clock.install();
    const starts: string[] = [];
    page.on('request', (request) => {
      const { seasonStart } = request.postDataJSON()?.variables ?? {};
      if (seasonStart) starts.push(seasonStart);
    });
    await page.getByLabel('Season from').focus();
    // On a slow machine, more time than the page waits for may pass between two keys, and seconds before the clock stops.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
    for (const key of '10152026') {
      await page.keyboard.press(key);
      await page.clock.runFor(50);
    }
    expect(starts).toEqual([]);
    await load(page, () => page.clock.resume());
    expect(starts).toEqual(['10-15']);
  });

  it('selects the hour to which a finger has moved', async ({ expect }) => {
    await using context = await browser.newContext({ hasTouch: true });
    const page = await open('/', context);
    const hours = page.locator('.strip .hour');
    await hours.first().scrollIntoViewIfNeeded();
    const touch = await context.newCDPSession(page);
    const touchAt = async (type: 'touchStart' | 'touchMove', at: number) => {
      const { x = 0, y = 0, width = 0 } = (await hours.nth(at).boundingBox()) ?? {};
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width / 2, y: y + 1 }] });
    };
    await touchAt('touchStart', 5);
    await touchAt('touchMove', 20);
    await expect
      .poll(() => page.getByRole('slider', { name: 'Spray windows' }).getAttribute('aria-valuenow'))
      .toBe('20');
  });

  it('has controls of at least 16 pixels on a phone: an iPhone enlarges the page at the focus of a smaller one', async ({
    expect,
  }) => {
    await using context = await withKey({ viewport: widths.phone, hasTouch: true });
    const page = await open('/', context);
    await page.getByText('Base and cap').click();
    const sizes = await page
      .locator('input, select, textarea')
      .evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)));
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone.width);
  });

  it('queries again in the units that the person chose, and states these units', async () => {
    await using page = await open();
    await page.getByLabel('Units').selectOption('us');
    await page.getByText('temperature (°F) and rain (in)').waitFor();
    await page.getByRole('button', { name: 'Degree days as a table' }).click();
    await page.getByRole('columnheader', { name: 'Sum (°F d)' }).waitFor();
    await page
      .getByText(/base 32 °F, cap 86 °F \(wheat: McMaster & Wilhelm 1997; cap of maize: McMaster & Wilhelm 1997\)/)
      .waitFor();
  });

  it('shows the cost of its query below the panels, and a bar for each read after a key press', async () => {
    await using page = await open(`/?field=${uncachedField}`, { viewport: widths.phone });
    const line = page.locator('.receipt summary');
    expect(await line.innerText()).toMatch(/^\d calls?, \d cached, [\d,]+ ms$/);
    await line.press('Enter');
    const rows = page.getByRole('region', { name: 'Reads of this page' }).getByRole('row');
    const reads = (await rows.allInnerTexts()).slice(1).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(reads.length).toBeGreaterThan(6);
    expect(reads).toContainEqual(expect.stringMatching(/^\d+ weather .*[\d,.]+ ms [\d,.]+ ms answered.* field\./));
    expect(await page.locator('.receipt svg').count()).toBe(reads.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone.width);
    expect(await findViolations(page, [], undefined, '.receipt')).toEqual([]);
  });

  it.each([
    ['/?field=fld_nobody', /Field fld_nobody does not exist, or it is private/, 0, 'html'],
    ['/?field=nonsense', /Invalid input.*fld_/, 0, 'html'],
    ['/?field=fld_demo_59', /no satellite scene this season/, 1, '.panel-index-season'],
    ['/?field=fld_demo_60', /No public notes in the last 30 days/, 1, '.panel-timeline'],
  ])(
    'explains at %s which data are missing or invalid, and has no form without a field',
    async (path, sentence, forms, part) => {
      await using page = await open(path);
      await page.getByText(sentence).first().waitFor();
      expect(await page.getByRole('form', { name: 'Add a note' }).count()).toBe(forms);
      expect(await findViolations(page, [], undefined, part)).toEqual([]);
      expect(page.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
    },
  );

  it('shows public data with a mistyped key, and removes the key by a button of the banner', async () => {
    await using page = await open();
    await useKey(page, 'nobodys-key');
    const banner = page.getByRole('alert');
    await banner.getByText('The API key is not valid: it is mistyped or revoked. Only public data is shown.').waitFor();
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    expect(await findViolations(page, [], undefined, '.notice')).toEqual([]);
    await banner.getByRole('button', { name: 'Enter an API key' }).click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1:focus').waitFor();
    await page.getByLabel('Field id').fill('fld_nobody');
    await page.keyboard.press('Enter');
    await banner.getByText(/The API key is not valid.* Field fld_nobody does not exist, or it is private/).waitFor();
    await load(page, () => page.goBack());
    await page.getByLabel('Growth stage (BBCH)').fill('abc');
    const answered = page.waitForResponse((answer) => isNote(answer.request()));
    await writeNote(page, 'With a mistyped key.');
    await answered;
    await page.locator('.unsent').getByText('It will be sent once you choose an API key for it.').waitFor();
    await banner.getByRole('button', { name: 'Forget key' }).click();
    await page.getByRole('button', { name: 'Enter API key' }).waitFor();
    await banner.waitFor({ state: 'detached' });
    await page.locator('.unsent').getByText('It will be sent once you choose an API key for it.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await useKey(page, product.demoKey, page.locator('.unsent'));
    expect(await page.locator(':focus').textContent()).toBe('Timeline');
    // Whose key it was, the page cannot know.
    await page.locator('.unsent').getByRole('button', { name: 'Send with this key' }).click();
    await page.locator('.note.refused').getByText('Refused. Nothing was stored').waitFor();
    await page.getByRole('status').getByText('Refused. Nothing was stored').waitFor();
  });

  it('reads its data again without the key that was revoked, once a note is refused for it', async () => {
    await using page = await open('/', await withKey());
    await page.route('**/graphql', (route, request) =>
      route.continue({
        headers: { ...request.headers(), ...(request.headers().authorization && { authorization: 'Bearer revoked' }) },
      }),
    );
    await writeNote(page, 'After the key was revoked.');
    await page
      .getByRole('alert')
      .getByText(/revoked\. Only public data is shown\./)
      .waitFor();
    await page.locator('.unsent').getByText('It will be sent once you choose an API key for it.').waitFor();
  });

  it('names the scope that a key lacks for notes, and another key as what they wait for', async () => {
    await using page = await open('/', await withKey());
    const message = 'The API key lacks the scope observations:write.';
    const refusal = { __typename: 'ForbiddenError', code: 'FORBIDDEN', message, retryable: false };
    await page.route('**/graphql', (route, request) =>
      isNote(request) ? route.fulfill({ json: { data: { addObservation: refusal } } }) : route.continue(),
    );
    await writeNote(page, 'With a key that may only read.');
    await page
      .locator('.pause')
      .getByText(`${message} Ask the person who issued it for a key with the scope.`)
      .waitFor();
    await page.locator('.unsent').getByText('It will be sent once you choose another API key.').waitFor();
    await page.getByRole('status').getByText('It will be sent once you choose another API key.').waitFor();
  });

  it('announces that a field loads, that it is shown, and why a note waits, and is never busy for screen readers', async () => {
    await using page = await open('/', await withKey());
    const answered = Promise.withResolvers<void>();
    const extensions = { code: 'UPSTREAM_UNAVAILABLE', retryable: true };
    await page.route('**/graphql', async (route, request) => {
      if (isNote(request)) return route.fulfill({ json: { errors: [{ message: 'Away.', extensions }] } });
      await answered.promise;
      await route.continue();
    });
    await markRegions(page);
    await page.getByLabel('Field id').fill('fld_demo_02');
    await page.keyboard.press('Enter');
    await announced(page, 'Loading…');
    expect(await page.locator('[aria-busy]').count()).toBe(0);
    answered.resolve();
    await announced(page, 'Home Field is shown.');
    await page.getByRole('slider').first().waitFor();
    await markRegions(page);
    await writeNote(page, 'While the service is away.');
    await announced(page, 'The Field Data Service is not available.');
  });

  it('reports a key as invalid only after a response to that key', async () => {
    await using page = await open();
    await useKey(page, 'nobodys-key');
    const banner = page.getByRole('alert');
    await banner.getByText(/The API key is not valid/).waitFor();
    const answered = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await banner.getByRole('button', { name: 'Enter an API key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(product.demoKey ?? '');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await banner.waitFor({ state: 'detached' });
    answered.resolve();
  });

  it('caches no response under a key that another tab has removed', async () => {
    await using context = await withKey();
    await context.addInitScript(() => {
      const open = caches.open.bind(caches);
      caches.open = (name) => {
        document.documentElement.dataset.opened = name;
        return open(name);
      };
    });
    const answered = Promise.withResolvers<void>();
    const page = await context.newPage();
    await page.route('**/graphql', async (route) => {
      await answered.promise;
      await route.continue();
    });
    const requested = page.waitForRequest('**/graphql');
    await page.goto(product.graphUrl);
    await requested;
    await page.evaluate(() => localStorage.setItem('fieldgraph-page', '{}'));
    answered.resolve();
    await loaded(page);
    expect(await page.locator('html[data-opened]').count()).toBe(0);
    await page.evaluate(
      (apiKey) => localStorage.setItem('fieldgraph-page', JSON.stringify({ apiKey })),
      product.demoKey,
    );
    await load(page, () => page.getByRole('button', { name: 'Refresh' }).click());
    await page.locator('html[data-opened]').waitFor();
  });

  it('refuses a time in the future, and advises to check the clock of the device', async () => {
    await using page = await open('/', await withKey());
    await page.getByLabel('Observed at').fill('2035-01-01T00:00');
    await writeNote(page, 'Of the future.');
    const sentence = 'must be at most 5 minutes in the future: check the clock of this device.';
    await page.getByText(sentence).first().waitFor();
  });

  it('states after how many seconds a caller over the rate limit can try again', async () => {
    await using page = await browser.newPage();
    const extensions = { code: 'RATE_LIMITED', retryAfterSeconds: 1 };
    const body = { errors: [{ message: 'Over the limit.', extensions }] };
    await page.route('**/graphql', (route) => route.fulfill({ status: 429, json: body }));
    await page.goto(`${product.graphUrl}/`);
    await page.getByText('Too many requests. Try again in 1 second.').first().waitFor();
  });

  it.each([
    { errors: { field: ['bad'] } },
    { errors: 'oops' },
    { errors: [null] },
    { errors: ['Rate limit exceeded'] },
    { data: {} },
  ])('reports that a reply did not come from the graph: %j', async (body) => {
    await using page = await browser.newPage();
    await page.route('**/graphql', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto(`${product.graphUrl}/`);
    await page
      .getByText(/^The reply did not come from the graph/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('reports that the Field Data Service is not available, and still has the note form', async () => {
    // Nothing listens on port 1.
    await using down = await startProduct({ FIELD_DATA_URL: 'http://127.0.0.1:1' });
    await using page = await browser.newPage();
    await page.goto(`${down.graphUrl}/`);
    await page.getByText(/The Field Data Service is not available/).waitFor();
    await page.getByLabel('Note', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows its earlier data while the service fails, and reports notes that it could not read as an error, not as absent', async () => {
    let isFailing = (_path = '') => false;
    await using service = await serve(async (request, response) => {
      if (isFailing(request.url)) return void response.writeHead(503).end();
      const reply = await fetch(`${product.serviceUrl}${request.url}`);
      // Without cache headers, so that nothing is cached.
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    });
    await using over = await startProduct({ FIELD_DATA_URL: service.url });
    await using page = await browser.newPage();
    await page.goto(`${over.graphUrl}/`);
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    const timeline = page.locator('.panel-timeline');
    const refresh = page.getByRole('button', { name: 'Refresh' });
    isFailing = (path = '') => path.includes('/observations');
    await refresh.focus();
    await load(page, () => page.keyboard.press('Enter'));
    await timeline.locator('.error').getByText('The Field Data Service is not available.').waitFor();
    expect(await timeline.getByText(/No public notes/).count()).toBe(0);
    isFailing = () => true;
    // The focus is still on the button.
    await load(page, () => page.keyboard.press('Enter'));
    await page
      .getByRole('alert')
      .getByText(/is not available.*This page shows data as of /)
      .waitFor();
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    // This field was never read successfully.
    await load(page, () => page.goto(`${over.graphUrl}/?field=fld_demo_02`));
    await load(page, () => refresh.click());
    expect(await page.getByRole('alert').textContent()).toMatch(/is not available\. Try again in a moment\.Try/);
  });

  it.each([
    ['weather', 'weather could not be read', 'weather could not be read'],
    ['earthObservations', 'scenes could not be read', 'scenes could not be read'],
    ['observations', 'The notes of this day could not be read.', 'notes could not be read'],
  ] as const)(
    'says of each day of the timeline that its %s could not be read, and why above the days and the table',
    async (list, ofDay, inTable) => {
      await using context = await altered(({ timeline }, body) => {
        body.errors = timeline?.map((day, at) => {
          day[list] = null;
          const extensions = { code: 'FORBIDDEN', retryable: false };
          return { message: 'The scope is missing.', path: ['field', 'timeline', at, list], extensions };
        });
      });
      const page = await open('/', context);
      const timeline = page.locator('.panel-timeline');
      const reason = timeline.locator('.error', { hasText: 'scope' });
      await reason.waitFor();
      expect(await timeline.getByText(ofDay, { exact: true }).count()).toBe(10);
      expect(await timeline.getByText(/could not be read/).count()).toBe(10);
      await timeline.getByRole('button', { name: /as a table/ }).click();
      expect(await timeline.getByRole('cell', { name: inTable, exact: true }).count()).toBe(31);
      expect(await timeline.getByText(/no weather data|incomplete/).count()).toBe(0);
      await reason.waitFor();
    },
  );

  it('shows the weather of all days if one measure of the timeline cannot be converted', async () => {
    await using context = await altered(({ timeline }, body) => {
      const { weather } = timeline?.[10] ?? {};
      if (weather) weather.temperatureMax = null;
      const extensions = { code: 'UPSTREAM_ERROR', retryable: false };
      const path = ['field', 'timeline', 10, 'weather', 'temperatureMax'];
      body.errors = [{ message: 'The unit is unknown.', path, extensions }];
    });
    const page = await open('/', context);
    const timeline = page.locator('.panel-timeline');
    await timeline.locator('.error').waitFor();
    expect(await timeline.locator('.facts', { hasText: ' to ' }).count()).toBe(10);
    expect(await timeline.locator('.facts', { hasText: ' to –' }).count()).toBe(1);
    expect(await timeline.getByText(/could not be read/).count()).toBe(0);
  });

  it('states the cloud cover of a cloudy NDVI in the timeline, also if it is unknown', async () => {
    await using context = await altered(({ timeline }) => {
      const covers = [20, 85, null].map((value) => (value === null ? null : { value, unit: 'PERCENT' as const }));
      for (const day of timeline ?? [])
        day.earthObservations = covers.map((cloudCover) => ({ cloudCover, index: { mean: 0.5 } }));
    });
    const page = await open('/', context);
    const scenes = 'NDVI 0.50, NDVI 0.50 under 85 % cloud, NDVI 0.50 under unknown cloud';
    await page.getByText(scenes, { exact: true }).first().waitFor();
  });

  it('reads its data again after a minute if a read failed', async () => {
    let isFailing = true;
    await using context = await altered((field, body) => {
      if (!isFailing) return;
      field.weather = null;
      const extensions = { code: 'UPSTREAM_UNAVAILABLE', retryable: true };
      body.errors = [{ message: 'Away.', path: ['field', 'weather'], extensions }];
    });
    const page = await open(`/?field=${quietField}`, context);
    const weather = page.getByRole('slider', { name: charts[0] });
    const passMinute = () => load(page, () => page.clock.fastForward(60_000));
    await page.locator('.panel-weather .error').waitFor();
    isFailing = false;
    await passMinute();
    await weather.waitFor();
    const away = (route: Route) => route.abort();
    await context.route('**/graphql', away);
    await load(page, () => page.getByRole('button', { name: 'Refresh' }).click());
    await page.getByRole('alert').waitFor();
    await context.unroute('**/graphql', away);
    await passMinute();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('shows cached data if the graph does not respond within 5 seconds, and replaces them by a late response', async () => {
    await using context = await browser.newContext();
    const page = await open(`/?field=${quietField}`, context);
    await page.waitForFunction(async () => (await (await caches.open('fieldgraph-answers')).keys()).length > 0);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let requests = 0;
    await context.route('**/graphql', async (route) => {
      requests += 1;
      await answered;
      await route.continue();
    });
    const requested = page.waitForRequest('**/graphql');
    await page.reload();
    await requested;
    await page.clock.fastForward(5_000);
    const alert = page.getByRole('alert');
    await alert.getByText(/has not answered yet\. This page shows data as of /).waitFor();
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    // The person switches to another app and back: the response may still arrive.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    answer();
    await alert.waitFor({ state: 'detached' });
    expect(requests).toBe(1);
    expect(await page.getByText(/ · as of \w/).count()).toBe(0);
  });

  it('reports that days before the newest 100 notes may have more, and not that reading them failed', async () => {
    await using context = await altered(({ timeline }) => {
      for (const day of timeline?.slice(9) ?? []) day.observations = null;
    });
    const page = await open(`/?field=${quietField}`, context);
    await page.getByText('The timeline reads the newest 100 notes. This day may have more.').first().waitFor();
    expect(await page.getByText('could not be read').count()).toBe(0);
  });

  it('links to no page that the operator switched off', async () => {
    await using bare = await startProduct({ GRAPHIQL: 'off', INTROSPECTION: 'off' });
    await using page = await browser.newPage();
    await page.goto(`${bare.graphUrl}/`);
    await page.getByRole('slider').first().waitFor();
    const links = await page.getByRole('link').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets.filter((target) => !target?.startsWith('?'))).toEqual(['/page/LICENSES.txt']);
  });

  it('shows every panel with a service that states no timezone and ignores requested time windows', async () => {
    await using lesser = await startLesserService({ url: product.serviceUrl });
    await using over = await startProduct({ FIELD_DATA_URL: lesser.url });
    await using page = await browser.newPage();
    await page.goto(`${over.graphUrl}/`);
    for (const chart of charts) await page.getByRole('slider', { name: chart }).waitFor();
    expect(await page.locator('.error').count()).toBe(0);
  });

  it('stores the key in this browser, puts it into no address and no link, and sends it only to the graph', async () => {
    await using page = await open();
    const receivers = new Set<string>();
    page.on('request', (request) => {
      const sent = JSON.stringify([request.headers(), request.postData()]);
      if (sent.includes(product.demoKey ?? '')) receivers.add(request.url().replace(/\?.*/, ''));
    });
    await useKey(page);
    // The focus returns to where it was before the dialog.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('API key');
    await page.getByRole('button', { name: 'API key', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await focused()).toBe('API key');
    expect(page.requested.join(' ')).not.toContain(product.demoKey);
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.join(' ')).not.toContain(product.demoKey);
    await load(page, () => page.reload());
    await page.getByRole('button', { name: 'API key', exact: true }).waitFor();
    expect([...receivers]).toEqual([`${product.graphUrl}/graphql`]);
  });

  it('shows the text of a note as plain text, even if it contains HTML', async () => {
    await using page = await open('/', await withKey());
    const text = '<img src=x onerror="document.title=1"> & <b>bold</b>';
    await writeNote(page, text);
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    expect(await page.locator('.note img, .note .text b').count()).toBe(0);
    // The second click of a double click finds the form empty.
    await page.getByRole('button', { name: 'Add note' }).dispatchEvent('click', { detail: 2 });
    expect(await page.locator('.input-error').count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('shows the errors of a note at their inputs, and sends the corrected note under the same idempotency key', async () => {
    await using page = await open('/', await withKey());
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('#note-text-error').waitFor();
    const keys: string[] = [];
    page.on('request', (request) => {
      const sent = /"idempotencyKey":"([^"]+)"/.exec(request.postData() ?? '');
      if (sent?.[1]) keys.push(sent[1]);
    });
    await page.getByLabel('Growth stage (BBCH)').fill('abc');
    // Does not wait for the saved status: the refusal may arrive first.
    await page.getByLabel('Note', { exact: true }).fill('Mended.');
    await page.getByRole('button', { name: 'Add note' }).click();
    const input = page.getByLabel('Growth stage (BBCH)');
    await page.locator('#note-growthStage-error').waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await findViolations(page, [], undefined, 'form')).toEqual([]);
    await input.fill('65');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.note:not(.unsent)').getByText('Mended.').waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    expect(await notesOf('Mended.')).toHaveLength(1);
  });

  it('shows a note that is sent later only at its own field, and does not replace the draft by a refused note', async ({
    expect,
  }) => {
    await using context = await withKey();
    const page = await open('/?field=fld_demo_01', context);
    let isAway = true;
    await abortNotes(context, () => isAway);
    const [text, draft] = ['Of the first field.', 'Not written yet.'];
    await writeNote(page, text);
    await page.getByLabel('Growth stage (BBCH)').fill('abc');
    await writeNote(page, 'Refused later.');
    const note = page.getByLabel('Note', { exact: true });
    await expect.poll(() => note.inputValue()).toBe('');
    await note.fill(draft);
    isAway = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('.note.refused').waitFor();
    expect(await note.inputValue()).toBe(draft);
    await load(page, () => page.reload());
    await page.locator('.note.refused').waitFor();
    expect(await note.inputValue()).toBe(draft);
    await page.getByRole('button', { name: 'Fix' }).click();
    await expect.poll(() => note.inputValue()).toBe('Refused later.');
    await load(page, () => page.reload());
    await expect.poll(() => note.inputValue()).toBe('Refused later.');
    expect(await page.locator(':focus').count()).toBe(0);
    await note.fill('');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('note-text');
    isAway = true;
    await page.locator('.note.refused').getByRole('button', { name: 'Remove' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Timeline');
    await page.getByLabel('Growth stage (BBCH)').fill('');
    await writeNote(page, `${text} Again.`);
    await expect.poll(() => note.inputValue()).toBe(draft);
    await page.getByLabel('Field id').fill('fld_demo_26');
    await load(page, () => page.getByRole('button', { name: 'Show' }).click());
    isAway = false;
    await load(page, () => page.evaluate(() => dispatchEvent(new Event('online'))));
    await expect.poll(() => notesOf(`${text} Again.`)).toHaveLength(1);
    await loaded(page);
    expect(await page.locator('.note').getByText(text).count()).toBe(0);
  });

  it('sends a note that waits for its next attempt when Refresh or Try again is pressed', async () => {
    await using context = await withKey();
    let isAway = true;
    let isFailing = false;
    const extensions = { code: 'UPSTREAM_UNAVAILABLE', retryable: true, retryAfterSeconds: 300 };
    await context.route('**/graphql', (route) => {
      if (!(isNote(route.request()) ? isAway : isFailing)) return route.continue();
      return route.fulfill({ json: { errors: [{ message: 'Away.', extensions }] } });
    });
    // No streams: after a note of another test, one would reload the field and remove **Try again** before its click.
    await context.route('**/graphql?*', (route) => route.abort());
    const page = await open('/', context);
    for (const name of ['Refresh', 'Try again']) {
      isFailing = name === 'Try again';
      if (isFailing) await load(page, () => page.getByRole('button', { name: 'Refresh' }).click());
      isAway = true;
      await writeNote(page, `By ${name}.`);
      await page.locator('.pause').waitFor();
      isAway = isFailing = false;
      // Shorter than the 300 seconds before its next attempt.
      const again = { timeout: 120_000 };
      const sent = page.waitForRequest(isNote, again);
      await page.getByRole('button', { name }).click();
      await sent;
      await page.locator('.note:not(.unsent)').getByText(`By ${name}.`).waitFor();
    }
  });

  it('offers to fix a refused note only if the page has a form', async () => {
    await using context = await withKey();
    const page = await open(`/?field=${quietField}`, context);
    await page.getByLabel('Growth stage (BBCH)').fill('abc');
    await writeNote(page, 'Refused, and then its field is gone.');
    const note = page.locator('.note.refused');
    await note.getByRole('button', { name: 'Fix' }).waitFor();
    const errors = [{ message: 'There is no such field.', path: ['field'], extensions: { code: 'NOT_FOUND' } }];
    await context.route('**/graphql', (route) => route.fulfill({ json: { data: { field: null }, errors } }));
    await load(page, () => page.getByRole('button', { name: 'Refresh' }).click());
    await note.getByRole('button', { name: 'Fix' }).waitFor({ state: 'detached' });
    await note.getByRole('button', { name: 'Remove' }).click();
    await note.waitFor({ state: 'detached' });
  });

  it('empties the form of a refused note that was corrected in another tab or removed, unless the form was changed', async ({
    expect,
  }) => {
    await using context = await withKey();
    const [page, other] = [await open('/?field=fld_demo_06', context), await open('/?field=fld_demo_06', context)];
    const note = page.getByLabel('Note', { exact: true });
    const noteOfOther = other.getByLabel('Note', { exact: true });
    const refuse = async (text: string) => {
      // Once the previous note has left the form.
      await expect.poll(() => noteOfOther.inputValue()).toBe('');
      await other.getByLabel('Growth stage (BBCH)').fill('abc');
      await writeNote(other, text);
      for (const each of [page, other]) {
        await each.locator('#note-growthStage-error').waitFor();
        await expect.poll(() => each.getByLabel('Note', { exact: true }).inputValue()).toBe(text);
      }
    };
    await refuse('Corrected elsewhere.');
    expect(await page.locator('.note.refused .input-error').textContent()).toMatch(
      /^Growth stage \(BBCH\): must be two digits/,
    );
    await other.getByLabel('Growth stage (BBCH)').fill('65');
    await other.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => note.inputValue()).toBe('');
    expect(await page.locator('.note-form .input-error').count()).toBe(0);
    await refuse('Removed.');
    await page.locator('.note.refused').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => note.inputValue()).toBe('');
    await refuse('Changed meanwhile.');
    await note.fill('Changed here.');
    await other.locator('.note.refused').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('This note was sent in another tab, or removed.').waitFor();
    expect(await note.inputValue()).toBe('Changed here.');
  });

  it('retains text that is typed while a note is saved, as the draft of another note', async ({ expect }) => {
    await using context = await withKey();
    const page = await open('/?field=fld_demo_27', context);
    const note = page.getByLabel('Note', { exact: true });
    await note.fill('Typed on.');
    await page.locator('.note-form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      const text = form.querySelector('textarea') as HTMLTextAreaElement;
      text.value = 'Typed on. And on.';
      text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.locator('.note:not(.unsent)').getByText('Typed on.', { exact: true }).waitFor();
    expect(await note.inputValue()).toBe('Typed on. And on.');
    await load(page, () => page.reload());
    expect(await note.inputValue()).toBe('Typed on. And on.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.note:not(.unsent)').getByText('Typed on. And on.').waitFor();
    expect(await note.inputValue()).toBe('');
  });

  it('reads its data again when the browser restores it from the back/forward cache', async ({ expect }) => {
    await using page = await open(`/?field=${quietField}`);
    await page.evaluate(() => localStorage.setItem('fieldgraph-page', JSON.stringify({ units: 'us' })));
    await load(page, () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    );
    expect(await page.getByLabel('Units').inputValue()).toBe('us');
  });

  it('retains the draft of each field while another field is shown, and sends it to its own field only', async ({
    expect,
  }) => {
    await using context = await withKey();
    const page = await open('/?field=fld_demo_01', context);
    let isAway = true;
    await abortNotes(context, () => isAway);
    const note = page.getByLabel('Note', { exact: true });
    const stage = page.getByLabel('Growth stage (BBCH)');
    await stage.fill('abc');
    await writeNote(page, 'Refused meanwhile.');
    await expect.poll(() => note.inputValue()).toBe('');
    await note.fill('Half of a note.');
    await stage.fill('65');
    await page.getByLabel('Field id').fill('fld_demo_26');
    await load(page, () => page.getByRole('button', { name: 'Show' }).click());
    await expect.poll(() => note.inputValue()).toBe('');
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await note.fill('Of the other field.');
    isAway = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await load(page, () => page.goBack());
    await page.locator('.note.refused').waitFor();
    await expect.poll(() => note.inputValue()).toBe('Half of a note.');
    expect(await stage.inputValue()).toBe('65');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.note:not(.unsent)').getByText('Half of a note.').waitFor();
    expect(await notesOf('Half of a note.')).toMatchObject([{ growth_stage: { code: '65' } }]);
    await load(page, () => page.goForward());
    await expect.poll(() => note.inputValue()).toBe('Of the other field.');
    // The draft was stored and is gone, so the refused note takes the form.
    await load(page, () => page.goBack());
    await expect.poll(() => note.inputValue()).toBe('Refused meanwhile.');
    await note.fill('Corrected meanwhile.');
    await load(page, () => page.goForward());
    await expect.poll(() => note.inputValue()).toBe('Of the other field.');
    await load(page, () => page.goBack());
    await expect.poll(() => note.inputValue()).toBe('Corrected meanwhile.');
    await stage.fill('');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.note:not(.unsent)').getByText('Corrected meanwhile.').waitFor();
    expect(await page.locator('.note.refused').count()).toBe(0);
  });

  it('sends no note under the idempotency key of a note that another tab has sent', async ({ expect }) => {
    await using context = await withKey();
    const [page, other] = [await open('/', context), await open('/', context)];
    let isAway = true;
    await abortNotes(context, () => isAway);
    const [first, second, text] = ['Refused first.', 'Refused second.', 'Of the other tab.'];
    const noteIn = (tab: Page) => tab.getByLabel('Note', { exact: true });
    const stageIn = (tab: Page) => tab.getByLabel('Growth stage (BBCH)');
    const attempt = page.waitForEvent('requestfailed', isNote);
    for (const refused of [first, second]) {
      await stageIn(page).fill('abc');
      await writeNote(page, refused);
      await expect.poll(() => noteIn(page).inputValue()).toBe('');
    }
    await attempt;
    isAway = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    for (const tab of [page, other]) {
      await tab.locator('.note.refused', { hasText: first }).getByText('An earlier attempt may be stored').waitFor();
      await fix(tab, second);
      expect(await noteIn(tab).inputValue()).toBe(second);
    }
    await stageIn(other).fill('');
    await noteIn(other).fill(text);
    await stageIn(page).fill('65');
    await page.getByRole('button', { name: 'Send again' }).click();
    await other.locator('.note.refused', { hasText: second }).waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Add note' }).click();
    await expect.poll(() => notesOf(text)).toHaveLength(1);
    expect(await notesOf(second)).toHaveLength(1);
    for (const sent of [second, text])
      for (const tab of [page, other]) await tab.locator('.note:not(.unsent)').getByText(sent).waitFor();
  });

  it('sends a corrected note in place of the refused one and under its key, also after a change of field and a reload', async ({
    expect,
  }) => {
    await using context = await withKey();
    const page = await open('/?field=fld_demo_01', context);
    const keys = new Map<string, Set<string>>();
    page.on('request', (request) => {
      if (!isNote(request)) return;
      const { text, idempotencyKey } = request.postDataJSON().variables.input;
      keys.set(text, (keys.get(text) ?? new Set()).add(idempotencyKey));
    });
    const note = page.getByLabel('Note', { exact: true });
    let isAway = true;
    await abortNotes(context, () => isAway);
    for (const text of ['Refused one.', 'Refused two.']) {
      await page.getByLabel('Growth stage (BBCH)').fill('abc');
      await writeNote(page, text);
      await expect.poll(() => note.inputValue()).toBe('');
    }
    isAway = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await fix(page, 'Refused two.');
    expect(await note.inputValue()).toBe('Refused two.');
    await note.fill('Two, corrected.');
    await fix(page, 'Refused two.');
    expect(await note.inputValue()).toBe('Two, corrected.');
    await page.getByLabel('Field id').fill('fld_demo_26');
    await load(page, () => page.getByRole('button', { name: 'Show' }).click());
    await load(page, () => page.goBack());
    await load(page, () => page.reload());
    await page.locator('.note.refused', { hasText: 'Refused one.' }).waitFor();
    expect(await note.inputValue()).toBe('Two, corrected.');
    await page.getByLabel('Growth stage (BBCH)').fill('');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.note:not(.unsent)').getByText('Two, corrected.').waitFor();
    await page.locator('.note.refused', { hasText: 'Refused two.' }).waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('');
    expect(keys.get('Two, corrected.')).toEqual(keys.get('Refused two.'));
    expect(keys.get('Two, corrected.')).not.toEqual(keys.get('Refused one.'));
  });

  it('reopens the database of notes if the browser closed it, and requests persistent storage once', async () => {
    await using context = await withKey();
    await context.addInitScript(() => {
      const { transaction } = IDBDatabase.prototype;
      IDBDatabase.prototype.transaction = function (...args) {
        Object.assign(globalThis, { notes: this });
        return transaction.apply(this, args);
      };
      Object.assign(globalThis, { requests: 0 });
      StorageManager.prototype.persist = async () =>
        Boolean((globalThis as unknown as { requests: number }).requests++);
    });
    const page = await open('/', context);
    const requests = () => page.evaluate(() => (globalThis as unknown as { requests: number }).requests);
    expect(await requests()).toBe(0);
    for (const text of ['After a pause.', 'After another pause.']) {
      await page.evaluate(() => (globalThis as unknown as { notes: IDBDatabase }).notes.close());
      await writeNote(page, text);
      await page.locator('.note:not(.unsent)').getByText(text).waitFor();
      expect(await requests()).toBe(1);
    }
  });

  it('deletes cached responses to store a note if the disk is full', async () => {
    await using context = await withKey();
    await context.addInitScript(() => {
      let isFull = true;
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args) {
        if (isFull) throw new DOMException('No space.', 'QuotaExceededError');
        return put.apply(this, args);
      };
      const { delete: remove } = CacheStorage.prototype;
      CacheStorage.prototype.delete = function (...args) {
        isFull = false;
        return remove.apply(this, args);
      };
    });
    const page = await open('/', context);
    await writeNote(page, 'On a full phone.');
    await page.locator('.note:not(.unsent)').getByText('On a full phone.').waitFor();
  });

  it('offers to send a note with another key, also if the browser saves no settings', async () => {
    await using context = await browser.newContext();
    await context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Storage is off.', 'SecurityError');
      };
    });
    await abortNotes(context);
    const page = await open('/', context);
    await useKey(page);
    const failed = page.waitForEvent('requestfailed', isNote);
    await writeNote(page, 'With the first key.');
    await failed;
    await page.locator('.unsent').getByText('It will be sent when you are online').waitFor();
    await useKey(page, 'another');
    await page.locator('.unsent').getByRole('button', { name: 'Send with this key' }).waitFor();
    await page.locator('.unsent').getByText('Saved on this device.', { exact: true }).waitFor();
    await page.getByText('belongs to another API key and may be stored already. Enter that key, or').waitFor();
    await page.locator('.unsent').getByRole('button', { name: 'Send with this key' }).press('Enter');
    expect(await page.locator(':focus').textContent()).toBe('Timeline');
  });

  it('moves the focus to the heading of the timeline if the note is sent whose button has it', async ({ expect }) => {
    await using context = await withKey();
    let isAway = true;
    await abortNotes(context, () => isAway);
    const page = await open('/', context);
    await writeNote(page, 'Sent under the focus.');
    await page.locator('.unsent').getByText('It will be sent when you are online').waitFor();
    await page.locator('.unsent').getByRole('button', { name: 'Remove' }).focus();
    isAway = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('.unsent').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Timeline');
  });

  it('sends a note that was written offline with another key once the person chooses this one', async () => {
    await using context = await browser.newContext();
    const page = await open('/', context);
    await useKey(page, 'revoked');
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', isNote);
    const text = 'Written without a network.';
    await writeNote(page, text);
    await failed;
    await context.setOffline(false);
    await useKey(page);
    await page.getByText('belongs to another API key. Enter that key, or send it with this one.').waitFor();
    await page.locator('.unsent').getByRole('button', { name: 'Send with this key' }).click();
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
  });

  it('reports if the browser could not save the removal of a note or its sending with another key', async () => {
    await using context = await browser.newContext();
    await abortNotes(context);
    const page = await open('/', context);
    await useKey(page);
    await writeNote(page, 'With the first key.');
    await page.locator('.unsent').getByText('It will be sent when you are online').waitFor();
    await useKey(page, 'another');
    const alert = page.getByRole('alert').getByText('This browser could not save that. Try again.');
    const choose = (name: string) => page.locator('.unsent').getByRole('button', { name }).click();
    for (const name of ['Send with this key', 'Remove']) {
      await page.reload();
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = IDBObjectStore.prototype.delete = () => {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        };
      });
      await choose(name);
      await alert.waitFor();
    }
    await page.reload();
    await choose('Remove');
    await page.locator('.unsent').waitFor({ state: 'detached' });
    expect(await alert.count()).toBe(0);
  });

  it('sends a note from a browser that refuses storage and messages between tabs', async () => {
    await using context = await browser.newContext();
    // Firefox does this if cookies are blocked.
    await context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'indexedDB']) Object.defineProperty(globalThis, name, { get: refuse });
      globalThis.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refuse });
      navigator.locks.request = async () => refuse();
    });
    const page = await open('/', context);
    await page.getByText('This browser cannot store notes.').waitFor();
    await useKey(page);
    const text = 'From a browser that stores nothing.';
    await writeNote(page, text);
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    await page.getByLabel('Field id').fill('fld_demo_02');
    await load(page, () => page.keyboard.press('Enter'));
    await page.locator('.opened a[href*=fld_demo_01]').waitFor({ state: 'attached' });
    expect(page.complaints).toEqual([]);
  });

  it('has at most one query in flight if changes come faster than responses', async ({ expect }) => {
    await using context = await withKey();
    // No timeout: on a slow machine the page would abort its query.
    await context.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    // Until the stream opens, the page treats data of the last second as current.
    const stream = context.waitForEvent('response', (response) => response.url().includes('FieldPageChanges'));
    const page = await open('/', context);
    await stream;
    const answered = Promise.withResolvers<void>();
    let sent = 0;
    let inFlight = 0;
    let inFlightMost = 0;
    // Counted in the route: the browser may report the end of a query after the start of the next.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query FieldPage')) return route.continue();
      sent += 1;
      inFlight += 1;
      inFlightMost = Math.max(inFlightMost, inFlight);
      await answered.promise;
      const response = await route.fetch();
      inFlight -= 1;
      await route.fulfill({ response });
    });
    for (const text of ['One of three.', 'Two of three.', 'Three of three.']) {
      await writeNote(page, text);
      await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    }
    answered.resolve();
    await expect.poll(() => sent).toBeGreaterThan(1);
    await loaded(page);
    expect(inFlightMost).toBe(1);
  });

  it('shares the API key between tabs, and refuses an incomplete time', async ({ expect }) => {
    await using context = await browser.newContext();
    const [page, other] = [await open('/', context), await open('/', context)];
    await load(other, () => useKey(page));
    await other.getByLabel('Theme').selectOption('dark');
    expect(await page.evaluate(() => localStorage.getItem('fieldgraph-page'))).toContain(product.demoKey);
    await page.getByLabel('Note', { exact: true }).fill('Last week.');
    await page.getByLabel('Observed at (America/Los_Angeles)').pressSequentially('11152026');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Give day and time with a year of four digits, or neither.').waitFor();
    expect(await notesOf('Last week.')).toEqual([]);
  });

  it('shows weather by the days of the timeline if the service states neither a timezone nor dates', async () => {
    await using context = await altered((field) => {
      field.timezone = null;
      for (const record of field.weather ?? []) record.date = null;
      // A record whose times cannot be parsed is left out.
      Object.assign(field.weather?.[0] ?? {}, { startsAt: 'soon' });
    });
    const page = await open('/', context);
    await page.getByRole('slider', { name: 'Weather, day by day' }).waitFor();
    expect(await figure(page, 'Today').textContent()).toMatch(/\d to \d/);
    expect(await figure(page, 'Rain, last 7 days').textContent()).toMatch(/\d/);
  });

  it('links photos with an https or http address, and none with a javascript: or relative address', async () => {
    const addresses = ['https://a.test/1', 'http://a.test/2', 'javascript:alert(1)', '/3'];
    await using context = await altered(({ timeline }) => {
      const note = timeline?.flatMap(({ observations }) => observations ?? [])[0];
      if (note) note.photos = addresses.map((href) => ({ href, caption: href }));
    });
    const page = await open('/', context);
    expect(await page.locator('.note a').allTextContents()).toEqual(addresses);
    expect(await page.locator('.note').getByRole('link').allTextContents()).toEqual(addresses.slice(0, 2));
  });

  it('stores a note exactly once that was written offline, although the browser is killed twice', async ({
    expect,
  }) => {
    await using folder = await temporaryFolder();
    const start = async () => {
      const context = await chromium.launchPersistentContext(folder.path, chromiumLaunch);
      context.setDefaultTimeout(waitMs);
      return context;
    };
    const text = `Once, from ${folder.path}`;
    let context = await start();
    let page = await open('/', context);
    await useKey(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // Closed, not killed: Chromium writes localStorage late, so a killed browser could lose the key.
    await context.close();
    context = await start();
    page = await open('/', context);
    await context.setOffline(true);
    await writeNote(page, text);
    await page.locator('.unsent').getByText(text).waitFor();
    await kill(context);

    // Still offline: the page opens from its cache, with the note.
    context = await start();
    await context.setOffline(true);
    page = await open('/', context);
    await page.locator('.unsent').getByText(text).waitFor();
    expect(await notesOf(text)).toHaveLength(0);

    // Online, but without responses: the note is stored and the browser does not know it.
    await context.route('**/graphql', async (route) => {
      if (isNote(route.request())) await route.fetch().then(() => route.abort());
      else await route.continue();
    });
    await context.setOffline(false);
    await expect.poll(() => notesOf(text)).toHaveLength(1);
    await kill(context);

    context = await start();
    page = await open('/', context);
    await page.locator('.note:not(.unsent)').getByText(text).waitFor();
    await expect.poll(() => page.locator('.unsent').count()).toBe(0);
    expect(await notesOf(text)).toHaveLength(1);
    expect(await page.locator('.note').getByText(text).count()).toBe(1);
    await context.close();
  });
});

/** The names of the fields that this browser has opened. */
function storedNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (JSON.parse(localStorage.getItem('fieldgraph-fields') ?? '[]') as { name: string | null }[]).flatMap(
      ({ name }) => name ?? [],
    ),
  );
}

/** Kills the browser of a context, so that nothing is closed or saved. */
async function kill(context: BrowserContext): Promise<void> {
  await endRoutes(context);
  const gone = new Promise((resolve) => context.once('close', resolve));
  const session = await context.newCDPSession(context.pages()[0] as Page);
  await Promise.race([session.send('Browser.crash' as 'Browser.close').catch(() => undefined), gone]);
  await gone;
}
