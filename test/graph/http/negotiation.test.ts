/** Which media type and which content coding an answer has, by what the request accepts. */
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encode, preferredCoding } from '../../../src/graph/http/compression.ts';
import { readPlainAccept, refusalMediaType } from '../../../src/graph/http/negotiation.ts';

const json = 'application/json';
const graphql = 'application/graphql-response+json';

describe('the media type of an answer', () => {
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
  ])('for %s is %s', (accept, type) => {
    expect(readPlainAccept(accept)).toBe(type);
    expect(refusalMediaType(accept)).toBe(type);
  });

  it.each([
    '',
    'text/html',
    `${json}, text/html`,
    `text/html, ${json}`,
    'application/*',
    `${json}x`,
    `x${json}`,
    `${json};profile=x`,
    `${json},,${json}`,
    `${json}; q=high`,
  ])('for %j is found out by the other door', (accept) => {
    expect(readPlainAccept(accept)).toBeUndefined();
  });

  it.each([
    [null, json],
    ['text/html', json],
    [`text/html, ${json}`, json],
    [`text/html, ${graphql}`, graphql],
  ])('of a refusal for %s is %s', (accept, type) => {
    expect(refusalMediaType(accept)).toBe(type);
  });
});

describe('the content coding of an answer', () => {
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
  ])('for %s is %s', (accepted, coding) => {
    expect(preferredCoding(accepted)).toBe(coding);
  });

  it.each(['', 'identity', 'deflate', 'gzip;q=0', 'br;q=0, gzip;q=0', '*;q=0', 'gzip;q=', 'gzip;q=none'])(
    'for %j is none',
    (accepted) => {
      expect(preferredCoding(accepted)).toBeUndefined();
    },
  );

  it('costs little: Brotli is not at its best, which takes seconds for a page', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => `"${(index * 7919) % 1_000}"`).join());
    const atQuality = (quality: number) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    expect(Buffer.from(await encode(bytes, 'br'))).toEqual(atQuality(4));
    expect(atQuality(4)).not.toEqual(brotliCompressSync(bytes));
  });

  it('is reversed to the same bytes', async () => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index)));
    const [br, gzip] = [await encode(bytes, 'br'), await encode(bytes, 'gzip')];
    expect(brotliDecompressSync(br)).toEqual(bytes);
    expect(gunzipSync(gzip)).toEqual(bytes);
    for (const { byteLength } of [br, gzip]) expect(byteLength).toBeLessThan(bytes.length / 2);
  });
});
