/**
 * Counts that all processes over one Redis or Valkey share, so that a limit holds for any number of replicas. A response matters more than
 * a count: while Redis is unavailable or frozen, each process counts for itself, and nobody waits. One write a second detects that it is
 * back.
 */
import { once } from 'node:events';
import { Redis } from 'iovalkey';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../../log/log.ts';
import { createOutageLog } from '../../log/outage-log.ts';
import { createWindows, type WindowState, windowSeconds } from './count-windows.ts';

export type SharedCounts = Awaited<ReturnType<typeof createSharedCounts>>;

/** Adds `points`, or one, to the count of a name. */
export type Count = (name: string, points?: number) => Promise<WindowState>;

/** Time limit of a count. Beyond it, Redis counts as unavailable. */
const answerMsMax = 100;
/** Time after which a command without a response is dropped. */
const commandTimeoutMs = 5_000;
/** A connection that is silent for this long, while a command waits, is opened again. */
const silenceMsMax = 2_000;
const connectTimeoutMs = 1_000;
const reconnectMsMax = 1_000;
const lookKey = 'fieldgraph:look';
const lookKeyMs = 1_000;

/** The code of a message of the server, such as WRONGPASS. The rest may contain the address, or the password as an argument. */
const codeOf = (error: unknown): string | undefined => /^[A-Z]{2,}\b/.exec((error as Error).message)?.[0];

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const untrusted = certificateCodeOf(error);
  const silent = untrusted === undefined ? 'does not answer' : `has a certificate that is not accepted (${untrusted})`;
  const refuses = isOfDatabase(error) ? 'has no database of this number' : `refuses this process (${code})`;
  return `It ${code === undefined ? silent : refuses}: this process counts its callers for itself.`;
}

/** The error for the log: of a reply of the server, only its code and the name of the command. */
function logged(error: unknown): unknown {
  const { command } = error as { command?: { name: string } };
  return command ? Object.assign(new Error(codeOf(error)), { command: { name: command.name } }) : error;
}

/** The code of an error about the certificate of the server; undefined for others. */
export function certificateCodeOf(error: unknown): string | undefined {
  const { code = '' } = error as { code?: string };
  return /CERT|SIGNATURE/.test(code) ? code : undefined;
}

/** Whether the server does not have the database of the address. */
export function isOfDatabase(error: unknown): boolean {
  const { message, command } = error as Error & { command?: { name: string } };
  return command?.name === 'select' && message.startsWith('ERR');
}

/** Counts once by a script, like every count: only this detects a server that accepts writes but runs no scripts for this user. */
export const countOnce = (redis: Redis): Promise<unknown> =>
  new RateLimiterRedis({ storeClient: redis, keyPrefix: lookKey, points: 1, duration: 1 }).penalty('count');

/** Rejects if the server refuses the database of the address: the client would continue in database 0. */
export async function assertDatabase(redis: Redis): Promise<void> {
  if (redis.options.db) await redis.select(redis.options.db);
}

/** Shares counts over the server at this `redis:` or `rediss:` address. Waits at most a second for the connection, then counts locally. */
export async function createSharedCounts(url: string, log: Logger) {
  const redis = new Redis(url, {
    // Addresses of IPv4 and IPv6: the default is IPv4.
    family: 0,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (tries) => Math.min(tries * 100, reconnectMsMax),
    // After a failover, the address may lead to another server while this connection is still open.
    socketTimeout: silenceMsMax,
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  /** Why the connection is not ready, which errors of commands do not say. The message may contain the address. */
  let refusal: Error | undefined;
  redis.on('error', (error) => (refusal = error));
  // A server that refuses its user may serve the connection as another one. Then only a look shows it.
  redis.on('ready', () => {
    if (outage.reason() === undefined) refusal = undefined;
  });
  const reasonNow = (error: unknown) => reasonOf(refusal ?? error);
  let countedAlone = 0;
  // First a write without a script: script errors of older servers do not begin with READONLY.
  const outage = createOutageLog(log, 'the server of REDIS_URL', () =>
    inTime(assertDatabase(redis))
      .then(() => inTime(redis.set(lookKey, '', 'PX', lookKeyMs)))
      .then(() => inTime(countOnce(redis)))
      .then(() => (refusal = undefined), reasonNow),
  );

  // Otherwise an idle process would not notice.
  redis.on('close', outage.suspect);

  /** Makes a counter with names of its own, in windows of a minute. It counts and returns the state of the window. Never rejects. */
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
    const local = createWindows(() => performance.now());

    return async (name, points = 1) => {
      // Always counted: a quota that was used in part stays used if Redis becomes unavailable.
      const own = local.add(name, points);
      if (outage.reason() !== undefined) {
        countedAlone += 1;
        return own;
      }
      try {
        // With what was counted in this process meanwhile. What was sent without an answer may have been counted.
        return await inTime(shared.consume(name, local.take(name))).then(stateOf, (refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          if (refused.msBeforeNext > windowSeconds * 1_000) {
            // The block uses the clock of the system, which was set back.
            shared.deleteInMemoryBlockedAll();
            return own;
          }
          // A refusal without a call to Redis has no points.
          return stateOf(refused, limitPerMinute + 1);
        });
      } catch (error) {
        outage.report(reasonNow(error), logged(error));
        countedAlone += 1;
        return own;
      }
    };
  }

  await once(redis, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) }).catch((error) =>
    outage.report(reasonOf(error), logged(error)),
  );
  return {
    counter,
    /** Why counts are not shared now; undefined if they are. */
    reason: outage.reason,
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
