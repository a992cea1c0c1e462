/** Lists whose bytes do not fit are read in vain ever more rarely, which costs little, and from their bytes again once they fit. */
import { buildSchema, execute, type GraphQLObjectType, parse } from 'graphql';
import { expect, it } from 'vitest';
import { ByteList, type ExpectedMembers, type ListBytes } from '../../../src/executor/byte-list.ts';
import { createExecutor } from '../../../src/executor/executor.ts';
import type { JsonResult } from '../../../src/executor/json-result.ts';
import { anyItems } from '../../support/byte-list.ts';

const schema = buildSchema('type Query { things: [Thing!]! } type Thing { name: String }');
const { things } = (schema.getQueryType() as GraphQLObjectType).getFields();
Object.assign(things ?? {}, { resolve: (_source: unknown, _args: unknown, list: unknown) => list });
const document = parse('{ things { name } }');

const record = JSON.stringify({ name: 'a'.repeat(600) });
const fitting = Array(30).fill(record).join();
/** Its layout differs only after the part in which the layout is observed, so that each program fails late. */
const unfit = `${fitting},${record.replace('{', '{ ')}`;

/** One object, because programs are stored by it. */
const expected: ExpectedMembers = { names: [], values: [] };
const shared = createExecutor(schema, execute);

function answerOf(records: string): string {
  const things = JSON.parse(`[${records}]`).map(({ name }: { name: string }) => ({ name }));
  return JSON.stringify({ data: { things } });
}
/** The answer to a list of these records. */
const answers = new Map<string, string>();

/** Requests a list of these records; returns how often its bytes were read, and whether it was parsed. */
async function request(records: string, by = expected, run = shared): Promise<{ reads: number; isParsed: boolean }> {
  const counts = { reads: 0, isParsed: false };
  const bytes = Buffer.from(`[${records}]    `);
  const data: ListBytes = {
    get bytes() {
      counts.reads++;
      return bytes;
    },
    start: 1,
    end: 1 + records.length,
    isCached: false,
    parse() {
      counts.isParsed = true;
      return JSON.parse(`[${records}]`);
    },
  };
  const unread = { data, expected: by };
  const list = new ByteList({ ...unread, ...anyItems });
  const result: JsonResult = await run({ schema, document, contextValue: list });
  const text = String(Buffer.concat(result.stringify?.(result) ?? []));
  expect(text).toBe(answers.getOrInsertComputed(records, answerOf));
  return counts;
}

it('lists that never fit are read in vain at most ten times in 2,000; lists that fit later are read from bytes again', async () => {
  for (let list = 0; list < 3; list++) await request(fitting);
  expect((await request(fitting)).isParsed).toBe(false);

  let tried = 0;
  for (let list = 0; list < 2_000; list++) {
    const { reads, isParsed } = await request(unfit);
    expect(isParsed).toBe(true);
    if (reads > 0) tried++;
  }
  expect(tried).toBeLessThanOrEqual(10);

  let parsed = 0;
  while ((await request(fitting)).isParsed) parsed++;
  expect(parsed).toBeLessThanOrEqual(1_024);
  for (let list = 0; list < 100; list++) expect((await request(fitting)).isParsed).toBe(false);
});

it('a member whose value some lists expect may have any value in lists that do not expect it', async () => {
  const run = createExecutor(schema, execute);
  const named = (name: string) => Array(30).fill(JSON.stringify({ name })).join();
  const stating = { names: ['name'], values: ['b'] };
  for (const by of [expected, stating, expected]) {
    for (let list = 0; list < 3; list++) await request(named('b'), by, run);
    expect((await request(named('b'), by, run)).isParsed).toBe(false);
  }
  expect((await request(named('c'), expected, run)).isParsed).toBe(false);
});

it.each([
  ['first', 0],
  ['last', 29],
])('a list whose %s record has another value than expected is parsed', async (_which, at) => {
  const run = createExecutor(schema, execute);
  const names = Array<string>(30).fill('fld_1');
  const list = (of: string[]) => of.map((name) => JSON.stringify({ name })).join();
  const stating = { names: ['name'], values: ['fld_1'] };
  for (let times = 0; times < 3; times++) await request(list(names), stating, run);
  expect((await request(list(names), stating, run)).isParsed).toBe(false);
  expect((await request(list(names.with(at, 'fld_2')), stating, run)).isParsed).toBe(true);
});

const recordsWith = (rawOf: (at: number) => unknown, from: number) =>
  Array.from({ length: 200 }, (_, at) => JSON.stringify({ name: 'b', raw: rawOf(from + at) })).join();

it.each<[string, (at: number) => unknown]>([
  ['lists and objects in turn', (at) => (at % 2 === 0 ? [] : { a: 1 })],
  ['numbers and texts in turn', (at) => (at % 2 === 0 ? at : `${at}`)],
  ['objects with a name that no other has', (at) => ({ [`k${at}`]: { a: at } })],
  ['lists of items of several kinds', (at) => [at, `${at}`, { [`k${at}`]: null }]],
])('a member that is not selected may have any values: %s', async (_values, rawOf) => {
  const run = createExecutor(schema, execute);
  for (let times = 0; times < 3; times++) await request(recordsWith(rawOf, times * 200), expected, run);
  expect((await request(recordsWith(rawOf, 1_000), expected, run)).isParsed).toBe(false);
});

it('a value of another kind than observed is parsed, also after objects of any names', async () => {
  const run = createExecutor(schema, execute);
  const named = (at: number) => ({ [`k${at}`]: 1 });
  for (let times = 0; times < 3; times++) await request(recordsWith(named, times * 200), expected, run);
  const texts = recordsWith(String, 0);
  expect((await request(texts, expected, run)).isParsed).toBe(true);
  expect((await request(texts, expected, run)).isParsed).toBe(false);
});
