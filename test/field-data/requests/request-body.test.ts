/** The body of a write: how much of it is read, which media types are accepted, and which JSON. */
import { describe, expect, test } from 'vitest';
import { ServiceProblem } from '../../../src/field-data/records/errors.ts';
import { FetchRequest } from '../../../src/platform/server/fetch-request.ts';
import {
  assertJsonMediaType,
  bodyBytesMax,
  parseJson,
  readBody,
} from '../../../src/field-data/requests/request-body.ts';
import { bodyInPieces } from '../../support/body-in-pieces.ts';

const requestOf = (headers: Headers, body: ReadableStream<Uint8Array> | null) =>
  new FetchRequest({ url: 'http://service.test/', headers, body } as Request, '');

function bodyOf(...args: Parameters<typeof bodyInPieces>) {
  const source = bodyInPieces(...args);
  return Object.assign(source, { request: requestOf(source.headers, source.body) });
}

/** The problem that `act` throws. Fails if it throws none. */
async function problemOf(act: () => unknown): Promise<ServiceProblem> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ServiceProblem) return error;
    throw error;
  }
  return expect.unreachable();
}

describe('a body', () => {
  const half = 'x'.repeat(bodyBytesMax / 2);

  test.each([undefined, bodyBytesMax])('of the maximum size is read when its Content-Length is %s', async (length) => {
    expect(Buffer.from(await readBody(bodyOf([half, half], length).request)).toString()).toBe(half + half);
  });

  test('is read as empty when missing', async () => {
    expect(await readBody(requestOf(new Headers(), null))).toHaveLength(0);
  });

  test('with a Content-Length above the maximum is refused unread', async () => {
    const source = bodyOf(['x'], bodyBytesMax + 1);
    expect((await problemOf(() => readBody(source.request))).code).toBe('payload_too_large');
    expect(source.taken).toBe(0);
  });

  test('above the maximum is refused as soon as it exceeds it, and the rest is read and discarded', async () => {
    const source = bodyOf([half, half, 'x', half, half]);
    expect((await problemOf(() => readBody(source.request))).code).toBe('payload_too_large');
    await expect.poll(() => source.taken).toBe(6);
  });

  test('that breaks off is refused as malformed, with the cause for the log', async () => {
    const cut = new Error('aborted');
    expect(await problemOf(() => readBody(bodyOf(['{', cut]).request))).toMatchObject({
      code: 'malformed_json',
      cause: cut,
    });
  });
});

describe('a media type', () => {
  test.each<Record<string, string>>([
    { 'content-type': 'application/json' },
    { 'content-type': 'Application/JSON; Charset=UTF-8' },
    { 'content-type': 'application/json ;charset="utf-8"' },
    { 'content-type': 'application/json; profile=x; charset=utf8' },
    { 'content-type': 'application/json; profile=charset' },
    { 'content-type': 'application/json', 'content-encoding': 'Identity' },
  ])('%j is accepted', (headers) => {
    expect(() => assertJsonMediaType(new Headers(headers))).not.toThrow();
  });

  test.each<[headers: Record<string, string>, header: string]>([
    [{}, 'Content-Type'],
    [{ 'content-type': '' }, 'Content-Type'],
    [{ 'content-type': 'text/plain' }, 'Content-Type'],
    [{ 'content-type': 'application/json5' }, 'Content-Type'],
    [{ 'content-type': 'application/json; charset=latin1' }, 'Content-Type'],
    [{ 'content-type': 'application/json; charset=utf-16' }, 'Content-Type'],
    [{ 'content-type': 'application/json; charset=x-charset=utf-8' }, 'Content-Type'],
    [{ 'content-type': 'application/json; charset=utf-8859' }, 'Content-Type'],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'Content-Encoding'],
    [{ 'content-type': 'application/json', 'content-encoding': 'identity, gzip' }, 'Content-Encoding'],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip, identity' }, 'Content-Encoding'],
  ])('%j is refused, and the error names %s', async (headers, header) => {
    const problem = await problemOf(() => assertJsonMediaType(new Headers(headers)));
    expect(problem).toMatchObject({ code: 'unsupported_media_type', violations: [{ code: 'wrong_format', header }] });
    expect(problem.message).toContain(header === 'Content-Encoding' ? header : 'application/json in UTF-8');
  });
});

describe('JSON', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

  test('is accepted up to 32 nested lists and objects', async () => {
    expect(parseJson(Buffer.from(nested(32)))).toEqual(JSON.parse(nested(32)));
    for (const deeper of [nested(34), `[${nested(32)}]`, `[1, "a", null, ${nested(32)}]`, nested(100_000)]) {
      expect((await problemOf(() => parseJson(Buffer.from(deeper)))).code).toBe('malformed_json');
    }
  });

  test.each(['null', '7', '"a"', '[]', '{}', '[null]'])('%s is accepted as a value', (text) => {
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });

  test.each([
    ['', 'JSON: see line 1, column 1.'],
    ['{', 'JSON: see line 1, column 2.'],
    [Buffer.from([0x22, 0xff, 0x22]), 'UTF-8.'],
  ])('%j is refused without an echo of its content', async (bytes, what) => {
    const problem = await problemOf(() => parseJson(Buffer.from(bytes as string)));
    expect(problem).toMatchObject({ code: 'malformed_json', message: `The body is not ${what}` });
  });
});
