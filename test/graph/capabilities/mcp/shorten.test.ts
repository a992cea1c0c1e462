/** No answer is longer than a model may receive, and each shortened answer states what is missing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten } from '../../../../src/graph/capabilities/mcp/shorten.ts';

const days = (count: number) => Array.from({ length: count }, (_, day) => ({ day, note: 'x'.repeat(20) }));
const last = { path: ['field', 'days'], keeps: 'last', request: 'request fewer days' } as const;

describe('an answer that is too long', () => {
  it('retains as many of the last items as fit, and states both counts and how to request fewer', () => {
    const { content, text = '' } = shorten({ data: { field: { days: days(100) } } }, [last], 1_000);
    const { field } = content.data as { field: { days: { day: number }[] } };
    expect(content.leftOut).toEqual([
      { path: 'field.days', given: field.days.length, of: 100, request: 'request fewer days' },
    ]);
    expect(field.days.at(-1)?.day).toBe(99);
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text.length + JSON.stringify(days(1)[0]).length + 1).toBeGreaterThan(1_000);
  });

  it('shortens the next list if the first is not enough', () => {
    const data = { field: { days: days(30) }, other: [{ days: days(30) }, { days: days(10) }] };
    const inOther = { path: ['other', 'days'], keeps: 'first', request: 'request fewer' } as const;
    const { content } = shorten({ data }, [last, inOther], 900);
    expect(content.leftOut).toMatchObject([
      { path: 'field.days', given: 0, of: 30 },
      { path: 'other.days', of: 30 },
    ]);
    const { other } = content.data as typeof data;
    expect(other[0]?.days[0]?.day).toBe(0);
    expect(other[1]?.days).toHaveLength(other[0]?.days.length ?? 0);
  });

  it('has no text if shortening its lists cannot make it fit', () => {
    expect(shorten({ data: { text: 'x'.repeat(2_000) } }, [last], 1_000).text).toBeUndefined();
  });
});

it('an answer with any lists fits or has no text, and it states every missing item', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(80), fc.integer({ min: 300, max: 4_000 }), (a, b, charactersMax) => {
      const data = { field: { days: days(a), scenes: days(b) } };
      const scenes = { path: ['field', 'scenes'], keeps: 'first', request: 'request' } as const;
      const { content, text } = shorten({ data }, [scenes, last], charactersMax);
      const shown = content.data as typeof data;
      const named = new Map((content.leftOut ?? []).map(({ path, given, of }) => [path, of - given]));
      expect(a - shown.field.days.length).toBe(named.get('field.days') ?? 0);
      expect(b - shown.field.scenes.length).toBe(named.get('field.scenes') ?? 0);
      if (text !== undefined) expect(text.length).toBeLessThanOrEqual(charactersMax);
    }),
  );
});
