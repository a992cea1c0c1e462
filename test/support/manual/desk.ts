/**
 * The environment for the snippets of one page: what its reader has, which is a clone, a started product and one shell. The product uses
 * free ports and its own data; the folder contains links to this clone, so that no snippet writes into it.
 */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../running.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { root } from './pages.ts';

/** A started product and a folder to work in; `await using` ends both. */
export type Desk = Awaited<ReturnType<typeof createDesk>>;

/** An address of the manual, with its port. */
const address = /http:\/\/(?:127\.0\.0\.1|localhost):(4000|4001|9090)\b/g;

/** The form in which lists show an API key. */
const mask = /fds_live_…\w{4}/;

/** Files that snippets must not use, or that are provided differently. */
const notLinked = new Set(['.git', '.data', '.env']);

/** Creates a desk. */
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
    /** The environment of the shell, with the exports of previous snippets. */
    env: { ...process.env, DEMO_API_KEY: undefined } as Record<string, string | undefined>,
    /** The output of previous snippets. */
    printed: '',
    /** Stops the product, or restarts it over its data; does nothing if it is in that state already. */
    async setRunning(isRunning: boolean) {
      if (isRunning === running) return;
      running = isRunning;
      if (isRunning) desk.product = await start();
      else await desk.product[Symbol.asyncDispose]();
    },
    /** A text in which the addresses of the product replace those of the manual. */
    localize(text: string): string {
      const { graphUrl, serviceUrl, adminUrl } = desk.product;
      const addresses: Record<string, string | undefined> = { 4000: graphUrl, 4001: serviceUrl, 9090: adminUrl };
      const local = text.replaceAll(address, (_, port: string) => addresses[port] ?? '');
      const ports = `PORT=${new URL(graphUrl).port} FIELD_DATA_PORT=${new URL(serviceUrl).port}`;
      // A reader copies the mask of a key from the list printed before.
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
