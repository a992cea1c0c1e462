/** Live changes over `fetch`: a subscription as an async iterator, which reconnects and resumes by itself. */
import type { FieldgraphErrorCode, InputFaultCode } from './types.ts';

/** The JSON body of an operation: `query` or `documentId`, with variables. */
export interface LiveOperation {
  query?: string | undefined;
  /** `after` is the cursor to resume from. */
  variables?: Record<string, unknown> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: an interface, such as the operation of urql, is not assignable to `unknown` here.
  [parameter: string]: any;
}

/** An entry of `errors`. docs/errors.md describes its extensions. A later version may send other codes. */
export interface GraphError {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions?: {
    code?: FieldgraphErrorCode | (string & {});
    retryable?: boolean;
    retryAfterSeconds?: number;
    status?: number;
    requestId?: string;
    faults?: { path: string[]; code: InputFaultCode | (string & {}); message: string }[];
    coordinate?: string;
    limit?: { name: string; max: number; actual: number };
  };
}

/** The result of one event. */
export interface LiveResult<Data> {
  data?: Data | null;
  errors?: GraphError[];
  extensions?: Record<string, unknown>;
}

export interface LiveOptions {
  /** Address of the graph. */
  url: string;
  headers?: Record<string, string> | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /**
   * Called with true when an event arrives, and with false when the stream has broken off. `reason` is then the status of a response
   * that is not from the graph, the `GraphError` that may pass, or what `fetch` threw. Undefined if the stream has ended.
   */
  onConnection?: ((isConnected: boolean, reason?: unknown) => void) | undefined;
  /** Its response must be a stream: in React Native, pass that of `expo/fetch`. */
  fetch?: ((url: string, init: LiveRequest) => Promise<LiveResponse>) | undefined;
}

/** What `fetch` gets. */
export interface LiveRequest {
  method: string;
  headers: Headers;
  body: string;
  signal: AbortSignal;
}

/** The members of a response that `watchFields` reads. */
export interface LiveResponse {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } } | null;
}

/** The server sends a comment every 12 seconds: a stream that is silent for longer is dead. */
const silentMsMax = 40_000;
const retryMsMin = 1_000;
const retryMsMax = 30_000;

/**
 * Yields each event of a subscription. Reconnects after the stream breaks off, and resumes with the cursor of the last event. Ends after
 * `complete`; if a retry cannot help, its error is the last result. Throws only a TypeError, for invalid headers, an invalid `after`, or
 * variables that are no JSON, and errors that `onConnection` throws.
 */
export async function* watchFields<Data>(
  { variables: { after, ...variables } = {}, ...operation }: LiveOperation,
  { url, headers, signal, onConnection, fetch: send = fetch }: LiveOptions,
): AsyncGenerator<LiveResult<Data>, void, undefined> {
  // Outside of the loop, which would treat invalid headers as a lost connection.
  const sent = new Headers({ ...headers, 'content-type': 'application/json', accept: 'text/event-stream' });
  if (after) sent.set('last-event-id', after as string);
  const body = JSON.stringify({ ...operation, variables });
  let failures = 0;
  while (!signal?.aborted) {
    let waitMsMin = 0;
    let isReporting = false;
    let reason: unknown;
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    // A proxy may accept a request and never reply.
    const unanswered = setTimeout(abort, silentMsMax);
    try {
      const response = await send(url, {
        method: 'POST',
        headers: sent,
        body,
        signal: controller.signal,
      }).finally(() => clearTimeout(unanswered));
      if (!response.ok) reason = response.status;
      for await (const { event, id, data } of readEvents(response, abort)) {
        if (signal?.aborted || event === 'complete') return;
        const result = JSON.parse(data) as LiveResult<Data>;
        const isRefusal = id === undefined && !result.data;
        // Without `retryable`, an error is of a proxy or router, and may pass.
        const passing = isRefusal && result.errors?.find(({ extensions }) => extensions?.retryable !== false);
        if (passing) {
          reason = passing;
          waitMsMin = (passing.extensions?.retryAfterSeconds ?? 0) * 1_000;
          break;
        }
        if (!isRefusal) {
          failures = 0;
          // A router may leave it out.
          if (id !== undefined) sent.set('last-event-id', id);
          isReporting = true;
          onConnection?.(true);
          isReporting = false;
        }
        yield result;
      }
    } catch (error) {
      if (isReporting) throw error;
      // No network, no graph, or a response that is not from the graph: retry.
      reason ??= error;
    } finally {
      signal?.removeEventListener('abort', abort);
      abort();
    }
    if (signal?.aborted) return;
    onConnection?.(false, reason);
    const backOffMs = Math.min(retryMsMin * 2 ** failures, retryMsMax) * (1 / 2 + Math.random());
    failures += 1;
    await wait(Math.max(waitMsMin, backOffMs), signal);
  }
}

interface SentEvent {
  event: string;
  id: string | undefined;
  data: string;
}

/** Yields the events of a response. A JSON result with errors is the last one. Calls `onSilence` if no data arrives for `silentMsMax`. */
async function* readEvents({ status, body, headers }: LiveResponse, onSilence: () => void): AsyncGenerator<SentEvent> {
  if (!body) return;
  const reader = body.getReader();
  // React Native has no TextDecoderStream.
  const decoder = new TextDecoder();
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
  let text = '';
  for (;;) {
    const timer = setTimeout(onSilence, silentMsMax);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) break;
    // A proxy may end lines with CR and LF, which may arrive in different chunks.
    text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
    if (!isStream) continue;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
      const event = lines.get('event');
      if (event !== undefined) yield { event, id: lines.get('id'), data: lines.get('data') ?? '' };
    }
  }
  // JSON without `errors` is not from the graph but from a proxy, whose refusal is temporary.
  if (isStream || !(JSON.parse(text) as LiveResult<unknown>).errors?.length) return;
  yield { event: 'next', id: undefined, data: text };
  if (status < 500) yield { event: 'complete', id: undefined, data: '' };
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
