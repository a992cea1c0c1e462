/** Decodes responses that are encoded although the request accepts only `identity`: some proxies do this. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { isRecord } from '../../../platform/json/is-record.ts';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import { GatewayError } from '../../errors/gateway-error.ts';

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress, zstd: zstdDecompress };

const unpackers: ReadonlyMap<string, Unpack> = new Map(
  Object.entries(decoders).map(([name, decode]) => [name, promisify(decode) as Unpack]),
);

/** As many at once as Node has threads for it: more would take no less time, and hold the memory of all. */
const decodingsMax = 4;
/** The share of one caller: its large responses must not delay the responses of others. */
const callerShare = 1 / 2;
const slots = new Semaphore(decodingsMax, Number.POSITIVE_INFINITY, callerShare);

/** Without dots and slashes, so that no address is shown. */
const codings = /^[\w, -]{1,80}/;

export const tooLarge = 'The response of the Field Data Service is too large (UPSTREAM_BYTES_MAX).';

/**
 * The decoded body. Rejects with UPSTREAM_ERROR if decoding fails, or the body would be longer than `bytesMax`; with UPSTREAM_UNAVAILABLE
 * if its end is missing and `mayBeCut` is true.
 */
export async function decodeBody(
  bytes: Buffer,
  encoding: string,
  bytesMax: number,
  { mayBeCut = false, caller = '' } = {},
): Promise<Buffer> {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  const coding = names.filter((name) => name !== '' && name !== 'identity').join(', ');
  if (coding === '') return bytes;
  const unpack = unpackers.get(coding);
  try {
    if (!unpack) throw new Error('a content coding that is not known');
    return await slots.run(() => unpack(bytes, { maxOutputLength: bytesMax }), undefined, caller);
  } catch (cause) {
    if (isRecord(cause) && cause.code === 'ERR_BUFFER_TOO_LARGE')
      throw new GatewayError('UPSTREAM_ERROR', { message: tooLarge, cause });
    if (mayBeCut && isRecord(cause) && cause.code === 'Z_BUF_ERROR')
      throw new GatewayError('UPSTREAM_UNAVAILABLE', { cause });
    const how = unpack ? '' : `: its Content-Encoding is ${codings.exec(coding) ?? 'malformed'}`;
    const message = `The response of the Field Data Service could not be decoded${how}.`;
    throw new GatewayError('UPSTREAM_ERROR', { message, cause });
  }
}
