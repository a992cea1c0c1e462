/**
 * Where the snippets of one page are run: what a reader has who follows it from the top, which is a clone that was started and one shell.
 * The product stands on free ports with data of its own; the folder is a clone by links, so that no snippet writes into this one.
 */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../running.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { root } from './pages.ts';

/** A started product and a folder to work in; `await using` ends both. */
export type Desk = Awaited<ReturnType<typeof createDesk>>;

/** How lists show an API key. */
const mask = /fds_live_…\w{4}/;

/** What a snippet has no business with, or is given by another way. */
const notLinked = new Set(['.git', '.data', '.env']);

/** Sets one up. */
export async function createDesk() {
  const data = await temporaryFolder();
  const folder = await temporaryFolder();
  const start = () => startProduct({ ADMIN_PORT: '0', MCP: 'on', FIELD_DATA_DIR: data.path });
  for (const name of readdirSync(root))
    if (!notLinked.has(name)) symlinkSync(join(root, name), join(folder.path, name));
  symlinkSync(data.path, join(folder.path, '.data'));
  let running = true;
  const desk = {
    product: await start(),
    folder: folder.path,
    /** The environment of the shell, with what the snippets so far have exported. */
    env: { ...process.env, DEMO_API_KEY: undefined } as Record<string, string | undefined>,
    /** What the snippets so far have printed. */
    printed: '',
    /** Stops the product, or starts it again over its data. Does nothing where that is done. */
    async setRunning(isRunning: boolean) {
      if (isRunning === running) return;
      running = isRunning;
      if (isRunning) desk.product = await start();
      else await desk.product[Symbol.asyncDispose]();
    },
    /** A text with the addresses of the manual made those of the product. */
    localize(text: string): string {
      const { graphUrl, serviceUrl, adminUrl } = desk.product;
      const addresses = { 4000: graphUrl, 4001: serviceUrl, 9090: adminUrl };
      const local = Object.entries(addresses).reduce(
        (changed, [port, url = '']) =>
          changed.replaceAll(new RegExp(`http://(127\\.0\\.0\\.1|localhost):${port}\\b`, 'g'), url),
        text,
      );
      const ports = `PORT=${new URL(graphUrl).port} FIELD_DATA_PORT=${new URL(serviceUrl).port}`;
      // A reader copies the mask of a key from the list above.
      return local
        .replaceAll(/^npm start.* doctor\b/gm, `${ports} $&`)
        .replace(mask, () => desk.printed.match(mask)?.[0] ?? '');
    },
    async [Symbol.asyncDispose]() {
      await desk.setRunning(false);
      await folder[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
  return desk;
}
