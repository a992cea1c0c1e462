/** That the body of an answer is what came, however its length was stated and in whatever pieces it came. */
import { describe, expect, it } from 'vitest';
import { Body } from '../../../src/graph/upstream/wire/body.ts';

const bytesMax = 10;

function bodyOf(stated: string | undefined, pieces: string[]): Body {
  const body = new Body(bytesMax);
  body.state(stated);
  for (const piece of pieces) body.add(Buffer.from(piece));
  return body;
}

describe.each([
  ['of no stated length', undefined],
  ['of its stated length', '6'],
  ['shorter than stated', '9'],
  ['longer than stated', '5'],
  ['stated longer than allowed', '11'],
  ['stated as no number', 'six'],
])('a body %s', (_title, stated) => {
  it.each([[['abcdef']], [['abc', 'def']], [['a', 'b', 'cdef']], [['abcd', 'e', 'f']]])(
    'is what came: %j',
    (pieces) => {
      expect(bodyOf(stated, pieces).bytes().toString()).toBe('abcdef');
    },
  );
});

it('a body that does not come is empty', () => {
  expect(bodyOf('6', []).bytes()).toHaveLength(0);
  expect(bodyOf(undefined, []).bytes()).toHaveLength(0);
});

it('a body of its stated length is put together in memory of its own, and makes no room for more than allowed', () => {
  const memoryOf = (stated: string) => bodyOf(stated, ['abc', 'def']).bytes().buffer.byteLength;
  expect(memoryOf('6')).toBe(6);
  expect(memoryOf('1000000')).not.toBe(1_000_000);
});

it('a body that nobody waits for is let go', () => {
  const body = bodyOf('6', ['abc', 'def']);
  body.drop();
  body.add(Buffer.from('ghi'));
  expect(body.bytes().toString()).not.toContain('abc');
});
