/** Whether the server of REDIS_URL responds. */
import type { Config } from '../../config.ts';
import { good, type Outcome, warn } from '../../platform/cli/check.ts';

const answerMs = 2_000;

/** Reports whether rate limits can be shared. */
export async function checkCounts({ REDIS_URL: url }: Config): Promise<Outcome[]> {
  if (url === undefined) return [];
  const { Redis } = await import('iovalkey');
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    retryStrategy: () => null,
  });
  // Messages may contain the address.
  redis.on('error', () => {});
  try {
    await redis.connect();
    const role = String((await redis.info('replication')).match(/^role:(\w+)/m)?.[1]);
    if (role !== 'slave') return [good('The server of REDIS_URL responds.')];
    return [warn('The server of REDIS_URL is a replica, which takes no writes.', 'Name the primary in REDIS_URL.')];
  } catch {
    return [
      warn(
        'The server of REDIS_URL does not respond, or refuses this process: each process would count its callers for itself.',
        'Check REDIS_URL, its password, and that the server runs.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}
