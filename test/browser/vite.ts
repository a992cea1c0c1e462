/** Serves an example that is a page, as its script in examples/package.json does. */
import { examplesFolder } from '../support/examples.ts';

/** The address of the graph in the examples. In tests the graph has a free port. */
export const writtenUrl = 'http://127.0.0.1:4000';

export interface Vite {
  resolvedUrls: { local: string[] };
  listen(): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the development server of an example on a free port. */
export async function startVite(example: string): Promise<Vite> {
  const { createServer } = await import(new URL('node_modules/vite/dist/node/index.js', examplesFolder).href);
  const root = new URL(example, examplesFolder).pathname;
  const server: Vite = await createServer({
    ...{ root, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } },
  });
  await server.listen();
  return server;
}
