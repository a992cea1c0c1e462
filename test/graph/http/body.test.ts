/** How much of a body is read, and how other bodies are refused. */
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

describe('a body that states its length', () => {
  it('is read up to BODY_BYTES_MAX', async () => {
    expect(await readText(declared(''))).toBe('');
    expect(await readText(declared('0123456789'))).toBe('0123456789');
    expect(await readText(declared('01234567é'))).toBe('01234567é');
  });

  it('above BODY_BYTES_MAX is refused without being read', async () => {
    const source = declared('0123456789a');
    await expect(readText(source)).rejects.toEqual(tooLarge);
    expect(source.taken).toBe(0);
  });

  it('is refused if it has more bytes than stated and than BODY_BYTES_MAX', async () => {
    await expect(readText(declared('0123456789a', 1))).rejects.toEqual(tooLarge);
  });

  it('is BAD_USER_INPUT if it ends early', async () => {
    await expect(readText(bodyInPieces([cutOff], 0))).rejects.toEqual(bad('The body ended early.'));
  });
});

describe('a body without a stated length', () => {
  it('is read up to BODY_BYTES_MAX, however it is split into chunks', async () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(await readText(chunked('01234567', first, second))).toBe('01234567é');
  });

  it('is refused as soon as it exceeds BODY_BYTES_MAX, and the rest is read and discarded', async () => {
    const source = chunked('012345', '6789', 'a', 'b', 'c');
    await expect(readText(source)).rejects.toEqual(tooLarge);
    await expect.poll(() => source.taken).toBe(6);
  });

  it('is BAD_USER_INPUT if it ends early', async () => {
    await expect(readText(bodyInPieces([cutOff]))).rejects.toEqual(bad('The body ended early.'));
  });

  it('may be absent', async () => {
    expect(await readText({ ...chunked(), body: null })).toBe('');
  });
});

it('bytes that are not UTF-8 are BAD_USER_INPUT and never become replacement characters', async () => {
  await expect(readText(chunked(Buffer.from([0xff])))).rejects.toEqual(bad('The body is not UTF-8.'));
});
