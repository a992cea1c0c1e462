/** The cheapest GET of undici: `dispatch` with a handler that only collects bytes. */
import { Pool, type Dispatcher } from 'undici';
import { upstreamUrl } from '../peers/schema.ts';

const pool = new Pool(upstreamUrl, { connections: 64 });

class Collector implements Dispatcher.DispatchHandler {
  #chunks: Buffer[] = [];
  #status = 0;
  #settle: (body: Buffer) => void;
  #fail: (reason: Error) => void;

  constructor(settle: (body: Buffer) => void, fail: (reason: Error) => void) {
    this.#settle = settle;
    this.#fail = fail;
  }
  onRequestStart() {}
  onResponseStart(_controller: Dispatcher.DispatchController, status: number) {
    this.#status = status;
  }
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    this.#chunks.push(chunk);
  }
  onResponseEnd() {
    if (this.#status !== 200) this.#fail(new Error(`The service answered ${this.#status}.`));
    else this.#settle(this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks));
  }
  onResponseError(_controller: Dispatcher.DispatchController, reason: Error) {
    this.#fail(reason);
  }
}

/** Reads the bytes of a list. */
export const readBytes = (path: string, authorization: string | undefined) =>
  new Promise<Buffer>((settle, fail) => {
    pool.dispatch(
      { path, method: 'GET', headers: authorization ? { authorization } : {} },
      new Collector(settle, fail),
    );
  });
