/** A stream of events over a socket, read as front ends read it: by its bytes, and nothing of ours. */

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
  const request = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(operation),
    signal: controller.signal,
  });
  const response = await send(request);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let from = 0;
  // It refers to the request, without which undici would not notice the abort.
  const close = () => {
    if (!request.signal.aborted) controller.abort();
  };
  return {
    response,
    /** Its bytes so far. */
    text: () => text,
    /** The next event; undefined where the stream has ended. */
    async next(): Promise<StreamEvent | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n', from);
        if (end === -1) {
          const { done, value = '' } = (await reader?.read().catch(() => undefined)) ?? { done: true };
          if (done) return undefined;
          text += value;
          continue;
        }
        const block = text.slice(from, end);
        from = end + 2;
        const found = eventOf(block);
        if (found) return found;
      }
    },
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
}

/** Undefined for comments and for fields without data. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]));
  const data = fields.get('data');
  return data === undefined ? undefined : { event: fields.get('event') ?? 'message', id: fields.get('id'), data };
}
