/** Only records of the contract's shape, and of the requested field, are accepted. */
import { describe, expect, it } from 'vitest';
import { earthObservations, observations, weather } from '../../../src/graph/reads/reads.ts';
import { fieldOnly, readList, readOne, type Shape } from '../../../src/graph/reads/shape.ts';
import { note, scene, weatherDay } from '../../support/recorded-service.ts';

type RecordKind = 'weather' | 'earth-observation' | 'observation';

const good: Record<RecordKind, Record<string, unknown>> = {
  weather: { ...weatherDay('fld_1') },
  'earth-observation': { ...scene('fld_1') },
  observation: { ...note('fld_1') },
};
const required: Record<RecordKind, string[]> = {
  weather: ['field_id', 'starts_at', 'ends_at', 'kind', 'granularity', 'source'],
  'earth-observation': ['field_id', 'id', 'scene_id', 'acquired_at', 'indices', 'source'],
  observation: ['field_id', 'id', 'text', 'category', 'observed_at', 'created_at', 'live_mode'],
};
const shapes: Record<RecordKind, Shape<unknown>> = {
  weather: weather.record,
  'earth-observation': earthObservations.record,
  observation: observations.record,
};
const requestedOf = (kind: RecordKind, field_id = 'fld_1') => ({
  record: shapes[kind],
  expected: fieldOnly({ field_id }),
});
const kinds = Object.keys(good) as RecordKind[];
const upstreamError = expect.objectContaining({ code: 'UPSTREAM_ERROR' });

describe.each(kinds)('%s', (kind) => {
  const requested = requestedOf(kind);

  it('is accepted unchanged, with unknown properties, and as an empty list', () => {
    const items = [good[kind], { ...good[kind], added_in_v1_9: true }];
    expect(readList(items, requested).items()).toBe(items);
    expect(readList([], requested).items()).toEqual([]);
    expect(readOne({ data: good[kind] }, shapes[kind], 'fld_1')).toBe(good[kind]);
  });

  it.each(required[kind])('is refused without %s, or with a wrong type of it', (name) => {
    for (const wrong of [undefined, 7, 'fld_2', {}, []]) {
      const record = { ...good[kind], [name]: wrong };
      if (typeof wrong === typeof good[kind][name] && Array.isArray(wrong) === Array.isArray(good[kind][name])) {
        if (name !== 'field_id') continue;
      }
      const named = expect.objectContaining({ message: expect.stringContaining(`: data[1].${name} is no`) });
      const read = () => readList([good[kind], record], requested);
      expect(read, String(wrong)).toThrow(upstreamError);
      expect(read, String(wrong)).toThrow(named);
    }
  });

  it.each([
    ['an object without data', {}],
    ['an object whose data is not a list', { data: {} }],
    ['a list of null', { data: [null] }],
    ['a list of strings', { data: ['x'] }],
    ['a list of lists', { data: [[]] }],
  ])('is refused if the response is %s', (_name, payload: { data?: unknown }) => {
    expect(() => readList(payload.data, requested)).toThrow(upstreamError);
    expect(() => readOne(payload as { data: object }, shapes[kind], 'fld_1')).toThrow(upstreamError);
  });

  it('is refused if it belongs to another field', () => {
    expect(() => readList([good[kind]], requestedOf(kind, 'fld_2'))).toThrow(upstreamError);
  });
});

it('a scene with an unknown cloud cover is accepted', () => {
  const item = { ...scene('fld_1'), cloud_cover: null };
  expect(readList([item], requestedOf('earth-observation')).items()).toEqual([item]);
});
