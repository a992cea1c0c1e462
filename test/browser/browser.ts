/** A real Chromium for the pages: the one of CHROMIUM_PATH or of the system. `.ci/run` installs it; elsewhere its tests are skipped. */
import { accessSync, constants, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { atFileEnd } from '../support/file-end.ts';

/** The headless shell first: without the windows that nobody sees, a page needs half of the processor time. */
const systemPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? systemPaths.find(isExecutable) ?? '';

/** Whether there is a Chromium here. */
export const hasChromium = isExecutable(executablePath);

/** Longer than anything takes on a busy machine: only what never comes fails by it. */
export const waitMs = 300_000;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What GraphiQL's markup brings and no style sheet cures: tabs that hold buttons, no main landmark, no first heading. */
export const foreignRules = ['nested-interactive', 'landmark-one-main', 'region', 'page-has-heading-one'];

/** Sizes of a window. */
export const laptop = { width: 1280, height: 800 };
export const phone = { width: 400, height: 800 };

/** Between two presses of a button. */
const pressMs = 2_000;

/** How it is started: without any of its own calls to the outside. */
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

/** The time of the product's demo: a test sees the same data on every day. */
export const demoNow = '2026-11-22T12:00:00Z';

/** Connects to the one of this run until the test file ends. `fixedTime` is what its pages read from their clock, whose timers run on. */
export async function connectBrowser(fixedTime?: string): Promise<Browser> {
  // Every test is skipped.
  if (!hasChromium) return undefined as never;
  const browser = await chromium.connect(inject('chromium'));
  atFileEnd(() => browser.close());
  const newContext = browser.newContext.bind(browser);
  // `newPage` calls it too. Each context is ready before it has a page. A test of the service worker allows it.
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

/** Ends the routes of a context that is about to go: what their handlers still request fails without a word. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The product of this run, with the Authorization header of its demo key. */
export function servedPages() {
  // Without a Chromium there are none, and every test is skipped.
  const pages = inject('pages') ?? { graphUrl: '', serviceUrl: '', demoKey: '' };
  return { ...pages, demo: { authorization: `Bearer ${pages.demoKey}` } };
}

/**
 * Opens GraphiQL at an address, and resolves when it has read the schema: the editor runs nothing before. Returns the list of its
 * errors and of the addresses elsewhere that it requests, as they come.
 */
export async function openGraphiql(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(request.url()))
      faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  // What the content security policy forbids shows on the console alone.
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  const introspection = page.waitForResponse(
    (reply) => reply.request().postData()?.includes('IntrospectionQuery') ?? false,
  );
  await page.goto(address);
  await page.getByRole('button', { name: /execute query/i }).waitFor();
  await (await introspection).finished();
  await page.locator('button[aria-label*="fetch GraphQL schema"]:not([disabled])').waitFor({ state: 'attached' });
  return faults;
}

/**
 * Presses run until the operation of this name is sent, and returns the text of its response. For a moment after a change of the editor,
 * GraphiQL looks for the operation before it, and sends nothing.
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
  // While a response is being shown, the same button stops it.
  await run.waitFor();
  return text ?? '';
}

/** The editor of variables or headers, whichever is shown. */
export const toolEditor = '.graphiql-editor-tool .graphiql-editor:not(.hidden)';

/** Replaces the text of an editor, which would close brackets written over a selection. */
export async function write(page: Page, text: string, editor = '.graphiql-query-editor'): Promise<void> {
  await page.locator(`${editor} .view-line`).first().click();
  await page.locator(`${editor} .monaco-editor.focused`).waitFor();
  for (const key of ['ControlOrMeta+A', 'Delete']) await page.keyboard.press(key);
  // Typed, each of many thousand characters would be an edit of its own.
  await page.locator(':focus').evaluate((focused, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Presses Tab until this has the focus. It is found once: to find it by its role after each press takes longer than all presses. */
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
  const [width, height] = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight]);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width, height: Math.min(height, heightMax), scale: 1 },
  });
  writeFileSync(new URL(`${name}.webp`, pictures), Buffer.from(data, 'base64'));
}
