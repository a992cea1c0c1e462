import { expect, test } from 'vitest';
import { createDocumentCache } from '../../src/graph/document-cache.ts';

test('a document is found under its text, and under no other', () => {
  const cache = createDocumentCache<number>();
  cache.set('{ a }', 1);
  expect(cache.get('{ a }')).toBe(1);
  expect(cache.get('{ b }')).toBeUndefined();
});

test('documents used longest ago make room once there are more than a million characters of text', () => {
  const cache = createDocumentCache<number>();
  const text = (index: number) => String(index).padStart(250_000);
  for (const index of [0, 1, 2, 3]) cache.set(text(index), index);
  cache.get(text(0));
  cache.set(text(4), 4);
  expect([0, 1, 2, 3, 4].map((index) => cache.get(text(index)))).toEqual([0, undefined, 2, 3, 4]);
});

test('a document longer than all that may be kept is not kept, and what was is forgotten once', () => {
  const cache = createDocumentCache<number>();
  cache.set('x'.repeat(1_000_001), 1);
  cache.set('{ a }', 2);
  expect(cache.get('x'.repeat(1_000_001))).toBeUndefined();
  expect(cache.get('{ a }')).toBe(2);
});
