import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { post } from '../support/post.ts';
import { findViolations } from './accessibility.ts';
import {
  connectBrowser,
  foreignRules,
  hasChromium,
  laptop,
  openGraphiql,
  phone,
  runOperation,
  servedPages,
  toolEditor,
  write,
} from './browser.ts';

/** Recipes that have a tab; the others are in a menu. */
const tabsMax = 4;
const openedFromMenu = ['SprayWindow', 'AddObservation'];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the box of a part. Retries: the editor removes its lines for a moment while it redraws them. */
async function boxOf(part: Locator): Promise<Box> {
  for (;;) {
    await part.waitFor();
    const box = await part.boundingBox();
    if (box) return box;
  }
}

function rightOf({ x, width }: Box): number {
  return x + width;
}

const operationOf = (query: string) => /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';

const isIntrospection = (body: string | null) => body?.includes('IntrospectionQuery') ?? false;

describe('GraphiQL in Chromium', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser();
  const product = servedPages();

  async function open(
    path = '/graphql',
    options: Parameters<Browser['newPage']>[0] = { viewport: laptop },
    context: Pick<BrowserContext, 'newPage'> | undefined = undefined,
  ): Promise<Page & { pageErrors: string[] }> {
    const page = await (context ? context.newPage() : browser.newPage(options));
    return Object.assign(page, { pageErrors: await openGraphiql(page, `${product.graphUrl}${path}`) });
  }

  const shown = (page: Page, name: string) =>
    page.getByRole('tab', { name: new RegExp(name), selected: true }).waitFor();

  async function openTab(page: Page, name: string): Promise<void> {
    await page.getByRole('tab', { name: new RegExp(name) }).click();
    await shown(page, name);
  }

  async function runTab(page: Page, name: string): Promise<string> {
    await openTab(page, name);
    return runOperation(page, name);
  }

  /** Resolves when the tabs that GraphiQL stores contain the text. */
  const stored = (page: Page, text: string) =>
    page.waitForFunction((part) => localStorage.getItem('graphiql:tabState')?.includes(part), text);

  const tabsOf = (page: Page) => page.getByRole('tab').allInnerTexts();

  it('runs only its own first recipe when it opens, and neither the query of a link nor another tab', async () => {
    await using context = await browser.newContext({ viewport: laptop });
    const sent = new Set<string>();
    context.on('request', (request) => {
      const body = request.postData();
      if (body && !isIntrospection(body)) sent.add(operationOf(body));
    });
    const linked = encodeURIComponent('mutation Linked { __typename }');
    const page = await open(`/graphql?query=${linked}`, undefined, context);
    // A run that the page started would have been sent before this one.
    expect(JSON.parse(await runOperation(page, 'Linked'))).toMatchObject({ data: { __typename: 'Mutation' } });
    expect([...sent]).toEqual(['Linked']);
    await page.getByRole('tab', { name: /Dashboard/ }).click();
    await stored(page, '"activeTabIndex":2');
    const again = await open('/graphql', undefined, context);
    await runOperation(again, 'Dashboard');
    expect([...sent]).toEqual(['Linked', 'Dashboard']);
  });

  it('restores its tabs when it is opened again, and runs the first recipe again', async () => {
    await using context = await browser.newContext({ viewport: laptop });
    const answered = async (page: Page) => {
      await page.locator('.graphiql-response').getByText('"temperatureMin"').first().waitFor();
      await stored(page, 'FieldPage');
      return tabsOf(page);
    };
    const page = await open('/graphql', undefined, context);
    const tabs = await answered(page);
    expect(tabs).toHaveLength(tabsMax);
    expect(await answered(await open('/graphql', undefined, context))).toEqual(tabs);
    await page.reload();
    expect(await answered(page)).toEqual(tabs);
    await shown(page, 'FieldPage');
    await page.getByRole('button', { name: /new tab/i }).click();
    await stored(page, `"activeTabIndex":${tabsMax}`);
    await page.reload();
    await shown(page, 'untitled');
    expect(await tabsOf(page)).toHaveLength(tabsMax + 1);
  });

  it('opens a link in its own tab, and writes the query and variables of the selected tab into the address', async () => {
    const query = 'query Linked($id: ID!) { field(id: $id) { id } }';
    const addressed = (parameters: Record<string, string>) => `/graphql?${new URLSearchParams(parameters)}`;
    await using page = await open(addressed({ query, variables: '{"id":"fld_demo_02"}' }));
    const tabs = [
      'Linked',
      ...readRecipes()
        .slice(0, tabsMax)
        .map((recipe) => operationOf(recipe.query)),
    ];
    expect(await tabsOf(page)).toEqual(tabs);
    await openTab(page, 'Dashboard');
    await page.waitForURL((url) => !url.searchParams.has('variables') && url.href.includes('Dashboard'));
    expect(JSON.parse(await runTab(page, 'Linked'))).toEqual({ data: { field: { id: 'fld_demo_02' } } });
    await page.getByRole('button', { name: 'Variables' }).click();
    await write(page, '{"id":"fld_demo_03"}', toolEditor);
    await page.waitForURL(`**${addressed({ query, variables: '{"id":"fld_demo_03"}' })}`);
    await stored(page, 'fld_demo_03');
    await page.reload();
    expect(JSON.parse(await runOperation(page, 'Linked'))).toEqual({ data: { field: { id: 'fld_demo_03' } } });
    expect(await tabsOf(page)).toEqual(tabs);
  });

  it('restores a query that is too long for an address after a reload', async () => {
    await using page = await open();
    await write(page, `query Long { __typename } # ${'x'.repeat(20_000)}`);
    await stored(page, 'Long');
    expect((await page.reload())?.status()).toBe(200);
    await shown(page, 'Long');
    expect(JSON.parse(await runOperation(page, 'Long'))).toEqual({ data: { __typename: 'Query' } });
  });

  // Both tests share one page, one after the other: loading GraphiQL takes longest.
  describe('on a laptop', { concurrent: false }, () => {
    let page: Awaited<ReturnType<typeof open>>;

    beforeAll(async () => {
      page = await open('/graphql', { viewport: laptop, colorScheme: 'light' });
    });

    it('shows the first result, four tabs in one row, whole comments and the logo, without requests to other origins', async () => {
      await page.locator('.graphiql-response').getByText('"temperatureMin"').first().waitFor();
      const run = await boxOf(page.getByRole('button', { name: /execute query/i }));
      const tabs = await Promise.all((await page.getByRole('tab').all()).map(boxOf));
      expect(tabs).toHaveLength(tabsMax);
      expect(new Set(tabs.map(({ y }) => y)).size).toBe(1);
      for (const tab of tabs) expect(rightOf(tab)).toBeLessThan(laptop.width);
      expect(rightOf(await boxOf(page.getByRole('button', { name: /new tab/i })))).toBeLessThan(laptop.width);
      await page.getByText('# A field page').waitFor();
      // All lines in one call: the editor replaces them while it analyses them.
      const endsOfLines = await page
        .locator('.graphiql-query-editor .view-line > span')
        .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().right));
      expect(endsOfLines.length).toBeGreaterThan(3);
      expect(Math.max(...endsOfLines)).toBeLessThan(run.x);
      const logo = page.locator('.graphiql-logo');
      expect(await logo.locator('svg').innerHTML()).toContain('Fieldgraph');
      expect(await logo.textContent()).toMatch(/Fieldgraph$/);
      expect(decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '')).toContain(
        'Fieldgraph',
      );
      await page.getByText('More recipes').click();
      const links = page.locator('.recipes a');
      expect(await links.count()).toBe(readRecipes().length - tabsMax);
      for (const link of await links.all()) expect(rightOf(await boxOf(link))).toBeLessThan(laptop.width);
      await page.locator('.mtk8').first().waitFor();
      expect(await findViolations(page, foreignRules)).toEqual([]);
      await page.getByText('More recipes').click();
      const answer = JSON.parse(await runOperation(page, 'FieldPage'));
      expect(answer.errors).toBeUndefined();
      expect(answer.data.field.weather.length).toBeGreaterThan(0);
      expect(page.pageErrors).toEqual([]);
    });

    it('runs all recipes with the demo key from tabs and menu, and restores them from a history without the key', async () => {
      const recipes = readRecipes().map((recipe) => ({
        ...recipe,
        name: operationOf(recipe.query),
      }));
      const inMenu = recipes.slice(tabsMax);
      for (const { name, title } of recipes.slice(0, tabsMax))
        expect(JSON.parse(await runTab(page, name)).errors, title).toBeUndefined();
      const addresses = page
        .locator('.recipes a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(await addresses).toEqual(inMenu.map(({ text }) => `?query=${encodeURIComponent(text)}`));
      // Each link loads GraphiQL again, so only one query and one mutation are opened from the menu.
      expect(inMenu.filter(({ name }) => openedFromMenu.includes(name))).toHaveLength(openedFromMenu.length);
      for (const { name, query, title } of inMenu) {
        if (!openedFromMenu.includes(name)) {
          const { body } = await post(product.graphUrl, { query }, product.demo);
          expect(body?.data, title).toBeDefined();
          expect(body?.errors, title).toBeUndefined();
          continue;
        }
        await page.getByText('More recipes').click();
        const introspection = page.waitForResponse((response) => isIntrospection(response.request().postData()));
        await page.getByRole('link', { name: title }).click();
        await (await introspection).finished();
        await shown(page, name);
        const answer = JSON.parse(await runOperation(page, name));
        expect(answer.errors, title).toBeUndefined();
      }
      const again = JSON.parse(await runTab(page, 'AddObservation'));
      expect(again.data.addObservation).toMatchObject({ __typename: 'AddObservationSuccess', replayed: true });
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(stored).toContain('graphiql:queries');
      expect(stored).not.toContain(product.demoKey);
      await page.getByRole('button', { name: /show history/i }).click();
      const history = page.getByRole('region', { name: 'History' });
      await history.getByText('SeasonChart').click();
      await page.locator('.graphiql-query-editor').getByText('SeasonChart').first().waitFor();
      // The editor wraps the key over several lines.
      await page
        .locator('.graphiql-editor-tool .view-line')
        .getByText((product.demoKey ?? '').slice(0, 20))
        .waitFor();
      expect(page.pageErrors).toEqual([]);
    });
  });

  it('sends a query unchanged, so that errors have their codes and positions, and runs a subscription until it is stopped', async ({
    expect,
  }) => {
    const opened = (query: string) => open(`/graphql?${new URLSearchParams({ query })}`);
    const shownResult = async (page: Page, text: RegExp) => {
      await page.getByRole('button', { name: /execute query/i }).click();
      await page.locator('.result-window').getByText(text).first().waitFor();
    };
    const answerOf = async (query: string) => {
      await using page = await opened(query);
      const answer = page.waitForResponse(
        (response) => !isIntrospection(response.request().postData()) && response.request().method() === 'POST',
      );
      await shownResult(page, /"code"/);
      expect(await page.locator('.result-window').innerText()).not.toContain('stack');
      expect(JSON.parse((await answer).request().postData() ?? '').query).toBe(query);
      return await (await answer).json();
    };
    expect(await answerOf('query Broken {\n  field(\n}')).toMatchObject({
      errors: [{ locations: [{ line: 3, column: 1 }], extensions: { code: 'GRAPHQL_PARSE_FAILED' } }],
    });
    expect(await answerOf('# A comment\n\n{ field(id: "fld_demo_01") { nam } }')).toMatchObject({
      errors: [{ locations: [{ line: 3, column: 30 }], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });

    await using page = await opened('subscription { fieldsChanged(ids: ["fld_demo_01"]) { cursor } }');
    await shownResult(page, /"cursor"/);
    await page.getByRole('button', { name: /stop query/i }).click();
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    expect(page.pageErrors).toEqual([]);
  });

  // Opened in the dark theme: the editor reads the theme only when the page is opened.
  it('runs on a phone with the result on the first screen, and is accessible in the dark theme', async ({ expect }) => {
    await using page = await open('/graphql', { viewport: phone, colorScheme: 'dark' });
    await page.waitForFunction((width) => document.documentElement.scrollWidth === width, phone.width);
    // The editor gets its width one frame after it is shown.
    const editor = page.locator('.graphiql-query-editor .monaco-editor').first();
    await expect.poll(async () => (await boxOf(editor)).width).toBeGreaterThan(300);
    const response = page.locator('.graphiql-response');
    const value = response.getByText('"temperatureMin"').first();
    await value.waitFor();
    const { y, height } = await boxOf(value);
    expect(y + height).toBeLessThan(phone.height);
    expect(JSON.parse(await runOperation(page, 'FieldPage')).errors).toBeUndefined();
    expect((await boxOf(response)).width).toBeGreaterThan(300);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * phone.height);
    await page.getByText('More recipes').click();
    const links = await page.locator('.recipes a').all();
    expect(links).toHaveLength(readRecipes().length - tabsMax);
    for (const link of links) {
      const box = await boxOf(link);
      expect([box.x >= 0, rightOf(box) <= phone.width]).toEqual([true, true]);
    }
    for (const size of [{ ...phone, width: 320 }, laptop]) {
      await page.setViewportSize(size);
      await page.waitForFunction((width) => document.documentElement.scrollWidth === width, size.width);
    }
    await page.locator('.mtk8').first().waitFor();
    const close = page.getByRole('button', { name: 'Close Tab' }).first();
    expect(await boxOf(close)).toMatchObject({ width: 24, height: 24 });
    await page.locator('.graphiql-tab-button').first().focus();
    await page.keyboard.press('Tab');
    expect(await close.evaluate((focused) => getComputedStyle(focused).outline)).toMatch(/solid 2px$/);
    expect(await findViolations(page, foreignRules)).toEqual([]);
  });

  it('ends below its result on a narrow phone, and shows completions that are longer than the editor', async ({
    expect,
  }) => {
    await using page = await open('/graphql', { viewport: { width: 320, height: 640 } });
    await page.locator('.graphiql-response').getByText('"temperatureMin"').first().waitFor();
    const blank = () =>
      page
        .locator('.graphiql-container')
        .first()
        .evaluate(
          (container) => document.documentElement.scrollHeight - Math.round(container.getBoundingClientRect().height),
        );
    await expect.poll(blank).toBe(0);
    await write(page, `${'\n'.repeat(6)}{ `);
    const list = page.locator('.suggest-widget.visible');
    const field = list.getByText('field', { exact: true }).first();
    // The editor ignores the keys until its language worker has started.
    const isListed = async () => {
      await page.keyboard.press('Control+Space');
      return field.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isListed).toBe(true);
    const box = await boxOf(list);
    const editors = await boxOf(page.locator('.graphiql-editors'));
    expect(box.y + box.height).toBeGreaterThan(editors.y + editors.height);
    const isSeen = ([x, y]: number[]) => document.elementFromPoint(x!, y!)?.closest('.suggest-widget') !== null;
    await expect.poll(() => page.evaluate(isSeen, [box.x + 20, box.y + box.height - 4])).toBe(true);
  });
});
