/** The service as a process of its own, to be killed: listens on a free port, prints it, and writes until it dies. */
import { createFieldDataService } from '../../../src/field-data/server.ts';
import { listen } from '../../../src/platform/server/listen.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { storeOptions } from './stores.ts';

const service = await createFieldDataService({
  ...storeOptions(JSON.parse(process.argv[2] ?? '{}')),
  demo: true,
  readsRequireKey: false,
  rateLimitPerMinute: 0,
  log: createLog('silent'),
});
const { url } = await listen(service.handle, { port: 0, host: '127.0.0.1', portSetting: 'FIELD_DATA_PORT' });
process.stdout.write(`${url} ${service.demoKey}\n`);
