import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../src/graph/operation/document-cache.ts';
import { PreparedDocument } from '../../../src/graph/operation/documents.ts';
import { PinnedDocuments } from '../../../src/graph/operation/pinned-documents.ts';
import { gatewayOver } from '../../support/gateway.ts';

const prepared = (text: string) => new PreparedDocument(parse(text), []);

describe('pinned documents', () => {
  it('are found only under their own text', () => {
    const pinned = new PinnedDocuments(100);
    const document = prepared('{ a }');
    expect(pinned.set('{ a }', document, 10)).toBe(true);
    expect(pinned.get('{ a }')).toBe(document);
    expect(pinned.get('{ b }')).toBeUndefined();
  });

  it('never exceed their memory limit, including compiled programs', () => {
    const pinned = new PinnedDocuments(100);
    const [first, second] = [prepared('{ a }'), prepared('{ b }')];
    expect(pinned.set('{ a }', first, 60)).toBe(true);
    expect(pinned.set('{ b }', second, 41)).toBe(false);
    expect(pinned.get('{ b }')).toBeUndefined();
    expect(memoryOf(second.document).claim(1)).toBe(false);
    const memory = memoryOf(first.document);
    expect(memory.claim(41)).toBe(false);
    expect(memory.claim(40)).toBe(true);
    expect(pinned.size).toEqual({ count: 1, bytes: 100 });
    memory.release(40);
    expect(pinned.set('{ b }', second, 40)).toBe(true);
    expect(pinned.size).toEqual({ count: 2, bytes: 100 });
  });
});

it('a document that exceeds a cost limit is refused each time, and is not pinned', () => {
  const fields = Array.from(
    { length: 60 },
    (_, at) => `a${at}: field(id: "fld_${at}") { weather(last: { days: 363 }, granularity: HOURLY) { date } }`,
  );
  const text = `{ ${fields.join(' ')} }`;
  gatewayOver(undefined, {
    additions: [
      {
        attach({ pin, pipelineOptions: { pinned } }) {
          for (let times = 0; times < 2; times += 1) expect(() => pin(text)).toThrow(/records/);
          expect(pinned.get(text)).toBeUndefined();
          return {};
        },
      },
    ],
  });
  expect.assertions(3);
});

it('a document that is pinned twice is read once, and its fragments are no operations', () => {
  const text = 'query One { field(id: "fld_a") { ...Named } } fragment Named on Field { id }';
  gatewayOver(undefined, {
    additions: [
      {
        attach({ pin, pipelineOptions: { pinned } }) {
          pin(text);
          const first = pinned.get(text);
          expect(first).toBeDefined();
          pin(text);
          expect(pinned.get(text)).toBe(first);
          return {};
        },
      },
    ],
  });
  expect.assertions(2);
});
