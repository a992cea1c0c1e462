/** Whether the server of REDIS_URL responds and counts. */
import type { Config } from '../../config.ts';
import { good, type Outcome, warn } from '../../platform/cli/check.ts';

const answerMs = 2_000;

/** Reports whether rate limits can be shared. */
export async function checkRedis({ REDIS_URL: url }: Config): Promise<Outcome | Outcome[]> {
  if (url === undefined) return [];
  const { Redis } = await import('iovalkey');
  const { assertDatabase, countOnce, isOfDatabase, certificateCodeOf } = await import(
    '../../platform/server/rate-limit/shared-counts.ts'
  );
  const redis = new Redis(url, {
    lazyConnect: true,
    family: 0,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    retryStrategy: () => null,
    // The ready check uses INFO, which some users may not run.
    enableReadyCheck: false,
  });
  // A wrong password is only emitted, a missing one only thrown. Messages may contain the address.
  let isRefused = false;
  let untrusted: string | undefined;
  const onError = (error: Error) => {
    isRefused ||= /^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(error.message);
    untrusted ??= certificateCodeOf(error);
  };
  redis.on('error', onError);
  try {
    await redis.connect();
    const info = await redis.info('replication').catch((error: Error) => {
      if (error.message.startsWith('NOPERM')) return '';
      throw error;
    });
    if (/^role:(\w+)/m.exec(info)?.[1] === 'slave')
      return warn('The server of REDIS_URL is a replica, which takes no writes.', 'Name the primary in REDIS_URL.');
    await assertDatabase(redis);
    return await countOnce(redis).then(
      () => good('The server of REDIS_URL responds.'),
      () =>
        warn(
          'The server of REDIS_URL does not count: each process would count its callers for itself.',
          'Allow its user to run scripts, on the keys fieldgraph:*, and check that its memory is not full.',
        ),
    );
  } catch (error) {
    onError(error as Error);
    if (isOfDatabase(error))
      return warn(
        'The server of REDIS_URL has no database of this number: each process would count its callers for itself.',
        'Correct the number at the end of REDIS_URL, or raise databases in the configuration of the server.',
      );
    if (untrusted !== undefined)
      return warn(
        `The certificate of the server of REDIS_URL is not accepted (${untrusted}): each process would count its callers for itself.`,
        'Set NODE_EXTRA_CA_CERTS, in the environment and not in .env, to a file with the certificate of its authority.',
      );
    return warn(
      `The server of REDIS_URL ${isRefused ? 'refuses its user or password' : 'does not respond'}: each process would count its callers for itself.`,
      isRefused ? 'Correct them in REDIS_URL.' : 'Check host and port in REDIS_URL, and that the server runs.',
    );
  } finally {
    redis.disconnect();
  }
}
