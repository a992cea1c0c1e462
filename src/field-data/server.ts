/** The Field Data Service over its store. It opens no socket: the listener calls `handle`, and the gateway in the same process `call`. */
import { readDemoKey } from './demo/demo-key.ts';
import { createDemoStore } from './demo/store.ts';
import { hashKey } from './records/keys.ts';
import { createService, type FieldDataService, type ServiceOptions } from './service.ts';
import { openStore, type StoreOptions } from './store/open.ts';
import type { Registry } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

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
    if (demoApiKey !== undefined) await assertOwnedByNobody(stored, demoApiKey);
    const demoKey = demoApiKey ?? readDemoKey(dataDir);
    return createService(await createDemoStore(stored, calendar), { ...options, demoKey });
  } catch (error) {
    await stored.close();
    throw error;
  }
}

/** Throws StoreError for a key of an account: visitors get the demo key, and could read the fields of the account. */
async function assertOwnedByNobody(registry: Pick<Registry, 'findKey'>, demoApiKey: string): Promise<void> {
  const key = await registry.findKey(hashKey(demoApiKey));
  if (key && key.revokedAt === null)
    throw new StoreError(
      `DEMO_API_KEY is a key of the account ${key.account}, and visitors would get it: set a random text.`,
    );
}
