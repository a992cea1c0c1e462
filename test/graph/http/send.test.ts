/** Bodies as streams: which of their bytes count as unsent. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress } from '../../../src/platform/server/compression.ts';
import { streamOf, toResponse, writeReply } from '../../../src/platform/server/http-reply.ts';
import { BufferedBytes } from '../../../src/platform/server/buffered-bytes.ts';
import { bind } from '../../support/gateway.ts';

const parts = [Buffer.alloc(900_000, 'a'), Buffer.alloc(600_000, 'b')];

describe('the bytes of a stream', () => {
  it('count as unsent only while the stream is read', async () => {
    const unsent = new BufferedBytes();
    const stream = streamOf(parts, undefined, unsent);
    stream.read();
    await once(stream, 'readable');
    expect(unsent.bytes).toBe(1_500_000);
    expect(await buffer(stream)).toEqual(Buffer.concat(parts));
    expect(unsent.bytes).toBe(0);
  });

  it('do not count in a stream of up to 64 KiB', async () => {
    const unsent = new BufferedBytes();
    const stream = streamOf([Buffer.alloc(65_536)], undefined, unsent);
    stream.read();
    await once(stream, 'readable');
    expect(unsent.bytes).toBe(0);
    stream.destroy();
  });

  it.each([65_536, 65_537])('count in a text of %i characters only above 64 KiB', async (length) => {
    const unsent = new BufferedBytes();
    const reader = toResponse({ status: 200, headers: [], body: 'x'.repeat(length) }, unsent).body?.getReader();
    await reader?.read();
    expect(unsent.bytes).toBe(length > 65_536 ? length : 0);
    await reader?.cancel();
  });

  it('do not count if reading never begins, as after a client has disconnected', async () => {
    const unsent = new BufferedBytes();
    streamOf(parts, undefined, unsent);
    await new Promise(setImmediate);
    expect(unsent.bytes).toBe(0);
  });

  it('are released when the peer of a Response disconnects, even while a reader locks the stream', async () => {
    const unsent = new BufferedBytes();
    const leaving = new AbortController();
    const response = toResponse({ status: 200, headers: [], body: parts }, unsent, leaving.signal);
    await response.body?.getReader().read();
    expect(unsent.bytes).toBe(1_500_000);
    leaving.abort();
    while (unsent.bytes > 0) await new Promise(setImmediate);
    expect(unsent.bytes).toBe(0);
  });

  it.each([undefined, 'gzip'] as const)('are released if reading ends early, with the coding %s', async (coding) => {
    const unsent = new BufferedBytes();
    const stream = streamOf(parts, coding, unsent);
    stream.on('error', () => {});
    stream.read();
    await once(stream, 'readable');
    stream.destroy();
    while (unsent.bytes > 0) await new Promise(setImmediate);
    expect(unsent.bytes).toBe(0);
  });
});

it('a large text is sent in the coding that its header states', async () => {
  const text = JSON.stringify('a'.repeat(1_100_000));
  const reply = await compress({ status: 200, headers: ['content-type', 'application/json'], body: text }, 'gzip');
  const response = toResponse(reply);
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(text);
});

describe('the memory of a reply to a client that disconnects', () => {
  it.each([
    ['gzip', false],
    ['br', false],
    [undefined, true],
  ] as const)('coded as %s: whether it is freed is %s', async (coding, isFreed) => {
    const own = [randomBytes(16_000_000), randomBytes(16_000_000)];
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { port } = await bind((_request, response) => {
      response.once('close', resolve);
      writeReply({ status: 200, headers: [], body: own, own, ...(coding && { coding }) }, response);
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await closed;
    expect(own.map(({ buffer }) => buffer.detached)).toEqual([isFreed, isFreed]);
  });
});
