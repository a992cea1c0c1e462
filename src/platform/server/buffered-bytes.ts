/**
 * Counts bytes in memory that wait for slow clients: large replies and events of one port, and bodies of all ports. Above a limit, the
 * oldest are cut. Otherwise a few clients would have all others refused until connections.ts cuts them.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Error of a connection whose client does not read its replies. */
export class UnreadReply extends Error {}

/** Error of a connection whose client sends a body slowly, or in tiny chunks. */
export class UnfinishedBody extends Error {}

const bytesMaxDefault = 128 * 1024 * 1024;
/** No reply is cut before this age. */
const replyMsMin = 5_000;
/** Time between two checks while there are too many bytes. */
const checkMs = 1_000;

interface Entry {
  bytes: number;
  since: number;
  cut(): void;
}

export class BufferedBytes {
  readonly #bytesMax: number;
  readonly #now: () => number;
  readonly #msMin: number;
  /** Oldest first. */
  readonly #entries = new Set<Entry>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Nothing is cut before it is `msMin` milliseconds old. */
  constructor(bytesMax = bytesMaxDefault, now = () => performance.now(), msMin = replyMsMin) {
    this.#bytesMax = bytesMax;
    this.#now = now;
    this.#msMin = msMin;
  }

  /** Bytes in memory now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts bytes from now on. `cut` is called at most once, and must free them. Returns a function that ends the count. */
  add(bytes: number, cut: () => void): () => void {
    this.#bytes += bytes;
    // Checked before adding: the newest bytes are never cut.
    this.isFull();
    const entry = { bytes, cut, since: this.#now() };
    this.#entries.add(entry);
    if (this.#bytes > this.#bytesMax) this.#checkLater();
    return () => this.#remove(entry);
  }

  /** Until the bytes fit: nobody else may add any. */
  #checkLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.isFull()) this.#checkLater();
    }, checkMs).unref();
  }

  /** Cuts bytes that are old enough, oldest first. Returns whether there are still too many. */
  isFull(): boolean {
    const begunBefore = this.#now() - this.#msMin;
    for (const entry of this.#entries) {
      if (this.#bytes <= this.#bytesMax || entry.since >= begunBefore) break;
      this.#remove(entry);
      entry.cut();
    }
    return this.#bytes > this.#bytesMax;
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }
}

/** Bodies of all ports that have arrived in part. Slow senders are the oldest, so no minimum age is needed. */
export const unfinishedBodies = new BufferedBytes(bytesMaxDefault, undefined, 0);

/** Chunks of a body that may have any size. With more, they must average `chunkBytesMin` bytes: each takes as long as a kilobyte. */
const smallChunksMax = 1_024;
const chunkBytesMin = 64;

/** Destroys the connection of a body in tiny chunks, and calls `onEnd` at its end. Node's parser delivers each chunk by `push`. */
function boundChunks(incoming: IncomingMessage, onEnd: () => void): void {
  const { push } = incoming;
  let chunks = 0;
  let bytes = 0;
  incoming.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) onEnd();
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunk === null || chunks <= smallChunksMax || bytes >= chunks * chunkBytesMin)
      return push.call(incoming, chunk, encoding);
    if (!incoming.socket.destroyed) incoming.socket.destroy(new UnfinishedBody());
    return false;
  };
}

/** Most bytes that one body counts for, so that some fit whatever BODY_BYTES_MAX is. */
const bodyBytesMax = bytesMaxDefault / 16;

/** Counts a body by its stated length, at most `bytesMax`, until it has arrived or its connection closes. Bounds its chunks. */
export function countBody(incoming: IncomingMessage, bytesMax: number): void {
  const { socket } = incoming;
  const bytes = Math.min(Number(incoming.headers['content-length'] ?? bytesMax), bytesMax, bodyBytesMax);
  const remove = unfinishedBodies.add(bytes, () => socket.destroy(new UnfinishedBody()));
  const end = (): void => {
    remove();
    socket.off('close', end);
  };
  socket.on('close', end);
  boundChunks(incoming, end);
}

/** A connection whose request may be still arriving. */
interface Sender {
  readonly socket: Socket;
  readonly isArriving: boolean;
  /** Another value for each of its requests. */
  readonly lastUse: number;
}

/** Those whose request was arriving when they were last looked at, the longest first, with their `lastUse`. */
const senders = new Map<Sender, number>();

/** Call it regularly for each connection, and once it has closed. */
export function trackArriving(sender: Sender): void {
  const isArriving = sender.isArriving && !sender.socket.destroyed;
  if (isArriving && senders.get(sender) === sender.lastUse) return;
  senders.delete(sender);
  if (isArriving) senders.set(sender, sender.lastUse);
}

/** Cuts the request that has been arriving for longest. Returns whether there was one. */
export function cutOldestArriving(): boolean {
  for (const sender of senders.keys()) {
    senders.delete(sender);
    if (!sender.isArriving || sender.socket.destroyed) continue;
    sender.socket.destroy(new UnfinishedBody());
    return true;
  }
  return false;
}
