import { mkdirSync } from 'node:fs';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { hasChromium, launchBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/running.ts';

const screenshots = new URL('../../test-results/', import.meta.url).pathname;

const pressesMax = 20;
const pressMs = 1_000;

function isOperation(response: Response): boolean {
  const sent = response.request().postData() ?? '';
  return response.request().method() === 'POST' && !sent.includes('IntrospectionQuery');
}

describe.skipIf(!hasChromium)('GraphiQL in Chromium', () => {
  let browser: Browser;
  let product: Product;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    browser = await launchBrowser();
    product = await startProduct();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.[Symbol.asyncDispose]();
  });

  async function open(path = '/graphql'): Promise<{ page: Page; foreign: string[]; faults: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const foreign: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(product.graphUrl) && !/^(data|blob):/.test(request.url()))
        foreign.push(request.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    // What the content security policy forbids shows on the console alone.
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(`${product.graphUrl}${path}`);
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    // The editor runs nothing before it has read the schema.
    await page.waitForLoadState('networkidle');
    return { page, foreign, faults };
  }

  async function runTab(page: Page, name: RegExp): Promise<string> {
    const tab = page.getByRole('tab', { name });
    await tab.click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    return runShown(page);
  }

  /** Presses run until the operation is sent: for a moment after a change of tabs, GraphiQL still looks for the operation of the last one. */
  async function runShown(page: Page): Promise<string> {
    const run = page.getByRole('button', { name: /execute query/i });
    for (let press = 0; press < pressesMax; press += 1) {
      const answered = page.waitForResponse(isOperation, { timeout: pressMs }).catch(() => undefined);
      await run.click();
      const text = await (await answered)?.text();
      // While an answer is being shown, the same button stops it.
      await run.waitFor();
      if (text !== undefined) return text;
    }
    throw new Error(`no operation was sent in ${pressesMax} presses`);
  }

  it('runs its first example, with no request leaving the machine', async () => {
    const { page, foreign, faults } = await open();
    const answer = JSON.parse(await runTab(page, /FieldPage/));
    expect(answer.errors).toBeUndefined();
    expect(answer.data.field.weather.length).toBeGreaterThan(0);
    await page.getByText('"temperatureMin"').first().waitFor();
    await page.screenshot({ path: `${screenshots}graphiql.png` });
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('runs every other tab, with the demo key it was filled in with', { timeout: 120_000 }, async () => {
    const { page, foreign, faults } = await open();
    for (const { query, title } of readRecipes(new Date()).slice(1)) {
      const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
      const answer = JSON.parse(await runTab(page, new RegExp(name)));
      expect(answer.errors, title).toBeUndefined();
      await page.screenshot({ path: `${screenshots}graphiql-${name}.png` });
    }
    const again = JSON.parse(await runTab(page, /AddNote/));
    expect(again.data.addObservation).toMatchObject({ __typename: 'AddObservationSuccess', replayed: true });
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('opens the query of a link', async () => {
    const { page } = await open(
      `/graphql?query=${encodeURIComponent('query Linked { node(id: "fld_demo_02") { id } }')}`,
    );
    const answer = JSON.parse(await runShown(page));
    expect(answer).toEqual({ data: { node: { id: 'fld_demo_02' } } });
    await page.close();
  });
});
