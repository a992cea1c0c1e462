/**
 * Where the snippets of one page are run: what a reader has who follows it from the top, which is a clone that was started and its demo key.
 * The product stands on free ports with data of its own; the folder is a clone by links, so that no snippet writes into this one.
 */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, startProduct, temporaryFolder } from '../running.ts';
import { root } from './pages.ts';

/** A started product and a folder to work in; `await using` ends both. */
export interface Desk extends AsyncDisposable {
  product: Product;
  folder: string;
  /** The environment of a reader: their own, and the key that the banner printed. */
  env: Record<string, string | undefined>;
  /** A text with the addresses of the manual made those of the product. */
  localize(text: string): string;
}

/** What a snippet has no business with, or is given by another way. */
const notLinked = new Set(['.git', '.data', '.env']);

/** Sets one up. */
export async function createDesk(): Promise<Desk> {
  const product = await startProduct({ ADMIN_PORT: '0', MCP: 'on' });
  const folder = await temporaryFolder();
  for (const name of readdirSync(root))
    if (!notLinked.has(name)) symlinkSync(join(root, name), join(folder.path, name));
  symlinkSync(product.dataDir, join(folder.path, '.data'));
  const addresses: [string, string | undefined][] = [
    ['4000', product.graphUrl],
    ['4001', product.serviceUrl],
    ['9090', product.adminUrl],
  ];
  return {
    product,
    folder: folder.path,
    env: {
      ...process.env,
      DEMO_API_KEY: product.demoKey,
      FIELDGRAPH_URL: `${product.graphUrl}/graphql`,
      FIELDGRAPH_API_KEY: product.demoKey,
    },
    localize: (text) =>
      addresses.reduce(
        (local, [port, url = '']) =>
          local.replaceAll(new RegExp(`http://(127\\.0\\.0\\.1|localhost):${port}\\b`, 'g'), url),
        text,
      ),
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
