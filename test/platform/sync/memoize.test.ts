/** Memoized readings: the same values with fewer readings, and only a bounded number of short texts stored. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoize } from '../../../src/platform/sync/memoize.ts';

/** A memoized reader, and the texts it read. */
function reader<Value>(valueFor: (text: string) => Value) {
  const texts: string[] = [];
  const read = memoize((text: string) => {
    texts.push(text);
    return valueFor(text);
  });
  return { read, texts };
}

test.each([
  ['a value', 7],
  ['an undefined value', undefined],
])('%s is read once per text', (_, value) => {
  const { read, texts } = reader(() => value);
  expect(['a', 'b', 'a', 'b'].map(read)).toEqual([value, value, value, value]);
  expect(texts).toEqual(['a', 'b']);
});

test('a text that equals the one before is not looked up', () => {
  const { read } = reader((text) => text);
  const lookUps = vi.spyOn(Map.prototype, 'get');
  onTestFinished(() => lookUps.mockRestore());
  for (const text of ['repeated', 'repeated', 'other', 'repeated']) read(text);
  const texts = lookUps.mock.calls.map(([text]) => text).filter((text) => text === 'repeated' || text === 'other');
  expect(texts).toEqual(['repeated', 'other', 'repeated']);
});

test('a long text is read each time and not stored', () => {
  const { read, texts } = reader((text) => text.length);
  const [longest, long] = ['x'.repeat(256), 'x'.repeat(257)];
  for (const text of [longest, long, longest, long]) expect(read(text)).toBe(text.length);
  expect(texts).toEqual([longest, long, long]);
});

test('a hundred texts are stored, and one more evicts all of them', () => {
  const { read, texts } = reader((text) => text);
  const hundred = Array.from({ length: 100 }, (_, index) => String(index));
  hundred.forEach(read);
  hundred.forEach(read);
  expect(texts).toEqual(hundred);
  read('one more');
  read('one more');
  read('0');
  expect(texts).toEqual([...hundred, 'one more', '0']);
});
