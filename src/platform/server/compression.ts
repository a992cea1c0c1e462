/** Chooses the content coding of a reply (RFC 9110, section 12.5.3). A reply of 1 KiB or less gets none: it would gain nothing. */
import { arrayBuffer } from 'node:stream/consumers';
import { memoize } from '../sync/memoize.ts';
import {
  byteLengthOf,
  partsOf,
  bytesOf,
  type ContentCoding,
  encode,
  freeBytes,
  headerOf,
  type Reply,
  vary,
  type WholeReply,
  wholeBytesMax,
} from './http-reply.ts';

const bytesMin = 1_024;

/** Returns the coding that an Accept-Encoding header prefers, or undefined for none. Brotli wins a tie, `identity` loses one. */
export const preferredCoding = memoize((accepted: string): ContentCoding | undefined => {
  const weights = new Map(accepted.toLowerCase().split(',').map(readWeight));
  const weightOf = (coding: string) => (weights.get(coding) ?? weights.get('*')) || 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  const weight = weightOf(best);
  return weight > 0 && weight >= (weights.get('identity') || 0) ? best : undefined;
});

/** An entry of a header such as Accept, with its weight: NaN if that is no number. */
export function readWeight(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2) || Number.NaN)];
}

const isText = memoize((contentType) => /json|^text\/plain/.test(contentType));

/** Returns the coding of a reply for this Accept-Encoding header, or undefined for none. */
export function codingOf({ headers, body }: WholeReply, acceptEncoding: string | null): ContentCoding | undefined {
  const isWorthIt = isText(headerOf(headers, 'content-type') ?? '') && byteLengthOf(body) > bytesMin;
  return isWorthIt ? preferredCoding(acceptEncoding ?? '') : undefined;
}

/** Compresses a reply in the coding that the request prefers. Event streams, pages that chose a coding and short texts stay unchanged. */
export function compress(reply: Reply, acceptEncoding: string | null): Reply | Promise<Reply> {
  const { headers, body, isCoded } = reply;
  if (isCoded || !isText(headerOf(headers, 'content-type') ?? '')) return reply;
  vary(headers, 'Accept-Encoding');
  const coding = preferredCoding(acceptEncoding ?? '');
  if (coding === undefined) return reply;
  if (typeof body === 'string' || Array.isArray(body)) return compressWhole({ ...reply, body }, coding);
  // The MCP library returns a text as a stream.
  return arrayBuffer(body).then((bytes) => compressWhole({ ...reply, body: [new Uint8Array(bytes)] }, coding));
}

function compressWhole(reply: WholeReply, coding: ContentCoding): Reply | Promise<Reply> {
  const length = byteLengthOf(reply.body);
  if (length <= bytesMin) return reply;
  reply.headers.push('content-encoding', coding);
  if (length > wholeBytesMax) return { ...reply, body: partsOf(reply.body), coding };
  return encode[coding](bytesOf(reply.body)).then((bytes) => {
    // A slow reader would keep it in memory.
    freeBytes(reply.own ?? []);
    return { ...reply, body: [bytes], own: undefined };
  });
}
