/**
 * Bytes of large replies, and of events, that their clients have not read yet, all of one port. Above a bound, the replies that take longest are cut: else
 * a few clients that read slowly would have all others refused until connections.ts cuts them.
 */

/** Destroys the connection of a client that does not read its replies. */
export class UnreadReply extends Error {
  override name = 'UnreadReply';
}

const bytesMaxDefault = 128 * 1024 * 1024;
/** No reply is cut before. */
const replyMsMin = 5_000;

interface UnsentReply {
  bytes: number;
  since: number;
  cut(): void;
}

export class UnsentBytes {
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #replies = new Set<UnsentReply>();
  #bytes = 0;

  constructor(bytesMax = bytesMaxDefault, now = () => performance.now()) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  /** Unsent now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a reply from now on. `cut` is called at most once, and must free its bytes. Returns the end of the count. */
  add(bytes: number, cut: () => void): () => void {
    const reply = { bytes, cut, since: this.#now() };
    this.#replies.add(reply);
    this.#bytes += bytes;
    this.isFull();
    return () => this.#remove(reply);
  }

  /** Whether there are too many, after cutting replies older than 5 seconds, oldest first. */
  isFull(): boolean {
    const sentBefore = this.#now() - replyMsMin;
    for (const reply of this.#replies) {
      if (this.#bytes <= this.#bytesMax || reply.since >= sentBefore) break;
      this.#remove(reply);
      reply.cut();
    }
    return this.#bytes > this.#bytesMax;
  }

  #remove(reply: UnsentReply): void {
    if (this.#replies.delete(reply)) this.#bytes -= reply.bytes;
  }
}
