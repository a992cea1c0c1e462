/** Bodies that are encoded although the gateway accepts no coding: which are decoded, and which error the others cause. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from '../../../../src/graph/upstream/wire/content-encoding.ts';
import { rejection } from '../../../support/upstream-call.ts';

const text = 'a body of some length';
const packed = gzipSync(text);
const cut = packed.subarray(0, -10);
const damaged = Buffer.from(packed).fill(0xff, 12, 20);

it.each([
  [' gzip ', packed],
  ['X-GZIP', packed],
  ['identity', Buffer.from(text)],
  ['', Buffer.from(text)],
  ['identity, gzip', packed],
  ['gzip,', packed],
])('a body in %s is decoded', async (coding, bytes) => {
  expect(String(await decodeBody(bytes, coding, 1_000))).toBe(text);
});

it.each([
  [
    'of an unknown coding',
    [packed, 'compress', 1_000, true],
    'UPSTREAM_ERROR',
    { message: 'a content coding that is not known' },
  ],
  ['that is damaged', [damaged, 'gzip', 1_000, true], 'UPSTREAM_ERROR', { code: 'Z_DATA_ERROR' }],
  ['that is cut', [cut, 'gzip', 1_000, true], 'UPSTREAM_UNAVAILABLE', { code: 'Z_BUF_ERROR' }],
  ['that is cut, but was whole on the wire', [cut, 'gzip', 1_000], 'UPSTREAM_ERROR', { code: 'Z_BUF_ERROR' }],
] as const)(
  'a body %s is an error with its cause',
  async (_title, [bytes, coding, bytesMax, mayBeCut], code, cause) => {
    const error = await rejection(decodeBody(bytes, coding, bytesMax, { mayBeCut }));
    expect(error).toMatchObject({ code, cause });
    const named = coding === 'compress' ? ': its Content-Encoding is compress' : '';
    if (code === 'UPSTREAM_ERROR')
      expect(error).toMatchObject({ message: `The response of the Field Data Service could not be decoded${named}.` });
  },
);

it.each([
  ['UTF-8', 'utf-8'],
  ['gzip, None', 'gzip, none'],
  [`x${'y'.repeat(200)}`, `x${'y'.repeat(79)}`],
  ['aws\n<b>', 'aws'],
  ['x-zip 127.0.0.1:8080', 'x-zip 127'],
  ['<b>', 'malformed'],
])('the error names the coding %j in one short line', async (coding, name) => {
  const { message } = await rejection(decodeBody(packed, coding, 1_000));
  expect(message).toBe(`The response of the Field Data Service could not be decoded: its Content-Encoding is ${name}.`);
});

it('at most four bodies are decoded at once, so that their memory is bounded', async () => {
  const lengthMax = 16_777_216;
  const large = gzipSync(Buffer.alloc(lengthMax));
  const ended: string[] = [];
  const decode = async (name: string, bytes: Buffer) => {
    await decodeBody(bytes, 'gzip', lengthMax);
    ended.push(name);
  };
  await Promise.all([...Array.from({ length: 4 }, () => decode('large', large)), decode('small', packed)]);
  expect(ended).toHaveLength(5);
  expect(ended[0]).toBe('large');
});

it('large bodies of one caller do not delay those of another, nor bodies without a coding', async () => {
  const lengthMax = 16_777_216;
  const large = gzipSync(Buffer.alloc(lengthMax));
  const ended: string[] = [];
  const decode = async (caller: string, bytes: Buffer, coding = 'gzip') => {
    await decodeBody(bytes, coding, lengthMax, { caller });
    ended.push(`${caller} ${coding}`);
  };
  const others = Array.from({ length: 8 }, () => decode('one', large));
  await Promise.all([...others, decode('another', packed), decode('one', packed, 'identity')]);
  expect(ended.slice(0, 2)).toEqual(['one identity', 'another gzip']);
});
