/** The pictures of the documentation, taken with `SCREENSHOTS=1`. Each exists, shows content, and is small enough for a clone. */
import { readdirSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectBrowser, demoNow, hasChromium, pictures, servedPages, shoot, takesPictures } from './browser.ts';

const bytesMax = 150_000;
/** A page without its content has less. */
const bytesMin = 15_000;
const heightMax = 2_400;
const screen = 800;
const product = servedPages();

interface Pictured {
  url: string;
  /** Resolves once the page shows its content. */
  ready(page: Page): Promise<unknown>;
  heightMax?: number;
}

const pages: Record<string, Pictured> = {
  'field-page': {
    url: product.graphUrl,
    ready: (page) => page.getByRole('slider').last().waitFor(),
    heightMax: 4_000,
  },
  graphiql: {
    url: `${product.graphUrl}/graphql`,
    ready: async (page) => {
      await page.locator('.graphiql-response').getByText('"temperatureMin"').first().waitFor();
      // Coloured brackets come last, in every theme and width.
      for (const editor of ['.graphiql-query-editor', '.graphiql-response'])
        await page.locator(`${editor} .bracket-highlighting-0`).first().waitFor();
    },
    heightMax: screen,
  },
  'rest-home': { url: product.serviceUrl, ready: (page) => page.getByRole('heading').first().waitFor() },
  'rest-docs': { url: `${product.serviceUrl}/docs`, ready: (page) => page.locator('.opblock').last().waitFor() },
};
const names = Object.keys(pages).flatMap((name) =>
  [1280, 400].flatMap((width) => ['light', 'dark'].map((theme) => [name, width, theme] as const)),
);

describe('the pictures of the documentation', { skip: !hasChromium }, async () => {
  const browser = await connectBrowser(demoNow);

  // Without SCREENSHOTS=1 there are no cases, so no test is reported as skipped.
  it.each(takesPictures ? names : [])('show %s at %s pixels in the %s theme', async (name, width, theme) => {
    const { url, ready, heightMax: height = heightMax } = pages[name] as Pictured;
    await using page = await browser.newPage({ viewport: { width, height: screen }, colorScheme: theme as 'light' });
    await page.goto(url);
    await ready(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await shoot(page, `${name}-${width}-${theme}`, height);
    // README shows the part above the timeline.
    if (name === 'field-page' && width === 1280 && theme === 'light')
      await shoot(page, name, (await page.locator('.panel-timeline').boundingBox())?.y);
  });

  it('all exist, each with 15,000 to 150,000 bytes', () => {
    const files = readdirSync(pictures);
    expect(files).toEqual(expect.arrayContaining(names.map((name) => `${name.join('-')}.webp`)));
    const sizes = files.map((file) => [file, statSync(new URL(file, pictures)).size] as const);
    expect(sizes.filter(([, bytes]) => bytes < bytesMin || bytes > bytesMax)).toEqual([]);
  });
});
