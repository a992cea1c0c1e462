/** The service as a process of its own over the store of a folder, to be killed. */
import { startProcess } from '../../support/product-process.ts';
import { storeEnvironment } from './stores.ts';

const settings = { DEMO: 'on', DEMO_API_KEY: 'a-demo-key', FIELD_DATA_RATE_LIMIT_PER_MINUTE: '0' };

/** Starts it. Its disposal kills it. All processes have the same demo key. */
export const startWritingProcess = async (dataDir: string) =>
  startProcess({ words: ['service'], env: { ...(await storeEnvironment(dataDir)), ...settings } });
