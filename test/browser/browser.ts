/** A real Chromium for the pages: the one of CHROMIUM_PATH or of the system. `.ci/run` installs it; elsewhere its tests are skipped. */
import { accessSync, constants } from 'node:fs';
import { type Browser, chromium, type Page, type PageScreenshotOptions } from 'playwright-core';
import { inject } from 'vitest';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether there is a Chromium here. */
export const hasChromium = isExecutable(executablePath);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How it is started: without any of its own calls to the outside. */
export const chromiumLaunch = {
  executablePath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Connects to the one of this run. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('chromium'));
}

/** The product of this run, with the Authorization header of its demo key. */
export function servedPages() {
  // Without a Chromium there are none, and every test is skipped.
  const pages = inject('pages') ?? { graphUrl: '', serviceUrl: '', demoKey: '' };
  return { ...pages, demo: { authorization: `Bearer ${pages.demoKey}` } };
}

const pictures = new URL('../../test-results/', import.meta.url).pathname;
const takesPictures = process.env.SCREENSHOTS === '1' || process.env.FULL === '1';

/** With `SCREENSHOTS=1`, a picture of the page in test-results, to look at. No test asserts anything of it, and it costs as much as many. */
export async function shoot(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (takesPictures) await page.screenshot({ ...options, path: `${pictures}${name}.png` });
}
