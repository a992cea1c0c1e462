/** The product as it starts, over a service that can fail: `main` on free ports, the graph requested over its socket. */
import { createLog } from '../../src/platform/log/log.ts';
import { execute } from './execute.ts';
import { startFaultyService } from './faulty-service.ts';
import { startProduct } from './running.ts';

export type FaultyGraph = Awaited<ReturnType<typeof startFaultyGraph>>;

export interface AskOptions {
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Starts both. Settings are environment variables over free ports. `await using` stops both. */
export async function startFaultyGraph(settings: Record<string, string> = {}) {
  const service = await startFaultyService();
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const product = await startProduct({ FIELD_DATA_URL: service.url, ...settings }, log);
  return {
    service,
    graphUrl: product.graphUrl,
    /** The admin port, where ADMIN_PORT is among the settings. */
    adminUrl: product.adminUrl,
    /** Sends the graph an operation; gives the JSON body whatever the status. */
    ask(query: string, { variables, headers, signal }: AskOptions = {}) {
      const answer = (request: Request) => fetch(request, signal === undefined ? {} : { signal });
      return execute<Record<string, unknown>, object>(answer, query, variables, headers, `${product.graphUrl}/graphql`);
    },
    /** Every line the product logged. */
    logged: () => lines.join(''),
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await service.close();
    },
  };
}
