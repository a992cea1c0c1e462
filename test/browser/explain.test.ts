/** The panel "Plan and receipt" of GraphiQL. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations, setTheme } from './accessibility.ts';
import { startCountingService } from '../support/counting-service.ts';
import { othersAnswered, startProduct } from '../support/running.ts';
import {
  connectBrowser,
  foreignRules,
  hasChromium,
  laptop,
  openGraphiql,
  phone,
  runOperation,
  servedPages,
  tabTo,
  toolEditor,
  write,
} from './browser.ts';

const dashboard = `query Dashboard($ids: [ID!]! = ["fld_demo_01", "fld_demo_02"]) {
  # The farmer's fields
  fields(ids: $ids) { id latestWeather { temperatureMax(unit: FAHRENHEIT) { value } } latestObservation { id } }
}`;

describe('the Plan and receipt panel of GraphiQL in Chromium', { concurrent: true, skip: !hasChromium }, async () => {
  const browser = await connectBrowser();
  const product = servedPages();

  /** Opens GraphiQL with the dashboard query and its panel. `sent` collects all requests except introspection. */
  async function openPanel(
    options: BrowserContextOptions = { viewport: laptop },
    { receipts = true, query = dashboard, graphUrl = product.graphUrl } = {},
  ) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const sent: { address: string; body: Record<string, unknown> }[] = [];
    page.on('request', (request) => {
      const body = request.postDataJSON();
      if (body && body.operationName !== 'IntrospectionQuery') sent.push({ address: request.url(), body });
    });
    if (!receipts) {
      await page.route(/\/graphql\?query/, async (route) => {
        const reply = await route.fetch();
        const html = (await reply.text()).replace('data-receipts="true"', 'data-receipts="false"');
        await route.fulfill({ response: reply, body: html });
      });
    }
    const pageErrors = await openGraphiql(page, `${graphUrl}/graphql?${new URLSearchParams({ query })}`);
    await page.locator('.graphiql-query-editor').getByText('Dashboard').first().waitFor();
    await page.getByRole('button', { name: 'Show Plan and receipt' }).click();
    const panel = page.getByRole('region', { name: 'Plan and receipt' });
    await panel.getByText('Dashboard (query)').waitFor();
    return { page, panel, sent, pageErrors, [Symbol.asyncDispose]: () => context.close() };
  }

  it('plans the operation when it opens and when its button is pressed, and requests no receipt once it is closed', async () => {
    await using opened = await openPanel();
    const { page, panel, sent, pageErrors } = opened;
    await panel.getByText('2 expected, at most 4 of 300').waitFor();
    await panel.locator('.reads summary').getByText('1 weather').click();
    await panel.getByText('fields[].latestWeather').waitFor();
    await write(page, 'query Other { field(id: "fld_demo_01") { weather { date } } }');
    // A plan that the edit requested would have been sent before this run.
    await runOperation(page, 'Other');
    await panel.getByText(/^Other: \d calls?, /).waitFor();
    expect(sent.filter(({ address }) => address.endsWith('/plan'))).toHaveLength(1);
    await panel.getByRole('button', { name: 'Plan' }).click();
    await panel.getByText('1 expected, at most 1 of 300').waitFor();
    await page.getByRole('button', { name: 'Hide Plan and receipt' }).click();
    await panel.waitFor({ state: 'detached' });
    await runOperation(page, 'Other');
    expect(sent.at(-1)?.body.extensions).toBeUndefined();
    expect(pageErrors).toEqual([]);
  });

  it('shows the receipt as bars and as a table by keyboard, in both themes and on a phone', async ({ expect }) => {
    // No other test reads these fields: a response from the cache of the product has no bytes in the receipt.
    const query = dashboard.replaceAll('fld_demo_0', 'fld_demo_3');
    await using opened = await openPanel({ viewport: laptop, colorScheme: 'light' }, { query });
    const { page, panel, sent } = opened;
    const look = async (theme: 'light' | 'dark') => {
      await setTheme(page, theme);
      expect(await findViolations(page, foreignRules, undefined, '.explain'), theme).toEqual([]);
    };
    const bars = panel.locator('.bars > li');
    await runOperation(page, 'Dashboard');
    await bars.first().waitFor();
    expect(sent.at(-1)?.body.extensions).toEqual({ receipt: true });
    const barCount = await bars.count();
    expect(barCount).toBeGreaterThanOrEqual(2);
    const [first] = await bars.allInnerTexts();
    expect(first).toMatch(/^1 weather answered[a-z, ]*\s+waited [\d.,]+ ms, took [\d.,]+ ms$/);
    expect(await panel.getByText(/^Dashboard: \d calls?, \d cached, /).count()).toBe(1);
    expect(await panel.getByText(/^Longest read: /).count()).toBe(1);
    await panel.getByRole('button', { name: 'Plan' }).focus();
    await tabTo(bars.first().locator('summary'), 5);
    await page.keyboard.press('Enter');
    await panel.getByText(/temperatureMax from CELSIUS to FAHRENHEIT/).waitFor();
    expect(await findViolations(page, foreignRules)).toEqual([]);
    await look('dark');
    await panel.getByRole('button', { name: 'As a table' }).press('Enter');
    const rows = panel.getByRole('table').getByRole('row');
    expect(await rows.nth(1).getByRole('cell').first().innerText()).toMatch(/^answered/);
    expect(await rows.count()).toBe(barCount + 1);
    await look('light');
    const tabs = await page.getByRole('tab', { name: /FieldPage|Dashboard|SeasonChart/ }).all();
    const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    await page.setViewportSize(phone);
    await page.waitForFunction((width) => document.documentElement.scrollWidth === width, phone.width);
    await expect.poll(() => panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await look('dark');
  });

  it('counts one cached read for each field if one bar stands for several fields', async ({ expect }) => {
    // No other test reads these fields: a response cached by another test could expire between two of these runs.
    const query = dashboard.replaceAll('fld_demo_0', 'fld_demo_4');
    await using opened = await openPanel({ viewport: laptop }, { query });
    const { page, panel } = opened;
    // GraphiQL sends the demo key, whose cached responses are revalidated for each query.
    await page.route('**/graphql', (route, request) => {
      const { authorization: _key, ...headers } = request.headers();
      return route.continue({ headers });
    });
    // The second response is cached.
    for (const _ of [1, 2]) await runOperation(page, 'Dashboard');
    const { receipt } = JSON.parse(await runOperation(page, 'Dashboard')).extensions;
    const cached = receipt.reads.filter(({ via }: { via: string[] }) => via.includes('CACHED'));
    expect(cached).toMatchObject([{ read: 'weather', fields: '0..1' }]);
    await expect.poll(() => panel.getByText(/^Dashboard: /).innerText()).toMatch(/, 2 cached, /);
  });

  it('requests no receipt if receipts are off, and copies queries and subscriptions as shell commands with variables, without the key', async ({
    expect,
  }) => {
    await using opened = await openPanel(
      { viewport: laptop, permissions: ['clipboard-read', 'clipboard-write'] },
      { receipts: false },
    );
    const { page, panel, sent } = opened;
    await panel.getByText('Receipts are off.').waitFor();
    await runOperation(page, 'Dashboard');
    expect(sent.at(-1)?.body.extensions).toBeUndefined();
    await page.getByRole('button', { name: 'Variables' }).click();
    await write(page, '{ "ids": ["fld_demo_59"], } // GraphiQL runs this', toolEditor);
    await panel.getByRole('button', { name: 'Copy as cURL' }).click();
    await panel.getByText(/^Copied\./).waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain('-H "Authorization: Bearer $API_KEY"');
    expect(command).not.toContain(product.demoKey);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { API_KEY: product.demoKey } });
    const { data, errors } = JSON.parse(stdout);
    expect(errors).toBeUndefined();
    expect(data.fields).toMatchObject([{ id: 'fld_demo_59', latestWeather: { temperatureMax: {} } }]);
    await write(page, 'subscription Live($ids: [ID!]!) { fieldsChanged(ids: $ids) { cursor } }');
    const copied = async () => {
      await panel.getByRole('button', { name: 'Copy as cURL' }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    // GraphiQL reads an edit after a moment.
    await expect.poll(copied).toContain('-N ');
    const env = { API_KEY: product.demoKey };
    const events = await promisify(execFile)('sh', ['-c', `${await copied()} | head -n 5`], { env });
    expect(events.stdout).toMatch(/^data: \{"data":\{"fieldsChanged":\{"cursor":"/m);
    await page.getByRole('button', { name: 'Headers' }).click();
    await write(page, '[1]', toolEditor);
    await panel.getByRole('button', { name: 'Plan' }).click();
    await panel.getByText('Headers are not a JSON object.').waitFor();
  });

  it('shows which selections make a dashboard slow, by the plan and the receipt only', async () => {
    const others = Promise.withResolvers<void>();
    await using service = await startCountingService({
      before: (url) => (url.startsWith('/api/v1/weather') ? others.promise : undefined),
    });
    const env = { FIELD_DATA_URL: service.url, ADMIN_PORT: '0', RECEIPTS: 'on' };
    await using slow = await startProduct(env);
    const selection = 'observations { id } earthObservations { id }';
    const days = 'days: weather { date } week: weather(last: { days: 7 }) { date }';
    const query = (lists: string, name = 'Dashboard') => `query ${name} { field(id: "fld_demo_01") { ${lists} } }`;
    await using opened = await openPanel(
      { viewport: laptop },
      { query: query(`${days} ${selection}`), graphUrl: slow.graphUrl },
    );
    const { page, panel } = opened;

    // 1. The plan, before the first run.
    await panel.getByText('4 expected, at most 4 of 300').waitFor();

    // 2. The receipt of the run. The service delays the weather until all other reads are answered.
    const run = runOperation(page, 'Dashboard');
    await othersAnswered(slow, () => service.requests.length === 4);
    others.resolve();
    await run;
    const longest = panel.getByText(/^Longest read: /);
    await longest.waitFor();
    const [, id, read] = /^Longest read: (\d+) ([a-z-]+), /.exec(await longest.innerText()) ?? [];
    expect(read).toBe('weather');

    // 3. The selections of that read.
    const bar = panel.locator('.bars > li').filter({ hasText: `${id} weather` });
    await bar.locator('summary').click();
    await bar.getByText(/^field\.(days|week)$/).waitFor();

    // 4. The operation without these selections.
    await write(page, query(selection, 'Shorter'));
    await runOperation(page, 'Shorter');
    await panel.getByText(/^Shorter: \d calls?, /).waitFor();
    expect(await longest.innerText()).not.toContain('weather');
  });
});
