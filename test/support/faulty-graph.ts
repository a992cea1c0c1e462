/** The product as it starts, over a service that can fail: `main` on free ports, the graph asked over its socket. */
import { readConfig } from '../../src/config.ts';
import { start } from '../../src/start/start.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { TypedDocumentString } from './documents/graphql.ts';
import { execute, type GraphAnswer } from './execute.ts';
import { type FaultyService, startFaultyService } from './faulty-service.ts';

export interface FaultyGraph {
  service: FaultyService;
  graphUrl: string;
  /** The admin port, where ADMIN_PORT is among the settings. */
  adminUrl: string | undefined;
  /** Asks the graph; gives the JSON body whatever the status. */
  ask(query: string, options?: AskOptions): Promise<GraphAnswer<Record<string, unknown>>>;
  /** Every line the product logged. */
  logged(): string;
  stop(): Promise<void>;
}

export interface AskOptions {
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Starts both. Settings are environment variables over free ports. */
export async function startFaultyGraph(settings: Record<string, string> = {}): Promise<FaultyGraph> {
  const service = await startFaultyService();
  const lines: string[] = [];
  // The event loop is the test's own, whose work is no load of the product.
  const alone = { EVENT_LOOP_DELAY_MS_MAX: '0' };
  const config = readConfig({ PORT: '0', FIELD_DATA_URL: service.url, ...alone, ...settings });
  const running = await start(config, createLog('info', { write: (line: string) => void lines.push(line) }));
  return {
    service,
    graphUrl: running.graphUrl,
    adminUrl: running.adminUrl,
    ask: (query, { variables, headers, signal } = {}) => {
      const document = new TypedDocumentString<Record<string, unknown>, Record<string, unknown>>(query);
      const answer = (request: Request) => fetch(request, signal === undefined ? {} : { signal });
      return execute(answer, document, variables, headers, `${running.graphUrl}/graphql`);
    },
    logged: () => lines.join(''),
    async stop() {
      await running.stop();
      await service.close();
    },
  };
}
