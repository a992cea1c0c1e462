/** What of a body is read, and what a body that is not read is answered. */
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/graph/http/operation-request.ts';
import { readBody } from '../../../src/platform/server/fetch-request.ts';
import { bodyInPieces } from '../../support/body-in-pieces.ts';

const bytesMax = 10;

type BodySource = Pick<Request, 'headers' | 'body'>;

const readText = async (source: BodySource) => textOf(await readBody(source, bytesMax), bytesMax);

const declared = (text: string, length = Buffer.byteLength(text)) => bodyInPieces([text], length);
const chunked = (...pieces: (string | Uint8Array)[]) => bodyInPieces(pieces);
const cutOff = new Error('aborted at /inside');

const tooLarge = expect.objectContaining({
  message: expect.stringContaining('more than 10 bytes (BODY_BYTES_MAX)'),
  extensions: expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', http: { status: 413 } }),
});
const bad = (message: string) =>
  expect.objectContaining({
    message,
    extensions: expect.objectContaining({ code: 'BAD_USER_INPUT', http: { status: 400 } }),
  });

describe('a body that says its length', () => {
  it('is read up to the bound', async () => {
    expect(await readText(declared(''))).toBe('');
    expect(await readText(declared('0123456789'))).toBe('0123456789');
    expect(await readText(declared('01234567é'))).toBe('01234567é');
  });

  it('over the bound is refused unread', async () => {
    const source = declared('0123456789a');
    await expect(readText(source)).rejects.toEqual(tooLarge);
    expect(source.taken).toBe(0);
  });

  it('is refused where it has more bytes than it said and than allowed', async () => {
    await expect(readText(declared('0123456789a', 1))).rejects.toEqual(tooLarge);
  });

  it('that ends early is bad input', async () => {
    await expect(readText(bodyInPieces([cutOff], 0))).rejects.toEqual(bad('The body ended early.'));
  });
});

describe('a body that says no length', () => {
  it('is read up to the bound, whatever its pieces', async () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(await readText(chunked('01234567', first, second))).toBe('01234567é');
  });

  it('over the bound is refused as soon as it is, and the rest is read and dropped', async () => {
    const source = chunked('012345', '6789', 'a', 'b', 'c');
    await expect(readText(source)).rejects.toEqual(tooLarge);
    await expect.poll(() => source.taken).toBe(6);
  });

  it('that ends early is bad input', async () => {
    await expect(readText(bodyInPieces([cutOff]))).rejects.toEqual(bad('The body ended early.'));
  });

  it('may be none', async () => {
    expect(await readText({ ...chunked(), body: null })).toBe('');
  });
});

it('bytes that are not UTF-8 are bad input, never replacement characters', async () => {
  await expect(readText(chunked(Buffer.from([0xff])))).rejects.toEqual(bad('The body is not UTF-8.'));
});
