/**
 * The Field Data Service: a function from Request to Response. It opens no socket. The listener calls `handle`, and the gateway in the same
 * process calls `call`.
 */
import { readDemoKey } from './demo/demo-key.ts';
import { createDemoStore } from './demo/store.ts';
import { createService, type FieldDataService, type ServiceOptions } from './service.ts';
import { openStore, type StoreOptions } from './store/open.ts';

export interface FieldDataServiceOptions extends Omit<ServiceOptions, 'demoKey'>, StoreOptions {
  /** Whether there are demo fields and a demo key. */
  demo: boolean;
  /** The demo key, in place of the one in the data folder. Processes that share a database need the same key. */
  demoApiKey?: string | undefined;
}

/** Opens the store and makes the service over it. Rejects with StoreError, in one sentence that says what to do. */
export async function createFieldDataService(options: FieldDataServiceOptions): Promise<FieldDataService> {
  const { dataDir, demo, demoApiKey, now = () => new Date(), calendar = now } = options;
  const stored = await openStore(options);
  try {
    if (!demo) return createService(stored, options);
    const demoKey = demoApiKey ?? readDemoKey(dataDir);
    return createService(await createDemoStore(stored, calendar), { ...options, demoKey });
  } catch (error) {
    await stored.close();
    throw error;
  }
}
