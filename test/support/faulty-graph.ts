/** The product as it starts, over a service that can fail: `main` on free ports, the graph requested over its socket. */
import { startFaultyService } from './faulty-service.ts';
import { recordedLog } from './recorded-log.ts';
import { startProduct } from './running.ts';

export type FaultyGraph = Awaited<ReturnType<typeof startFaultyGraph>>;

/** Starts both. Settings are environment variables over free ports. `await using` stops both. `servicePort` as of `startFaultyService`. */
export async function startFaultyGraph(settings: Record<string, string> = {}, servicePort = 0) {
  const service = await startFaultyService(undefined, servicePort);
  const { log, ...logged } = recordedLog('info');
  const product = await startProduct({ FIELD_DATA_URL: service.url, ...settings }, log);
  return {
    ...product,
    service,
    /** What the product logged. */
    ...logged,
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await service.close();
    },
  };
}
