/** Long lists are answered part by part from their bytes, in every layout of the service. */
import { execute, GraphQLList, type GraphQLOutputType, parse } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { ByteList } from '../../../src/executor/byte-list.ts';
import { ObservedShape, ShapeMismatch } from '../../../src/executor/bytes/observed-shape.ts';
import { ListProgram } from '../../../src/executor/bytes/list-program.ts';
import { createExecutor } from '../../../src/executor/executor.ts';
import type { JsonResult } from '../../../src/executor/json-result.ts';
import { schema } from '../../../src/graph/schema/schema.ts';
import { listPayload, type ResponseList } from '../../../src/graph/upstream/response.ts';
import { stepBytes } from '../../../src/platform/sync/turns.ts';
import { anyItems, longWork, oneListOf } from '../../support/byte-list.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type Writing, writtenList } from '../../support/written-records.ts';

const records = 600;
const partsMin = 4;
const expected = { names: ['field_id'], values: ['fld_a'] };

const oneList = oneListOf(new GraphQLList(schema.getType('WeatherRecord') as GraphQLOutputType));
const document = parse('{ records { kind startsAt temperatureMin { value unit } source { name derived } } }');

afterEach(() => {
  vi.restoreAllMocks();
});

it.each<Writing>(['compact', 'spaced', 'indented', 'shuffled', 'foreign'])(
  'a long list that the service writes %s is answered part by part from its bytes, as after a parse',
  async (writing) => {
    const part = vi.spyOn(ListProgram.prototype, 'part');
    const run = createExecutor(oneList, execute);
    for (let seed = 1; seed < 4; seed++) {
      const fixed = { field_id: 'fld_a', starts_at: '2026-05-01T06:30:00Z' };
      const written = { oddRate: 0, writing };
      const bytes = writtenList('WeatherRecord', fixed, { meta: {} }, records, seededRandom(seed), written);
      const data = listPayload(bytes, { parse: () => JSON.parse(String(bytes)) })?.data as ResponseList;
      expect(data.end - data.start).toBeGreaterThan(partsMin * stepBytes);
      const list = new ByteList({ data, expected, ...anyItems }, longWork);
      const parsed = execute({ schema: oneList, document, contextValue: { list: JSON.parse(String(bytes)).data } });
      part.mockClear();
      const result: JsonResult = await run({ schema: oneList, document, contextValue: { list }, work: longWork });
      expect(String(Buffer.concat(result.stringify?.(result) ?? []))).toBe(JSON.stringify(await parsed));
    }
    const outOfBytes = part.mock.results.filter(({ value }) => value !== undefined).length;
    expect(outOfBytes).toBeGreaterThanOrEqual(partsMin);
  },
);

it('callers that wait for a long list continue in one turn each', async () => {
  const turns: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => void turns.push(resolve));
  const fixed = { field_id: 'fld_a', starts_at: '2026-05-01T06:30:00Z' };
  const bytes = writtenList('WeatherRecord', fixed, { meta: {} }, records, seededRandom(1), { oddRate: 0 });
  const data = listPayload(bytes, { parse: () => JSON.parse(String(bytes)) })?.data as ResponseList;
  const list = new ByteList({ data, expected, ...anyItems }, { ...longWork, turn });
  let loaded = 0;
  for (let waiting = 0; waiting < 3; waiting++) list.load()?.then(() => loaded++);
  while (loaded < 3) {
    const before = loaded;
    await new Promise(setImmediate);
    turns.shift()?.();
    await new Promise(setImmediate);
    expect(loaded - before).toBeLessThan(2);
  }
});

it('records that all have different member names are not observed', () => {
  const shape = new ObservedShape();
  const namesOf = (of: number) => Array.from({ length: 100 }, (_, at) => [`m${of}_${at}`, 1]);
  shape.observe(Object.fromEntries(namesOf(0)));
  for (let of = 1; of < 256; of++) expect(() => shape.observe(Object.fromEntries(namesOf(of)))).toThrow(ShapeMismatch);
  expect(shape.count).toBeLessThan(300);
  const many = [0, 1].flatMap(namesOf);
  expect(() => new ObservedShape().observe(Object.fromEntries(many))).toThrow(ShapeMismatch);
});

it('only the first items of a list in a record are observed', () => {
  const keys = vi.spyOn(Object, 'keys');
  new ObservedShape().observe({ list: Array(10_000).fill({ a: 1 }) });
  expect(keys.mock.calls.length).toBeLessThan(300);
});
