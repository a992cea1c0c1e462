/** One Chromium and one gateway for every file of a run: each test has a context of its own in it. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { setup as buildPages } from '../support/page.ts';
import { startProcess } from '../support/product-process.ts';
import { chromiumLaunch, demoNow, hasChromium } from './browser.ts';

/** What tests need of the product, which runs in another process than theirs. */
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

/** Starts both; gives what ends them. */
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
