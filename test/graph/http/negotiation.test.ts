/** The media type and the content coding of a response, depending on what the request accepts. */
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { preferredCoding } from '../../../src/platform/server/compression.ts';
import { encode } from '../../../src/platform/server/http-reply.ts';
import { type Answerer, postOf } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { namesType, prefersPage, readPlainAccept, refusalMediaType } from '../../../src/graph/http/negotiation.ts';

const json = 'application/json';
const graphql = 'application/graphql-response+json';

describe('the media type of a response', () => {
  it.each([
    ['*/*', json],
    [json, json],
    [graphql, graphql],
    ['Application/GraphQL-Response+JSON', graphql],
    [`${graphql}, ${json};q=0.9`, graphql],
    [`${graphql},${json}; q=0.9; charset=utf-8`, graphql],
    [`${graphql}; charset=utf-8, */*;q=0.1`, graphql],
    [`${json}, ${graphql}`, json],
    [`*/*, ${graphql}`, json],
    [`${json};q=0, ${graphql}`, graphql],
    [`${graphql}; q=0.00, ${json}`, json],
    [`${json};q=0, */*`, graphql],
    [`*/*, ${graphql};q=0`, json],
    [`${json};q=0.5, ${graphql}`, graphql],
    [`${json}; q=0.5, ${graphql}`, graphql],
    [`${graphql},${json}`, graphql],
    [`${json}; q=0.000, */*`, graphql],
    [`*/*;q=0.1,${graphql}; Q=0.9`, graphql],
    [`${graphql};q=0.9, ${json}`, json],
    [`${json};profile=x`, json],
    [`, ${json},, ${graphql},`, json],
    [`${json}; q=high`, json],
    [`${json};charset=latin1, ${graphql}`, graphql],
    // axios and Angular, jQuery, Java, urql, Apollo Kotlin and iOS.
    [`${json}, text/plain, */*`, json],
    [`${json}, text/javascript, */*; q=0.01`, json],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', json],
    [`${json}, text/html`, json],
    [`text/html, ${json}`, json],
    [`x${json}, ${json}x, ${graphql}`, graphql],
    [`${graphql}, application/graphql+json, ${json}, text/event-stream, multipart/mixed`, graphql],
    [`multipart/mixed;deferSpec=20220824,${graphql},${json}`, graphql],
    [`multipart/mixed;deferSpec=20220824, ${json}`, json],
  ])('for %s is %s', (accept, type) => {
    expect(readPlainAccept(accept)).toBe(type);
    expect(refusalMediaType(accept)).toBe(type);
  });

  it.each([
    '',
    'text/html',
    'application/*',
    'text/plain',
    'text/*',
    'multipart/*',
    'multipart/mixed',
    'text/event-stream',
    `text/event-stream, ${json}`,
    `text/plain, text/event-stream, ${json}`,
    `${json};q=0.9, text/event-stream`,
    `${json}x`,
    `x${json}`,
    `${json};q=0`,
    `${json}, application/*`,
  ])('for %j is left to the path that negotiates it', (accept) => {
    expect(readPlainAccept(accept)).toBeUndefined();
  });

  it.each([
    [null, json],
    ['text/html', json],
    [`text/html, ${json}`, json],
    [`text/html, ${graphql}`, graphql],
    [`text/html, ${graphql};q=0`, json],
    [`text/event-stream, ${graphql}`, graphql],
  ])('for a refusal with Accept: %s is %s', (accept, type) => {
    expect(refusalMediaType(accept)).toBe(type);
  });
});

it('no Accept header names no type, and prefers no page', () => {
  expect([namesType(null, json), prefersPage(null)]).toEqual([false, false]);
});

it.each(['text/event-stream;q=0', 'text/event-stream; Q=0.0', 'TEXT/EVENT-STREAM', 'text/event-stream; q=0.1'])(
  'an Accept header that names %s takes the plain path unless it prefers events',
  (range) => {
    for (const accept of [`*/*, ${range}`, `${range},${json}`, `${json}, ${range}, */*`]) {
      const isPreferred = namesType(accept, 'text/event-stream') && accept.startsWith(range) && !range.includes('q=');
      expect(readPlainAccept(accept), accept).toBe(isPreferred ? undefined : json);
    }
  },
);

describe('an Accept header without a supported media type', () => {
  const query = '{ field(id: "fld_a") { weather { date } } }';
  const send = (answer: Answerer, accept: string) => answer(postOf(query, { accept }));

  it.each([
    ['text/plain', 'text/plain'],
    ['another type of the same kind', 'application/jso'],
    ['any type of another kind', 'audio/*'],
    ['an incomplete range', 'application/j*'],
    ['12,000 commas', ','.repeat(12_000)],
    ['a refusal of JSON', `${json};q=0`],
    ['all types of a range', `text/*, text/event-stream;q=0, application/*, ${json};q=0, ${graphql};q=0`],
    ['a quoted charset', `${json};charset="utf-8"`],
    ['another charset', `${json};charset=latin1`],
  ])('is refused with 406 before the operation runs: %s', async (_title, accept) => {
    const { answer, calls } = gatewayOver();
    const response = await send(answer, accept);
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
    expect([...response.headers].flat().join().length).toBeLessThan(1_000);
    expect(calls).toEqual([]);
  });

  it.each([
    '',
    'application/*',
    'text/plain, multipart/*',
    'text/plain, */*',
    `text/plain, ${json}`,
    'text/event-stream',
    'multipart/mixed; charset=utf-8',
  ])('is not %j, which includes a supported media type', async (accept) => {
    const { answer } = gatewayOver();
    expect((await send(answer, accept)).status).toBe(200);
  });

  // urql sends the second for its subscriptions.
  it.each([
    ['text/*', 'text/event-stream'],
    ['text/event-stream, multipart/mixed', 'text/event-stream'],
    ['application/*, text/event-stream;q=0.5', `${json}; charset=utf-8`],
    [`application/*, ${json};q=0`, `${graphql}; charset=utf-8`],
    ['multipart/*', 'multipart/mixed; boundary="-"'],
  ])('%s gets %s', async (accept, type) => {
    const { answer } = gatewayOver();
    const { headers } = await send(answer, accept);
    expect(headers.get('content-type')).toBe(type);
  });
});

describe('the response at the path of the graph with GraphiQL', () => {
  const graphiql = { demoKey: undefined };

  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['text/html;q=0.5, */*;q=0.1', 'text/html; charset=utf-8'],
    [`${json}, text/html;q=0`, `${json}; charset=utf-8`],
    [`${json}, text/html; q=0.0`, `${json}; charset=utf-8`],
    [`${json}, text/htmlx`, `${json}; charset=utf-8`],
    [`${json}, text/html; q=0.1`, `${json}; charset=utf-8`],
    [`${json};q=0.8, text/html`, 'text/html; charset=utf-8'],
    ['application/xhtml+xml, text/html', 'text/html; charset=utf-8'],
  ])('for Accept: %s has the type %s', async (accept, type) => {
    const { answer } = gatewayOver(undefined, { graphiql });
    const response = await answer(
      new Request('http://gateway.test/graphql?query=%7B__typename%7D', { headers: { accept } }),
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });
});

describe('the content coding of a response', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip; q=0.5 , br ; q=0.4', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.5, gzip;q=0.6', 'gzip'],
    ['gzip;level=1;q=0.2, br;q=0.1', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.6', 'gzip'],
  ])('for %s is %s', (accepted, coding) => {
    expect(preferredCoding(accepted)).toBe(coding);
  });

  it.each([
    '',
    'identity',
    'deflate',
    'gzip;q=0',
    'br;q=0, gzip;q=0',
    '*;q=0',
    'gzip;q=',
    'gzip;q=none',
    'identity;q=1, gzip;q=0.5',
    'identity, *;q=0.5',
  ])('for %j is none', (accepted) => {
    expect(preferredCoding(accepted)).toBeUndefined();
  });

  it('uses Brotli quality 4, because the best quality takes seconds for a long reply', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => `"${(index * 7919) % 1_000}"`).join());
    const atQuality = (quality: number) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    expect(Buffer.from(await encode.br(bytes))).toEqual(atQuality(4));
    expect(atQuality(4)).not.toEqual(brotliCompressSync(bytes));
  });

  it('can be decoded to the same bytes', async () => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index)));
    const [br, gzip] = [await encode.br(bytes), await encode.gzip(bytes)];
    expect(brotliDecompressSync(br)).toEqual(bytes);
    expect(gunzipSync(gzip)).toEqual(bytes);
    for (const { byteLength } of [br, gzip]) expect(byteLength).toBeLessThan(bytes.length / 2);
  });
});
