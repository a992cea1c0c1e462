/** Whether the server of REDIS_URL responds. */
import type { Config } from '../../config.ts';
import { good, type Outcome, warn } from '../../platform/cli/check.ts';

const answerMs = 2_000;

/** Reports whether rate limits can be shared. */
export async function checkCounts({ REDIS_URL: url }: Config): Promise<Outcome | Outcome[]> {
  if (url === undefined) return [];
  const { Redis } = await import('iovalkey');
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    retryStrategy: () => null,
  });
  // What the server refuses is only emitted. Messages may contain the address.
  let isRefused = false;
  redis.on('error', ({ message }: Error) => {
    isRefused ||= /^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(message);
  });
  try {
    await redis.connect();
    const role = String((await redis.info('replication')).match(/^role:(\w+)/m)?.[1]);
    if (role !== 'slave') return good('The server of REDIS_URL responds.');
    return warn('The server of REDIS_URL is a replica, which takes no writes.', 'Name the primary in REDIS_URL.');
  } catch {
    return warn(
      `The server of REDIS_URL ${isRefused ? 'refuses its user or password' : 'does not respond'}: each process would count its callers for itself.`,
      isRefused ? 'Correct them in REDIS_URL.' : 'Check host and port in REDIS_URL, and that the server runs.',
    );
  } finally {
    redis.disconnect();
  }
}
