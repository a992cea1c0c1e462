/** Checks that a gateway starts with these settings: its schema, its trusted documents within the limits, its capabilities. */
import type { Config } from '../../config.ts';
import { fail, good, type Outcome } from '../../platform/cli/check.ts';
import { createLog } from '../../platform/log/log.ts';
import type { StartUnserved } from '../command.ts';

/** No request is sent to it. */
const nowhere = 'http://127.0.0.1:9';

/** Starts a gateway without ports or a store, and stops it. */
export async function checkGateway(config: Config, startUnserved: StartUnserved): Promise<Outcome> {
  const settings = { ...config, FIELD_DATA_URL: nowhere, REDIS_URL: undefined, ADMIN_PORT: undefined };
  try {
    const { stop } = await startUnserved(settings, createLog('silent'));
    await stop();
    return good('A gateway starts with these settings.');
  } catch (error) {
    return fail(`A gateway does not start: ${(error as Error).message}`, 'Correct this, then check again.');
  }
}
