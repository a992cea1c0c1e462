/** Admits streams of live changes: bounds those of the process and of each caller, and the lists that they watch. */
import { countOf } from '../../../platform/text/count-of.ts';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { GatewayError, invalidArgument, retryAfter } from '../../errors/gateway-error.ts';
import type { SubscriptionOperation } from '../../operation/declarations.ts';

export interface StreamBounds {
  streamsMax: number;
  streamsPerCallerMax: number;
  /** Lists that the process watches, each once for a credential. */
  listsMax: number;
}

interface StreamAdmissionOptions extends StreamBounds {
  /** Lists that are watched now: all of them, or those of a credential. */
  watches(credential?: string): number;
  isStopping(): boolean;
  /** Called when the first stream opens. The function it returns is called after the last stream ends. */
  watchHints(): (() => void) | undefined;
}

/** The admission of one process. */
export function createStreamAdmission(options: StreamAdmissionOptions) {
  const { streamsMax, streamsPerCallerMax, listsMax, watches, isStopping, watchHints } = options;
  // Any caller can make up ids. Each uses at most half of what others leave.
  const listsOfAddressMax = Math.ceil(listsMax / 2);
  const listsRefusal = `This process watches at most ${countOf(listsMax, 'list')} (LIVE_LISTS_MAX): watch fewer fields or lists.`;
  /** Streams of each caller and their lists, by credential or address. A list counts for each of its streams; `added` are new ones. */
  const ofCallers = new Map<string, { streams: number; lists: number; added: number }>();
  let opening = 0;
  let refusals = 0;
  let stopHints: (() => void) | undefined;

  /** Counts one stream for its caller. Throws if there may be no more. */
  function acquire({ incoming: { caller, operation } }: SubscriptionOperation) {
    const group = addressGroup(operation.address);
    // Anyone can make up a credential. Until the service accepts it, the stream also counts with all such streams of its address.
    const address = caller.credential ? `unaccepted ${group}` : group;
    const keys = caller.credential ? [caller.credential, address] : [address];
    const shares = new Map(keys.map((key) => [key, ofCallers.get(key) ?? { streams: 0, lists: 0, added: 0 }] as const));
    const ofCaller = Math.max(...[...shares.values()].map(({ streams }) => streams));
    if (isStopping()) refuse('OVERLOADED', 'This process is about to end: open the stream again, at another one.');
    if (opening >= streamsMax)
      refuse('OVERLOADED', `This process has ${countOf(streamsMax, 'stream')} open (LIVE_STREAMS_MAX).`);
    if (watches() >= listsMax) refuseLists();
    if (ofCaller >= streamsPerCallerMax)
      refuse(
        'RATE_LIMITED',
        `This caller has ${countOf(ofCaller, 'stream')} open (LIVE_STREAMS_PER_CALLER_MAX): watch several fields by one stream.`,
      );
    if (ofCaller > streamsMax - opening - 1)
      refuse(
        'RATE_LIMITED',
        'One caller has at most half of the free streams (LIVE_STREAMS_MAX): watch several fields by one stream.',
      );
    opening += 1;
    for (const [key, share] of shares) {
      share.streams += 1;
      ofCallers.set(key, share);
    }
    stopHints ??= watchHints();
    let lists = 0;
    let added = 0;
    function end(key: string): void {
      const share = shares.get(key);
      if (share === undefined) return;
      shares.delete(key);
      share.streams -= 1;
      share.lists -= lists;
      share.added -= added;
      if (share.streams === 0) ofCallers.delete(key);
    }
    return {
      /** Counts the lists of the stream, of which `unwatched` are not watched yet. Throws if there may be no more lists. */
      takeLists(own: number, unwatched: number): void {
        if (own > listsMax) {
          refusals += 1;
          throw invalidArgument(['ids'], listsRefusal, 'TOO_MANY');
        }
        const left = listsMax - watches() - unwatched;
        if (left < 0) refuseLists();
        if (caller.credential && watches(caller.credential) + unwatched > left + 1)
          refuse(
            'RATE_LIMITED',
            'The streams of one API key watch at most half of the free lists (LIVE_LISTS_MAX): watch fewer fields or lists.',
          );
        const ofAddress = shares.get(address);
        if (ofAddress && (ofAddress.lists + own > listsOfAddressMax || ofAddress.added + unwatched > left + 1)) {
          const most = 'the streams of one address watch at most half of the free lists (LIVE_LISTS_MAX)';
          const keyed = `Until the service accepts their keys, ${most}.`;
          const keyless = `Without an API key, ${most}: send a key, or watch fewer.`;
          refuse('RATE_LIMITED', caller.credential ? keyed : keyless);
        }
        lists = own;
        added = unwatched;
        for (const share of shares.values()) {
          share.lists += own;
          share.added += unwatched;
        }
      },
      /** Call it when the service has accepted the credential. */
      accept(): void {
        if (caller.credential) end(address);
      },
      release(): void {
        opening -= 1;
        for (const key of keys) end(key);
        if (opening > 0) return;
        stopHints?.();
        stopHints = undefined;
      },
    };
  }

  function refuse(code: 'OVERLOADED' | 'RATE_LIMITED', message: string): never {
    refusals += 1;
    throw new GatewayError(code, { message, ...retryAfter(code === 'OVERLOADED' ? 503 : 429, 1) });
  }

  function refuseLists(): never {
    refuse('OVERLOADED', listsRefusal);
  }

  return {
    acquire,
    /** Streams refused since the start. */
    refused: () => refusals,
  };
}
