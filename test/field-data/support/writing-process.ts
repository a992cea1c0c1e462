/** Starts the service as a separate process over the store of a folder, for tests that kill it. */
import { startProcess } from '../../support/product-process.ts';
import { storeEnvironment } from './stores.ts';

const settings = { DEMO: 'on', DEMO_API_KEY: 'a-demo-key', FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' };

/** Starts the process. Its disposal kills it. All processes have the same demo key. */
export const startWritingProcess = async (dataDir: string) =>
  startProcess({ words: ['service'], env: { ...(await storeEnvironment(dataDir)), ...settings } });
