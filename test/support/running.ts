/** The whole product on free ports and a data folder of its own, as `npm start` runs it. */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { type Running, start } from '../../src/start/start.ts';
import { createLog, type Logger } from '../../src/platform/log/log.ts';
import type { Document } from './documents/documents.ts';
import { execute, type GraphAnswer } from './execute.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { temporaryFolder };

export interface Product extends Running, AsyncDisposable {
  dataDir: string;
  /** Executes a document over the socket. */
  query<Data, Variables>(
    document: Document<Data, Variables>,
    variables?: Variables,
    headers?: Record<string, string>,
  ): Promise<GraphAnswer<Data>>;
  /** The Authorization header of the demo key. */
  demo: { authorization: string };
}

const pollMs = 20;

/** Waits until all calls were sent, and the service of a product with an ADMIN_PORT answered those of these endpoints. */
export async function callsAnswered(
  { adminUrl }: Product,
  areSent: () => boolean,
  endpoints: readonly string[],
): Promise<void> {
  for (;;) {
    const { calls } = await (await fetch(`${adminUrl}/ready`)).json();
    if (areSent() && endpoints.every((endpoint) => calls[endpoint].inFlight === 0)) return;
    await wait(pollMs);
  }
}

/** Waits until a product with an ADMIN_PORT has read what its service says of itself. */
export async function descriptionRead({ adminUrl }: Product): Promise<void> {
  for (;;) {
    const ready = await fetch(`${adminUrl}/ready`);
    const { drift } = (await ready.json()) as { drift: { status: string } };
    if (drift.status !== 'pending') return;
    await wait(pollMs);
  }
}

/** The event loop is the test's own, whose work is no load of the product, on a machine that may be busy. */
const patient = { EVENT_LOOP_DELAY_MS_MAX: '0', DEADLINE_MS: '60000' };

/** Starts the product with these settings, and a log of its own unless one is given; `await using` stops it and removes its data. */
export async function startProduct(env: Record<string, string> = {}, log?: Logger): Promise<Product> {
  await using made = new AsyncDisposableStack();
  const dataDir = env.FIELD_DATA_DIR ?? made.use(await temporaryFolder()).path;
  const config = readConfig({
    PORT: '0',
    FIELD_DATA_PORT: '0',
    FIELD_DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...patient,
    ...env,
  });
  const running = await start(config, log ?? createLog(config.LOG_LEVEL));
  const folders = made.move();
  return {
    ...running,
    dataDir,
    demo: { authorization: `Bearer ${running.demoKey}` },
    query: (document, variables, headers) =>
      execute(fetch, document, variables, headers, `${running.graphUrl}/graphql`),
    async [Symbol.asyncDispose]() {
      await running.stop();
      await folders.disposeAsync();
    },
  };
}
