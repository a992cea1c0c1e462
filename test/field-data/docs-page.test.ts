/** /docs in a real browser: it draws every operation, loads nothing from elsewhere, and its policy stops nothing it needs. */
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/platform/listen.ts';
import { hasChromium, launchBrowser } from '../support/browser.ts';
import { startService } from './support/service.ts';

test.skipIf(!hasChromium)('the page shows all six operations and asks only this process', async () => {
  const { service } = await startService();
  const handler = getRequestListener((request) => service.fetch(request));
  const { url, close } = await listen(handler, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
  const browser = await launchBrowser();
  onTestFinished(async () => {
    await browser.close();
    await close(0);
  });
  const page = await browser.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(`${url}/docs`);
  await page.waitForSelector('#operations-observations-createObservation');
  expect(await page.locator('.opblock').count()).toBe(6);
  expect(asked.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith('data:'))).toEqual([]);
  expect(complaints).toEqual([]);
});
