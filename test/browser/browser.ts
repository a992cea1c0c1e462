/** A real Chromium for the pages, from CHROMIUM_PATH or the system. `.ci/run` installs it; without it, its tests are skipped. */
import { accessSync, constants, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { atFileEnd } from '../support/file-end.ts';

/** The headless shell first: it renders no windows, so a page needs 50 % of the processor time. */
const systemPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? systemPaths.find(isExecutable) ?? '';

/** Whether Chromium is installed. */
export const hasChromium = isExecutable(executablePath);

/** Longer than anything takes on a busy machine: only an event that never happens reaches this timeout. */
export const waitMs = 300_000;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Rules that GraphiQL's markup breaks and no style sheet can fix: buttons in tabs, no main landmark, no first heading. */
export const foreignRules = ['nested-interactive', 'landmark-one-main', 'region', 'page-has-heading-one'];

/** Window sizes in pixels. */
export const laptop = { width: 1280, height: 800 };
export const phone = { width: 400, height: 800 };

/** Pause between two presses of a button. */
const pressMs = 2_000;

/** Launch options: Chromium makes no network requests of its own. */
export const chromiumLaunch = {
  executablePath,
  timeout: waitMs,
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

/** The time of the product's demo: tests see the same data on any day. */
export const demoNow = '2026-11-22T12:00:00Z';

/** Connects to this run's Chromium until the test file ends. Pages read `fixedTime` from their clock; their timers still run. */
export async function connectBrowser(fixedTime?: string): Promise<Browser> {
  // Every test is skipped.
  if (!hasChromium) return undefined as never;
  const browser = await chromium.connect(inject('chromium'));
  atFileEnd(() => browser.close());
  const newContext = browser.newContext.bind(browser);
  // `newPage` calls it too, so each context is configured before it has a page. Tests of the service worker allow workers.
  browser.newContext = async (options) => {
    // Playwright can miss requests of a page whose worker starts while a route is set.
    const context = await newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(waitMs);
    if (fixedTime !== undefined) await context.clock.setFixedTime(fixedTime);
    const close = context.close.bind(context);
    context.close = async () => {
      await endRoutes(context);
      await close();
    };
    return context;
  };
  return browser;
}

/** A context with this key in the settings of the field page. */
export async function contextWithKey(
  browser: Browser,
  apiKey: string | undefined,
  options?: Parameters<Browser['newContext']>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript((text) => localStorage.setItem('fieldgraph-page', text), JSON.stringify({ apiKey }));
  return context;
}

/** Removes the routes of a context before it closes, and ignores errors of requests that their handlers still make. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The product of this run, with the Authorization header of its demo key. */
export function servedPages() {
  // Without Chromium nothing is provided, and every test is skipped.
  const pages = inject('pages') ?? { graphUrl: '', serviceUrl: '', demoKey: '' };
  return { ...pages, demo: { authorization: `Bearer ${pages.demoKey}` } };
}

/**
 * Opens GraphiQL at an address, and resolves once it has read the schema: before that, the editor runs nothing.
 * Returns a list that grows with its errors and its requests to other origins.
 */
export async function openGraphiql(page: Page, address: string): Promise<string[]> {
  const pageErrors: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(request.url()))
      pageErrors.push(request.url());
  });
  page.on('pageerror', (error) => pageErrors.push(error.message));
  // Violations of the content security policy appear only on the console.
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) pageErrors.push(message.text());
  });
  const introspection = page.waitForResponse(
    (reply) => reply.request().postData()?.includes('IntrospectionQuery') ?? false,
  );
  await page.goto(address);
  await page.getByRole('button', { name: /execute query/i }).waitFor();
  await (await introspection).finished();
  await page.locator('button[aria-label*="fetch GraphQL schema"]:not([disabled])').waitFor({ state: 'attached' });
  return pageErrors;
}

/**
 * Presses the run button until the operation of this name is sent, and returns the text of its response.
 * Just after an edit, GraphiQL still looks for the previous operation and sends nothing.
 */
export async function runOperation(page: Page, name: string): Promise<string> {
  const run = page.getByRole('button', { name: /execute query/i });
  const others: unknown[] = [];
  let isSent = false;
  const sent = page
    .waitForRequest((request) => {
      const sentName = request.postDataJSON()?.operationName;
      others.push(sentName);
      return !request.url().endsWith('/plan') && sentName === name;
    })
    .then((request) => {
      isSent = true;
      return request;
    })
    .catch(async (cause) => {
      const buttons = await page
        .locator('.graphiql-execute-button')
        .evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
      throw new Error(`${name} was not sent, but ${JSON.stringify(others)}. Buttons: ${buttons}.`, { cause });
    });
  while (!isSent) {
    await run.click();
    await Promise.race([sent, setTimeout(pressMs)]);
  }
  const text = await (await (await sent).response())?.text();
  // While a response is being shown, the run button is a stop button.
  await run.waitFor();
  return text ?? '';
}

/** The editor of variables or headers, whichever is shown. */
export const toolEditor = '.graphiql-editor-tool .graphiql-editor:not(.hidden)';

/** Replaces the text of an editor. Deletes it first: the editor would add closing brackets to text over a selection. */
export async function write(page: Page, text: string, editor = '.graphiql-query-editor'): Promise<void> {
  await page.locator(`${editor} .view-line`).first().click();
  await page.locator(`${editor} .monaco-editor.focused`).waitFor();
  for (const key of ['ControlOrMeta+A', 'Delete']) await page.keyboard.press(key);
  // Pasted: typing would make each of many thousand characters a separate edit.
  await page.locator(':focus').evaluate((focused, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits until the field page has no query in flight. */
export const loaded = (page: Page) => page.getByRole('button', { name: 'Refresh' }).waitFor();

/** Marks the live regions of a page: a screen reader announces their next text, and not that of regions that appear with it. */
export const markRegions = (page: Page) =>
  page.locator('[role=status]').evaluateAll((all) => all.map((region) => region.setAttribute('data-marked', '')));

/** Waits for a text in a marked region. */
export const announced = (page: Page, text: string | RegExp) =>
  page.locator('[data-marked]').filter({ hasText: text }).waitFor({ state: 'attached' });

/** Presses Tab until `target` has the focus. Looks the element up once: a lookup by role after each press would take longest. */
export async function tabTo(target: Locator, pressesMax: number): Promise<void> {
  const element = await target.elementHandle();
  for (let presses = 0; presses <= pressesMax; presses += 1) {
    if (await element?.evaluate((node) => node === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached within ${pressesMax} presses of Tab`);
}

/** The pictures of the documentation. */
export const pictures = new URL('../../docs/screenshots/', import.meta.url);
export const takesPictures = process.env.SCREENSHOTS === '1';
const quality = 65;

/** With `SCREENSHOTS=1`, takes a picture for the documentation, as high as the page but at most `heightMax`. */
export async function shoot(page: Page, name: string, heightMax = Number.POSITIVE_INFINITY): Promise<void> {
  if (!takesPictures) return;
  const [width, screen, height] = await page.evaluate(() => [
    innerWidth,
    innerHeight,
    document.documentElement.scrollHeight,
  ]);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality },
    // This resizes the window, and the editors of GraphiQL then have a height of 5 pixels for a moment.
    captureBeyondViewport: height > screen,
    clip: { x: 0, y: 0, width, height: Math.min(height, heightMax), scale: 1 },
  });
  writeFileSync(new URL(`${name}.webp`, pictures), Buffer.from(data, 'base64'));
}
