/** The whole product on free ports, over a service that can fail; tests send requests to the graph over its socket. */
import { startFaultyService } from './faulty-service.ts';
import { recordedLog } from './recorded-log.ts';
import { startProduct } from './running.ts';

export type FaultyGraph = Awaited<ReturnType<typeof startFaultyGraph>>;

/** Starts both, with settings in addition to free ports; `await using` stops both. `servicePort` is the `port` of `startFaultyService`. */
export async function startFaultyGraph(settings: Record<string, string> = {}, servicePort = 0) {
  const service = await startFaultyService(undefined, servicePort);
  const { log, ...logged } = recordedLog('info');
  const product = await startProduct({ FIELD_DATA_URL: service.url, ...settings }, log);
  return {
    ...product,
    service,
    /** The log entries of the product. */
    ...logged,
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await service.close();
    },
  };
}
