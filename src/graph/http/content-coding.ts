/** The content codings of answers: which one a request prefers (RFC 9110, section 12.5.3), and bytes in that coding. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { memoize } from '../../platform/memoize.ts';

export type ContentCoding = 'br' | 'gzip';

/** Brotli's default of 11 takes seconds for a page; 4 is smaller than gzip and about as fast. */
const brotliQuality = 4;

const encoders: Record<ContentCoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** The bytes in a coding, computed off the event loop. */
export async function encode(bytes: Uint8Array, coding: ContentCoding): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await encoders[coding](bytes));
}

/** The coding that an Accept-Encoding header likes best; undefined is the bytes as they are. Brotli wins a tie. */
export const preferredCoding = memoize((accepted: string): ContentCoding | undefined => {
  const weights = new Map(accepted.toLowerCase().split(',').map(readWeight));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : undefined;
});

function readWeight(item: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [coding, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
