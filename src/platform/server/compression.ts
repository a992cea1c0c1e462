/** Which content coding a reply goes out in (RFC 9110, section 12.5.3). One of 1 KiB or less goes out as it is: it would gain nothing. */
import { arrayBuffer } from 'node:stream/consumers';
import { memoize } from '../sync/memoize.ts';
import {
  byteLengthOf,
  bytesIn,
  bytesOf,
  type ContentCoding,
  encode,
  headerOf,
  type Reply,
  vary,
  type WholeReply,
  wholeBytesMax,
} from './http-reply.ts';

const bytesMin = 1_024;

/** The coding that an Accept-Encoding header likes best; undefined is the bytes as they are. Brotli wins a tie. */
export const preferredCoding = memoize((accepted: string): ContentCoding | undefined => {
  const weights = new Map(accepted.toLowerCase().split(',').map(readWeight));
  const weightOf = (coding: string) => (weights.get(coding) ?? weights.get('*')) || 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : undefined;
});

/** An entry of a header such as Accept, with its weight: NaN if that is no number. */
export function readWeight(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2) || Number.NaN)];
}

const isText = memoize((contentType) => /json|^text\/plain/.test(contentType));

/** The coding that a reply goes out in to who accepts these; undefined where that is none. */
export function codingOf({ headers, body }: WholeReply, acceptEncoding: string | null): ContentCoding | undefined {
  const isWorthIt = isText(headerOf(headers, 'content-type') ?? '') && byteLengthOf(body) > bytesMin;
  return isWorthIt ? preferredCoding(acceptEncoding ?? '') : undefined;
}

/** The reply in the coding that the request prefers. A stream of events, a page that chose its coding itself or a short text stays as it is. */
export function compress(reply: Reply, acceptEncoding: string | null): Reply | Promise<Reply> {
  const { headers, body, isCoded } = reply;
  if (isCoded || !isText(headerOf(headers, 'content-type') ?? '')) return reply;
  vary(headers, 'Accept-Encoding');
  const coding = preferredCoding(acceptEncoding ?? '');
  if (coding === undefined) return reply;
  if (typeof body === 'string' || Array.isArray(body)) return compressWhole({ ...reply, body }, coding);
  // Yoga's text of one result, which it gives as a stream.
  return arrayBuffer(body).then((bytes) => compressWhole({ ...reply, body: [new Uint8Array(bytes)] }, coding));
}

function compressWhole(reply: WholeReply, coding: ContentCoding): Reply | Promise<Reply> {
  const length = byteLengthOf(reply.body);
  if (length <= bytesMin) return reply;
  reply.headers.push('content-encoding', coding);
  if (length > wholeBytesMax) return { ...reply, body: bytesIn(reply.body), coding };
  return encode[coding](bytesOf(reply.body)).then((bytes) => ({ ...reply, body: [bytes] }));
}
