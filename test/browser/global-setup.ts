/** Starts one Chromium and one product for all test files of a run. Each test opens its own browser context. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { setup as buildPages } from '../support/page.ts';
import { startProcess } from '../support/product-process.ts';
import { chromiumLaunch, demoNow, hasChromium } from './browser.ts';

/** Addresses and key of the product, which runs in another process than the tests. */
export interface ServedPages {
  graphUrl: string;
  serviceUrl: string;
  demoKey: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
    pages: ServedPages;
  }
}

/** Starts both and returns the function that stops them. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasChromium) return undefined;
  await buildPages();
  const product = await startProcess({ env: { FIELD_DATA_RATE_LIMIT_PER_MINUTE: '100000', DEMO_NOW: demoNow } });
  const { graphUrl, serviceUrl, demoKey } = product;
  const server = await chromium.launchServer(chromiumLaunch);
  provide('chromium', server.wsEndpoint());
  provide('pages', { graphUrl, serviceUrl, demoKey });
  return async () => {
    await server.close();
    await product[Symbol.asyncDispose]();
  };
}
