/**
 * Counts that every process over one Redis or Valkey shares, so that a limit holds however many replicas answer. A count is worth less than
 * an answer: while Redis is away or frozen each process counts for itself, one write a second finds out whether it is back, and nobody waits.
 */
import { once } from 'node:events';
import { Redis } from 'iovalkey';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../../log/log.ts';
import { createOutageLog } from '../../log/outage-log.ts';
import { createWindows, type WindowState, windowSeconds } from './count-windows.ts';

export type SharedCounts = Awaited<ReturnType<typeof createSharedCounts>>;

/** Counts one, or so many at once, for a name. */
export type Count = (name: string, points?: number) => Promise<WindowState>;

/** How long a count may take: beyond, Redis is taken to be away. */
const answerMsMax = 100;
/** When a command that was never answered is forgotten. */
const commandTimeoutMs = 5_000;
/** A connection over which nothing arrives for so long, while a command waits, is made again. */
const silenceMsMax = 2_000;
const connectTimeoutMs = 1_000;
const reconnectMsMax = 1_000;
const lookKey = 'fieldgraph:look';
const lookKeyMs = 1_000;

/** Names only the code of the message, such as WRONGPASS: the rest may contain the address. */
function reasonOf(error: unknown): string {
  const [code] = /^[A-Z]{2,}\b/.exec((error as Error).message) ?? [];
  const what = code === undefined ? 'does not answer' : `refuses this process (${code})`;
  return `It ${what}: this process counts its callers for itself.`;
}

/** Counts once, as every count does: only this shows that a server that takes writes runs no scripts for this user. */
export const countOnce = (redis: Redis): Promise<unknown> =>
  new RateLimiterRedis({ storeClient: redis, keyPrefix: lookKey, points: 1, duration: 1 }).penalty('count');

/** Shares counts over the server at this `redis:` or `rediss:` address. Waits for the connection a second at most: what does not answer is away. */
export async function createSharedCounts(url: string, log: Logger, now: () => number = () => performance.now()) {
  const redis = new Redis(url, {
    // Addresses of IPv4 and IPv6: the default is IPv4.
    family: 0,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (tries) => Math.min(tries * 100, reconnectMsMax),
    // After a failover its address may lead to another server, while this connection is open still.
    socketTimeout: silenceMsMax,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  // The counts that fail report its errors; without a listener they would end the process. Their messages may contain the address.
  redis.on('error', () => {});
  let countedAlone = 0;
  // First a write without a script: the scripts of older servers do not begin their error with READONLY.
  const outage = createOutageLog(log, 'the server of REDIS_URL', {
    look: () =>
      inTime(redis.set(lookKey, '', 'PX', lookKeyMs))
        .then(() => inTime(countOnce(redis)))
        .then(() => undefined, reasonOf),
  });

  /** Makes a counter of its own names, in windows of a minute: counts, and gives what was counted with it. Never rejects. */
  function counter(kind: string, limitPerMinute: number): Count {
    const shared = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `fieldgraph:${kind}`,
      points: limitPerMinute,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
      // A caller whose quota is spent costs Redis nothing more until the window ends.
      inMemoryBlockOnConsumed: limitPerMinute + 1,
    });
    const local = createWindows(now);

    return async (name, points = 1) => {
      // All the time: who has spent a part of the quota has spent it too where Redis goes away.
      const own = local.add(name, points);
      if (outage.isLost()) {
        countedAlone += 1;
        return own;
      }
      try {
        return await inTime(shared.consume(name, points)).then(stateOf, (refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          if (refused.msBeforeNext > windowSeconds * 1_000) {
            // It blocks by the clock of the system, which was set back.
            shared.deleteInMemoryBlockedAll();
            return own;
          }
          // Refused without asking Redis, it has no points.
          return stateOf(refused, limitPerMinute + 1);
        });
      } catch (error) {
        outage.report(reasonOf(error), error);
        countedAlone += 1;
        return own;
      }
    };
  }

  await once(redis, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) }).catch((error) =>
    outage.report(reasonOf(error), error),
  );
  return {
    counter,
    /** Whether they are shared now. */
    isShared: () => !outage.isLost(),
    /** Counts since the start that this process made for itself. */
    countedAlone: () => countedAlone,
    async close() {
      outage.close();
      redis.disconnect();
    },
  };
}

/** Rejects if it takes too long. If this process itself was late, an answer that has arrived meanwhile counts. */
function inTime<Value>(pending: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error('no answer in time'))), answerMsMax);
    pending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function stateOf({ consumedPoints, msBeforeNext }: RateLimiterRes, usedMin = 0): WindowState {
  return { used: Math.max(consumedPoints, usedMin), resetMs: msBeforeNext };
}
