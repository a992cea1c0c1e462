/** What of a body is read, and what a body that is not read is answered. */
import { describe, expect, it } from 'vitest';
import { type BodySource, readBody } from '../../../src/graph/http/operation-request.ts';

const bytesMax = 10;

/** A body that says its length, and whether it was asked for. */
function declared(text: string, length = Buffer.byteLength(text)) {
  const source = { wasRead: false };
  const body: BodySource = {
    headers: new Headers({ 'content-length': String(length) }),
    async arrayBuffer() {
      source.wasRead = true;
      return Buffer.from(text);
    },
  };
  return Object.assign(source, { body });
}

/** A body in pieces that says no length, and how many of them were taken. */
function chunked(...chunks: (string | Uint8Array)[]) {
  const source = { taken: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[source.taken];
        source.taken += 1;
        if (chunk === undefined) controller.close();
        else controller.enqueue(Buffer.from(chunk as string));
      },
    },
    { highWaterMark: 0 },
  );
  const body: BodySource = {
    headers: new Headers(),
    body: stream,
    arrayBuffer: () => Promise.reject(new Error('not this way')),
  };
  return Object.assign(source, { body });
}

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
    expect(await readBody(declared('').body, bytesMax)).toBe('');
    expect(await readBody(declared('0123456789').body, bytesMax)).toBe('0123456789');
    expect(await readBody(declared('01234567é').body, bytesMax)).toBe('01234567é');
  });

  it('over the bound is refused unread', async () => {
    const source = declared('0123456789a');
    await expect(readBody(source.body, bytesMax)).rejects.toEqual(tooLarge);
    expect(source.wasRead).toBe(false);
  });

  it('is refused where it has more bytes than it said and than allowed', async () => {
    await expect(readBody(declared('0123456789a', 1).body, bytesMax)).rejects.toEqual(tooLarge);
  });

  it('that ends early is bad input', async () => {
    const body = { ...declared('').body, arrayBuffer: () => Promise.reject(new Error('aborted at /inside')) };
    await expect(readBody(body, bytesMax)).rejects.toEqual(bad('The body ended early.'));
  });
});

describe('a body that says no length', () => {
  it('is read up to the bound, whatever its pieces', async () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(await readBody(chunked('01234567', first, second).body, bytesMax)).toBe('01234567é');
  });

  it('over the bound is refused as soon as it is, and the rest is not taken', async () => {
    const source = chunked('012345', '6789', 'a', 'b', 'c');
    await expect(readBody(source.body, bytesMax)).rejects.toEqual(tooLarge);
    expect(source.taken).toBe(3);
  });

  it('that ends early is bad input', async () => {
    const body = { ...chunked().body, body: new ReadableStream({ pull: () => Promise.reject(new Error('gone')) }) };
    await expect(readBody(body, bytesMax)).rejects.toEqual(bad('The body ended early.'));
  });

  it.each([null, undefined])('may be none: %s', async (none) => {
    expect(await readBody({ ...chunked().body, body: none }, bytesMax)).toBe('');
  });
});

it('bytes that are not UTF-8 are bad input, never replacement characters', async () => {
  await expect(readBody(chunked(Buffer.from([0xff])).body, bytesMax)).rejects.toEqual(bad('The body is not UTF-8.'));
});
