/**
 * The door for what front ends send: a POST of JSON of a stated length, to be answered as JSON. It has no pipeline of its own: the same
 * function answers here and behind the WHATWG adapter, given a request and a response that are only as much as it reads.
 * Everything else goes to the adapter.
 *
 * CPU of `{ __typename }` with log, limits and metrics on: half of what it is through the adapter.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeHandler } from '../../platform/listen.ts';
import { LightRequest } from './light-request.ts';

export interface JsonDoorOptions {
  /** Path and query of the requests it takes, exactly. */
  url: string;
  /** Answers a request. Never rejects. */
  answer(request: Request, server: { req: IncomingMessage }): Promise<Response>;
  /** The adapter. */
  otherwise: NodeHandler;
}

/** A node:http handler that is the short way for plain operations and the ordinary way for the rest. */
export function createJsonDoor({ url, answer, otherwise }: JsonDoorOptions): NodeHandler {
  return (incoming, outgoing) => {
    if (incoming.url !== url || !isPlain(incoming)) return otherwise(incoming, outgoing);
    const request = new LightRequest(incoming, outgoing) as unknown as Request;
    return answer(request, { req: incoming })
      .then((response) => write(response, outgoing))
      .catch(() => outgoing.destroy());
  };
}

const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;
const plainAccept =
  /^(?:(?:\*\/\*|application\/(?:graphql-response\+)?json)(?:; ?(?:q=[\d.]+|charset=utf-8))*(?:, ?|$))+$/i;

function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    headers['content-length'] !== undefined &&
    headers['content-encoding'] === undefined &&
    jsonType.test(headers['content-type'] ?? '') &&
    plainAccept.test(headers.accept ?? '*/*')
  );
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  // Yoga's answers are a text at once (light-response.ts); refusals and compressed answers are streams.
  const body: unknown = response.body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  headers.set('content-length', String(bytes.byteLength));
  // As one flat list: Node then writes it without looking each name up.
  outgoing.writeHead(status, [...headers].flat());
  outgoing.end(bytes);
}
