/** A stream of events over a socket, read like a front end: from its bytes, without code of the product. */
import { postOf } from './execute.ts';

interface StreamEvent {
  event: string;
  id: string | undefined;
  data: string;
}

export type EventStream = Awaited<ReturnType<typeof openStream>>;

/** Opens the stream of an operation. */
export async function openStream(
  url: string,
  operation: object,
  headers: Record<string, string> = {},
  send: (request: Request) => Promise<Response> = fetch,
) {
  const controller = new AbortController();
  const posted = postOf(operation, { accept: 'text/event-stream', ...headers }, url);
  const request = new Request(posted, { signal: controller.signal });
  const response = await send(request);
  const chunks: string[] = [];
  const events = readEvents(response.body?.pipeThrough(new TextDecoderStream()) ?? [], chunks);
  // The closure retains the request, without which undici would not notice the abort.
  const close = () => {
    if (!request.signal.aborted) controller.abort();
  };
  return {
    response,
    /** The text received so far. */
    text: () => chunks.join(''),
    /** The next event; undefined if the stream has ended. */
    next: async (): Promise<StreamEvent | undefined> => (await events.next().catch(() => undefined))?.value,
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
}

/** The events of a stream, whose chunks are collected. Each chunk is searched once, because some tests send megabytes. */
async function* readEvents(
  stream: AsyncIterable<string> | Iterable<string>,
  chunks: string[],
): AsyncGenerator<StreamEvent, undefined> {
  let block = '';
  let lineEnd = '';
  for await (const chunk of stream) {
    chunks.push(chunk);
    const text = lineEnd + chunk;
    // A block may end between two chunks.
    lineEnd = text.endsWith('\n') && !text.endsWith('\n\n') ? '\n' : '';
    const parts = text.slice(0, text.length - lineEnd.length).split('\n\n');
    for (const [at, part] of parts.entries()) {
      block += part;
      if (at === parts.length - 1) break;
      const event = eventOf(block);
      block = '';
      if (event) yield event;
    }
  }
}

/** The event of a block; undefined for comments and for fields without data. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]));
  const data = fields.get('data');
  return data === undefined ? undefined : { event: fields.get('event') ?? 'message', id: fields.get('id'), data };
}
