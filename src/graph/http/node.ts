/**
 * The door for what front ends send: a POST of JSON of a stated length, to be answered as JSON. It reads node:http's request and writes
 * node:http's response, and has no pipeline of its own: limits, masking, logging and metrics are those of the other door, which
 * everything else goes to.
 *
 * CPU of `{ __typename }` with log, limits and metrics on: a quarter of what it is by the other door (bench/RESULTS.md, layers).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../../platform/client-address.ts';
import type { NodeHandler } from '../../platform/listen.ts';
import type { Logger } from '../../platform/log.ts';
import { memoize } from '../../platform/memoize.ts';
import { readRequestId } from '../request/context.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { type Answer, byteLengthOf, renderResult } from './reply.ts';
import { compressBody } from './compression.ts';
import { LightRequest } from './arrival.ts';
import { type AnswerMediaType, readPlainAccept } from './negotiation.ts';
import type { OperationDoor } from './operations.ts';
import { readPost } from './operation-request.ts';

export interface JsonDoorOptions {
  /** Path and query of the requests it takes, exactly. */
  url: string;
  bodyBytesMax: number;
  trustProxy: boolean;
  door: OperationDoor;
  pipeline: Pipeline;
  log: Logger;
  /** The handler of everything else. */
  otherwise: NodeHandler;
}

/** A node:http handler that is the short way for plain operations and the ordinary way for the rest. */
export function createJsonDoor(options: JsonDoorOptions): NodeHandler {
  const { url, bodyBytesMax, trustProxy, door, pipeline, log, otherwise } = options;

  async function answer(request: LightRequest, address: string, mediaType: AnswerMediaType): Promise<Answer> {
    const requestId = readRequestId(request.get('x-request-id'));
    try {
      const { answer, headers } = await door<Answer>({
        request,
        requestId,
        address,
        isGone: () => request.isGone,
        async respond(context) {
          const result = await pipeline(readPost(request, bodyBytesMax), request, context);
          context.operation.settle(result);
          return renderResult(result, mediaType);
        },
        refuse: (error) => renderResult({ errors: [error] }, mediaType),
      });
      answer.headers.push(...headers, 'vary', 'Origin, Accept-Encoding', 'x-request-id', requestId);
      return await compressBody(answer, request.get('accept-encoding'));
    } catch (error) {
      log.error({ err: error, requestId }, 'internal error');
      const refusal = new GatewayError('INTERNAL_SERVER_ERROR', { requestId, http: { status: 500 } });
      return renderResult({ errors: [refusal] }, mediaType);
    }
  }

  return (incoming, outgoing) => {
    const mediaType = incoming.url === url ? readPlain(incoming) : undefined;
    if (mediaType === undefined) return otherwise(incoming, outgoing);
    const request = new LightRequest(incoming, outgoing);
    const address = clientAddress(request, incoming.socket.remoteAddress ?? '', trustProxy);
    return answer(request, address, mediaType)
      .then((given) => write(given, outgoing))
      .catch(() => outgoing.destroy());
  };
}

const isJson = memoize((contentType) => /^application\/json(?:; ?charset=utf-8)?$/i.test(contentType));

/** The media type to answer a plain request with; undefined for any other request. */
function readPlain({ method, headers }: IncomingMessage): AnswerMediaType | undefined {
  const isPlain =
    method === 'POST' &&
    headers['content-length'] !== undefined &&
    headers['content-encoding'] === undefined &&
    isJson(headers['content-type'] ?? '');
  return isPlain ? readPlainAccept(headers.accept ?? '*/*') : undefined;
}

function write({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  const length = byteLengthOf(body);
  headers.push('content-length', String(length));
  outgoing.writeHead(status, headers);
  if (typeof body === 'string') {
    // A text goes out with the head in one piece, and as Latin-1 it need not be encoded.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  outgoing.cork();
  for (const part of body) outgoing.write(part);
  outgoing.end();
}
