/** The whole product on free ports with a new data folder, as `npm start` runs it. */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { start } from '../../src/start/start.ts';
import { createLog, type Logger } from '../../src/platform/log/log.ts';
import { patient } from './command.ts';
import type { Document } from './documents/documents.ts';
import { type Answerer, execute } from './execute.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

const pollMs = 20;

interface Ready {
  calls: Record<string, { inFlight: number }>;
  drift: { status: string };
}

/** Waits until the check is true for the `/ready` of a product with an ADMIN_PORT. */
async function untilReady({ adminUrl }: Product, isSo: (ready: Ready) => boolean): Promise<void> {
  while (!isSo((await (await fetch(`${adminUrl}/ready`)).json()) as Ready)) await wait(pollMs);
}

/** Waits until all calls were sent, and the service has responded to those for other lists than weather. */
export const othersAnswered = (product: Product, areSent: () => boolean): Promise<void> =>
  untilReady(
    product,
    ({ calls }) => areSent() && calls['earth-observations']?.inFlight === 0 && calls.observations?.inFlight === 0,
  );

/** Waits until the product has read the description of its service. */
export const descriptionRead = (product: Product): Promise<void> =>
  untilReady(product, ({ drift }) => drift.status !== 'pending');

/** Waits until this many operations are recorded, shortly after their responses. `search` is that of the request for the list. */
export async function recordedOperations<Shown>({ adminUrl }: Product, count: number, search = ''): Promise<Shown[]> {
  for (;;) {
    const { operations } = await (await fetch(`${adminUrl}/operations${search}`)).json();
    if (operations.length >= count) return operations;
    await wait(pollMs);
  }
}

/** Starts the product with these settings, and a new log unless `log` is set; `await using` stops it and removes its data. */
export async function startProduct(env: Record<string, string> = {}, log?: Logger) {
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
    /** The Authorization header of the demo key. */
    demo: { authorization: `Bearer ${running.demoKey}` },
    /** Executes a document over the socket, by default with `fetch`. */
    query: <Data, Variables>(
      document: Document<Data, Variables>,
      variables?: Variables,
      headers?: Record<string, string>,
      send: Answerer = fetch,
    ) => execute(send, document, variables, headers, `${running.graphUrl}/graphql`),
    async [Symbol.asyncDispose]() {
      await running.stop();
      await folders.disposeAsync();
    },
  };
}
