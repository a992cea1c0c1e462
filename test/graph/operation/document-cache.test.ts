import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DocumentCache, memoryOf } from '../../../src/graph/operation/document-cache.ts';

const bytesMax = 8_000;
const shareMax = 1_000;

function cacheOf(sizes: Record<string, number>) {
  const cache = new DocumentCache(bytesMax);
  const documents = new Map(Object.keys(sizes).map((text) => [text, { document: parse(text) }]));
  for (const [text, prepared] of documents) cache.set(text, prepared, sizes[text] as number);
  const memoryOfText = (text: string) => memoryOf(documents.get(text)!.document);
  const cachedTexts = () => [...documents.keys()].filter((text) => cache.get(text) !== undefined);
  return { cache, memoryOf: memoryOfText, cachedTexts };
}

const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`{ f${index} }`, 800]));

describe('prepared documents', () => {
  it('are found only under their own text', () => {
    const { cache } = cacheOf({ '{ a }': 1 });
    expect(cache.get('{ a }')?.document.kind).toBe('Document');
    expect(cache.get('{ b }')).toBeUndefined();
  });

  it('are evicted, least recently used first, when new ones exceed the limit', () => {
    const { cache, cachedTexts } = cacheOf(nine);
    cache.get('{ f0 }');
    cache.set('{ g }', { document: parse('{ g }') }, 900);
    cache.set('{ h }', { document: parse('{ h }') }, 900);
    expect(cachedTexts()).toEqual(Object.keys(nine).filter((text) => text !== '{ f1 }' && text !== '{ f2 }'));
    expect(cache.size).toEqual({ count: 9, bytes: 7 * 800 + 2 * 900, evictions: 2 });
  });

  it('count their growth, and evict others when they grow', () => {
    const { cache, memoryOf, cachedTexts } = cacheOf(nine);
    for (const text of ['{ f3 }', '{ f4 }', '{ f5 }', '{ f6 }', '{ f7 }']) expect(memoryOf(text).claim(200)).toBe(true);
    expect(cachedTexts()).not.toContain('{ f0 }');
    expect(cache.size.bytes).toBe(8 * 800 + 5 * 200);
    memoryOf('{ f3 }').release(150);
    expect(cache.size.bytes).toBe(8 * 800 + 5 * 200 - 150);
  });

  it('take no more than an eighth of the cache each', () => {
    const { cache, memoryOf } = cacheOf({ '{ a }': 900, '{ b }': shareMax + 1 });
    expect(cache.get('{ b }')).toBeUndefined();
    expect(memoryOf('{ b }').claim(1)).toBe(false);
    expect(memoryOf('{ a }').claim(shareMax - 900 + 1)).toBe(false);
    expect(memoryOf('{ a }').claim(shareMax - 900)).toBe(true);
    expect(cache.size).toEqual({ count: 1, bytes: shareMax, evictions: 0 });
  });

  it('count no more memory if they are evicted while they run', () => {
    const { cache, memoryOf } = cacheOf({ '{ a }': 800 });
    const memory = memoryOf('{ a }');
    for (let index = 0; index < 10; index++) cache.set(`{ b${index} }`, { document: parse(`{ b${index} }`) }, 800);
    const { size } = cache;
    expect(cache.get('{ a }')).toBeUndefined();
    expect(memory.claim(1)).toBe(false);
    memory.release(100);
    expect(cache.size).toEqual(size);
  });
});
