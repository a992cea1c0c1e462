/** Admits streams of live changes: bounds those of the process and of each caller, their documents, and the lists that they watch. */
import { countOf } from '../../../platform/text/count-of.ts';
import { newWorkRatioMax, recentMemoryRatio } from '../../../platform/sync/memory-ratio.ts';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { GatewayError, invalidArgument, retryAfter } from '../../errors/gateway-error.ts';
import type { PreparedDocument } from '../../operation/documents.ts';
import type { SubscriptionOperation } from '../../operation/declarations.ts';

export interface StreamBounds {
  streamsMax: number;
  streamsPerCallerMax: number;
  /** Lists that the process watches, each once for a credential. */
  listsMax: number;
  /** Documents and variables of open streams, in bytes: the cache may have evicted the documents. */
  documentsBytesMax: number;
}

/** Memory of a character of variables as JSON, at most. */
const characterBytes = 16;

/** What some open streams use: those of one caller, or all of the process. Each document counts once. */
class Share {
  streams = 0;
  /** Only of one caller: watched lists, counted for each stream. `added` are those that no stream watched before. */
  lists = 0;
  added = 0;
  /** Memory of the documents and variables. */
  bytes = 0;
  /** Number of streams of each document. */
  readonly #ofDocuments = new Map<PreparedDocument, number>();

  /** The bytes that one more stream adds. */
  costOf(document: PreparedDocument, variableBytes: number): number {
    return variableBytes + (this.#ofDocuments.has(document) ? 0 : document.bytes);
  }

  add(document: PreparedDocument, variableBytes: number): void {
    this.streams += 1;
    this.bytes += this.costOf(document, variableBytes);
    this.#ofDocuments.set(document, (this.#ofDocuments.get(document) ?? 0) + 1);
  }

  remove(document: PreparedDocument, variableBytes: number): void {
    this.streams -= 1;
    const others = (this.#ofDocuments.get(document) ?? 0) - 1;
    if (others > 0) this.#ofDocuments.set(document, others);
    else this.#ofDocuments.delete(document);
    this.bytes -= this.costOf(document, variableBytes);
  }
}

interface StreamAdmissionOptions extends StreamBounds {
  /** Lists that are watched now: all of them, or those of a credential. */
  watches(credential?: string): number;
  isStopping(): boolean;
  /** How full the memory of the process is, from 0 to 1. */
  memory?: () => number;
  /** Called when the first stream opens. The function it returns is called after the last stream ends. */
  watchHints(): (() => void) | undefined;
}

const halfOfStreams =
  'One caller has at most half of the free streams (LIVE_STREAMS_MAX): watch several fields by one stream.';
const documentsOfAll = 'The documents of open streams leave too little memory in this process (DOCUMENTS_BYTES_MAX).';
const halfOfDocuments =
  'The documents of one caller’s streams have at most half of the free memory (DOCUMENTS_BYTES_MAX): send ids as variables, so that streams have the same document.';
const halfOfLists =
  'The streams of one API key watch at most half of the free lists (LIVE_LISTS_MAX): watch fewer fields or lists.';

/** The admission of one process. */
export function createStreamAdmission(options: StreamAdmissionOptions) {
  const { streamsMax, streamsPerCallerMax, listsMax, documentsBytesMax, watches, isStopping, watchHints } = options;
  const { memory = recentMemoryRatio } = options;
  // Any caller can make up ids. Each uses at most half of what others leave.
  const listsOfAddressMax = Math.ceil(listsMax / 2);
  const listsRefusal = `This process watches at most ${countOf(listsMax, 'list')} (LIVE_LISTS_MAX): watch fewer fields or lists.`;
  /** Streams of each caller, by credential or address. */
  const ofCallers = new Map<string, Share>();
  const ofAll = new Share();
  let refusals = 0;
  let stopHints: (() => void) | undefined;

  /** Counts one stream for its caller. Throws if there may be no more. */
  function acquire({ args, prepared, arrived: { caller, operation } }: SubscriptionOperation) {
    const group = addressGroup(operation.address);
    // Anyone can make up a credential. Until the service accepts it, the stream also counts with all such streams of its address.
    const address = caller.credential ? `unaccepted ${group}` : group;
    const keys = caller.credential ? [caller.credential, address] : [address];
    const shares = new Map(keys.map((key) => [key, ofCallers.get(key) ?? new Share()] as const));
    const ownStreams = Math.max(...[...shares.values()].map(({ streams }) => streams));
    if (isStopping()) refuse('OVERLOADED', 'This process is about to end: open the stream again, at another one.');
    if (ofAll.streams >= streamsMax)
      refuse('OVERLOADED', `This process has ${countOf(streamsMax, 'stream')} open (LIVE_STREAMS_MAX).`);
    if (watches() >= listsMax) refuse('OVERLOADED', listsRefusal);
    if (ownStreams >= streamsPerCallerMax)
      refuse(
        'RATE_LIMITED',
        `This caller has ${countOf(ownStreams, 'stream')} open (LIVE_STREAMS_PER_CALLER_MAX): watch several fields by one stream.`,
      );
    if (ownStreams > streamsMax - ofAll.streams - 1) refuse('RATE_LIMITED', halfOfStreams);
    if (memory() > newWorkRatioMax)
      refuse('OVERLOADED', 'This process has no memory left for a stream: open it again after a moment.');
    const variableBytes = JSON.stringify(args.variableValues ?? {}).length * characterBytes;
    const cost = ofAll.costOf(prepared, variableBytes);
    const bytesLeft = documentsBytesMax - ofAll.bytes - cost;
    const ownBytes = Math.max(...[...shares.values()].map(({ bytes }) => bytes));
    if (bytesLeft < 0 || (ownBytes === 0 && cost > bytesLeft)) refuse('OVERLOADED', documentsOfAll);
    if (ownBytes + cost > bytesLeft) refuse('RATE_LIMITED', halfOfDocuments);
    ofAll.add(prepared, variableBytes);
    for (const [key, share] of shares) {
      share.add(prepared, variableBytes);
      ofCallers.set(key, share);
    }
    stopHints ??= watchHints();
    let lists = 0;
    let added = 0;
    function end(key: string): void {
      const share = shares.get(key);
      if (share === undefined) return;
      shares.delete(key);
      share.lists -= lists;
      share.added -= added;
      share.remove(prepared, variableBytes);
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
        if (left < 0) refuse('OVERLOADED', listsRefusal);
        if (caller.credential && watches(caller.credential) + unwatched > left + 1) refuse('RATE_LIMITED', halfOfLists);
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
        for (const key of keys) end(key);
        ofAll.remove(prepared, variableBytes);
        if (ofAll.streams > 0) return;
        stopHints?.();
        stopHints = undefined;
      },
    };
  }

  function refuse(code: 'OVERLOADED' | 'RATE_LIMITED', message: string): never {
    refusals += 1;
    throw new GatewayError(code, { message, ...retryAfter(code === 'OVERLOADED' ? 503 : 429, 1) });
  }

  return {
    acquire,
    /** Streams refused since the start, and bytes of documents and variables now. */
    load: () => ({ refused: refusals, documentsBytes: ofAll.bytes }),
  };
}
