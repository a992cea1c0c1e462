/** The executor by itself: queries of a schema of graphql-js, without a gateway, a contract or Pothos. */
import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  parse,
} from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ByteList, type ListBytes } from '../../src/executor/byte-list.ts';
import { ListProgram } from '../../src/executor/bytes/list-program.ts';
import { createExecutor } from '../../src/executor/executor.ts';
import type { JsonResult } from '../../src/executor/json-result.ts';
import { leaves } from '../../src/executor/leaves.ts';
import { type Conversion, recipeOf, resolvers } from '../../src/executor/resolvers.ts';
import { ResultTooLarge } from '../../src/platform/sync/turns.ts';
import { byteListOf, longWork, nothingExpected, textOf } from '../support/byte-list.ts';

const requests = 40;
const recordsPerList = 3;

const sdl = `
  scalar Instant
  enum Colour { RED BLUE OTHER }
  enum Scale { METRE INCH }
  type Length { value: Float! unit: Scale! }
  type Part { name: String }
  type Thing {
    id: ID! title: String at: Instant colour: Colour size(scale: Scale): Length must(scale: Scale): Length!
    tall(scale: Scale = METRE): Length
    parts: [Part!]! east: Float north: Float initials(upper: Boolean = false): String label: String count: Int isNew: Boolean
  }
  type Query { things: [Thing!]! later: [Thing!]! }
`;

type Resolve = GraphQLFieldResolver<never, never>;

const metresOf: Record<string, number> = { metre: 1, inch: 0.0254 };
const refuse = (): never => {
  throw new Error('refused');
};

const inScale: Conversion = {
  argument: 'scale',
  value: 'value',
  unit: 'unit',
  by: (value, from, to) => ((value as number) * (metresOf[from as string] ?? refuse())) / (metresOf[to] ?? refuse()),
};

/** The schema with a resolver from each maker. */
function schemaWith(changes: Record<string, Resolve> = {}): GraphQLSchema {
  const schema = buildSchema(sdl);
  const instant = schema.getType('Instant') as GraphQLScalarType;
  instant.coerceOutputValue = leaves.text(refuse);
  const colours = new Map([
    ['red', 'RED'],
    ['blue', 'BLUE'],
  ]);
  const colour = schema.getType('Colour') as { coerceOutputValue(value: unknown): unknown };
  colour.coerceOutputValue = leaves.words(colours, 'OTHER', refuse);
  const scale = schema.getType('Scale') as unknown as {
    coerceOutputValue(value: unknown): unknown;
    coerceInputLiteral(node: { value: string }): unknown;
  };
  scale.coerceOutputValue = leaves.words(
    new Map([
      ['metre', 'METRE'],
      ['inch', 'INCH'],
    ]),
    'METRE',
    refuse,
  );
  scale.coerceInputLiteral = ({ value }) => value.toLowerCase();
  const made: Record<string, Resolve> = {
    title: resolvers.property('name'),
    parts: resolvers.listOrEmpty('parts'),
    east: resolvers.item('place', 0, refuse),
    north: resolvers.item('place', 1, refuse),
    size: resolvers.converted('size', inScale),
    must: resolvers.converted('size', inScale),
    tall: resolvers.converted('size', inScale),
    initials: resolvers.computed('name', (name: string | null, { upper }: { upper: boolean }) =>
      upper ? name?.slice(0, 2).toUpperCase() : name?.slice(0, 2),
    ),
    ...changes,
  };
  const fields = (schema.getType('Thing') as GraphQLObjectType).getFields();
  for (const [name, resolve] of Object.entries(made)) Object.assign(fields[name] ?? {}, { resolve });
  const query = (schema.getQueryType() as GraphQLObjectType).getFields();
  Object.assign(query.things ?? {}, { resolve: (_source: unknown, _args: unknown, { list }: Context) => list });
  Object.assign(query.later ?? {}, { resolve: async (_source: unknown, _args: unknown, { list }: Context) => list });
  return schema;
}

interface Context {
  list: ByteList<unknown>;
}

/** A list of the records of one request, as its bytes. */
function listOf(request: number, count = recordsPerList, more: (at: number) => object = () => ({})): ByteList<unknown> {
  const records = Array.from({ length: count }, (_, at) => {
    const number = request * count + at;
    return {
      id: `thing ${number}`,
      name: number % 5 === 0 ? null : `name "${number}"`,
      at: `2026-05-${10 + (number % 20)}T00:00:00+02:00`,
      colour: ['red', 'blue', 'green'][number % 3],
      size: number % 7 === 0 ? null : { value: number / 8, unit: 'inch' },
      parts: number % 4 === 0 ? null : [{ name: 'a' }, { name: `part ${number}` }],
      place: [number / 4, -number],
      label: `label ${number}`,
      count: number,
      isNew: number % 2 === 0,
      ...more(at),
    };
  });
  return byteListOf(records.map((record) => JSON.stringify(record)));
}

const everything = `{ id title at colour size { value unit } inch: size(scale: INCH) { __typename u: unit value }
  metre: size(scale: METRE) { value unit } tall { value unit } parts { name } east north initials loud: initials(upper: true) label count isNew }`;

/** Sends more requests than a program needs for its observations; returns how many lists were answered from their bytes. */
async function answersAlike(
  schema: GraphQLSchema,
  selection = everything,
  listAt: (request: number) => ByteList<unknown> = (request) => listOf(request),
): Promise<number> {
  const of = vi.spyOn(ListProgram.prototype, 'of');
  const run = createExecutor(schema, execute);
  for (const field of ['things', 'later']) {
    const document = parse(`{ ${field} ${selection} }`);
    for (let request = 0; request < requests; request++) {
      const expected = await execute({ schema, document, contextValue: { list: listAt(request) } });
      const text = textOf(await run({ schema, document, contextValue: { list: listAt(request) } }));
      expect(text, `${field}, request ${request}`).toBe(JSON.stringify(expected));
    }
  }
  return of.mock.results.filter(({ value }) => value !== undefined).length;
}

afterEach(() => {
  ListProgram.backsOff = true;
  vi.restoreAllMocks();
});

const sizeOf = (value: number | null) => ({ value, unit: 'inch' });

describe('the executor over a schema of graphql-js', () => {
  it('answers the resolvers of every maker from the bytes of lists, as graphql-js does', async () => {
    expect(await answersAlike(schemaWith())).toBeGreaterThan(requests);
  });

  it.each<[string, string, Resolve]>([
    ['a filter', 'parts', ({ parts }: { parts: unknown[] | null }) => (parts ?? []).slice(1)],
    ['another item', 'east', ({ place }: { place: number[] }) => place[1]],
    ['another computation', 'initials', ({ name }: { name: string | null }) => name?.at(-1)],
    ['a conversion of its own', 'size', ({ size }: { size: object | null }) => size && { ...size, value: 1 }],
    ['a property read twice', 'title', ({ name }: { name: string | null }) => name && name + name],
    ['the context', 'label', (_source: unknown, _args: unknown, { list }: Context) => String(list.items().length)],
    ['a promise', 'label', async ({ label }: { label: string }) => `${label}, later`],
  ])('calls a resolver written by hand each time: %s', async (_title, field, resolve) => {
    expect(recipeOf(resolve)).toBeUndefined();
    expect(await answersAlike(schemaWith({ [field]: resolve }))).toBe(0);
  });

  describe('over an object whose value is null', () => {
    const unknown = (request: number, count = recordsPerList) =>
      listOf(request, count, (at) => ({
        size: at === 1 ? { value: 2, unit: 'inch' } : { value: null, ...(at === 0 && { unit: 'inch' }) },
      }));

    it.each(['size { unit }', 'size { value }', 'size(scale: METRE) { unit }', 'size(scale: METRE) { value unit }'])(
      'answers null from the bytes, as its resolver does: %s',
      async (selection) => {
        expect(await answersAlike(schemaWith(), `{ ${selection} }`, unknown)).toBeGreaterThan(requests);
      },
    );

    it('answers an object whose value is missing as graphql-js does', async () => {
      const sizes = [{ value: null }, { value: 2 }, {}];
      const some = (request: number) =>
        listOf(request, request % 5 === 0 ? 3 : 2, (at) => ({ size: { unit: 'inch', ...sizes[at] } }));
      expect(await answersAlike(schemaWith(), '{ size { unit } }', some)).toBeGreaterThan(0);
    });

    it.each([null, { value: null, unit: 'inch' }, { value: null, unit: null }])(
      'answers lists in which it always is %j without a call of its resolver',
      async (size) => {
        const parse = vi.spyOn(JSON, 'parse');
        const always = (request: number) => listOf(request, recordsPerList, () => ({ size }));
        await answersAlike(schemaWith(), '{ size(scale: METRE) { value } }', always);
        // Each list is parsed once for graphql-js, the first ones also for the program; a resolver's value would be parsed for each record.
        expect(parse.mock.calls.length).toBeLessThan(2 * 2 * requests);
      },
    );

    it('answers null if a promise is below it', async () => {
      const schema = schemaWith();
      const { unit } = (schema.getType('Length') as GraphQLObjectType).getFields();
      Object.assign(unit ?? {}, { resolve: async () => 'inch' });
      expect(await answersAlike(schema, '{ size { unit } }', unknown)).toBe(0);
    });
  });

  it.each<[string, string, (at: number) => object]>([
    [
      'a null value of which only the unit is selected',
      'must { unit }',
      (at) => ({ size: sizeOf(at === 1 ? null : 2) }),
    ],
    [
      'an object that is null, converted',
      'must(scale: METRE) { unit }',
      (at) => ({ size: at === 1 ? null : sizeOf(2) }),
    ],
    ['an object that is missing', 'must { unit }', (at) => ({ size: at === 1 ? undefined : sizeOf(2) })],
    ['a list that is null', 'north', (at) => (at === 1 ? { place: null } : {})],
  ])('reports what the graph forbids in a long list each time: %s', async (_what, selection, more) => {
    const schema = schemaWith();
    const run = createExecutor(schema, execute);
    const document = parse(`{ things { ${selection} } }`);
    for (let request = 0; request < 3; request++) {
      const list = () => listOf(request, 2_000, more);
      const expected = await execute({ schema, document, contextValue: { list: list() } });
      expect(expected.errors).toHaveLength(1);
      const contextValue = { list: new ByteList(list().unread as never, longWork) };
      const result = await run({ schema, document, contextValue, work: longWork });
      expect(textOf(result)).toBe(JSON.stringify(expected));
    }
  });

  it('reports a number that a conversion makes infinite', async () => {
    const large = (request: number) =>
      listOf(request, 1, () => ({ size: { value: request % 9 ? 2 : 1e308, unit: 'metre' } }));
    expect(await answersAlike(schemaWith(), '{ size(scale: INCH) { value } }', large)).toBeGreaterThan(0);
  });

  it('answers lists from their bytes even if they are longer than its samples and alternate in step with them', async () => {
    const long = (request: number) => listOf(request, 512, (at) => (at % 2 === 0 ? {} : { label: null }));
    expect(await answersAlike(schemaWith(), '{ title label }', long)).toBeGreaterThan(requests);
  });

  it('calls a resolver that wraps a made one', async () => {
    const made = resolvers.listOrEmpty('parts');
    const resolve = (source: { parts: unknown[] }): unknown[] => made(source).slice(1);
    expect(await answersAlike(schemaWith({ parts: resolve }))).toBe(0);
  });

  it('calls a coercion that was replaced, whatever the name of its type', async () => {
    const schema = schemaWith();
    const instant = schema.getType('Instant') as GraphQLScalarType;
    instant.coerceOutputValue = (value) => new Date(value as string).toISOString();
    expect(await answersAlike(schema)).toBe(0);
    expect(await answersAlike(schema, '{ id label }')).toBeGreaterThan(requests);
  });

  it('calls a resolver that reads a clock, even for a list whose bytes did not change', async () => {
    let now = 0;
    const schema = schemaWith({ label: () => String(now) });
    const run = createExecutor(schema, execute);
    const document = parse('{ things { label } }');
    const { unread } = listOf(1);
    for (now = 0; now < requests; now++) {
      const list = new ByteList({
        data: { ...(unread?.data as ListBytes), isCached: true },
        expected: nothingExpected,
        assertPart: () => {},
        check: () => listOf(1).items(),
      });
      const result: JsonResult = await run({ schema, document, contextValue: { list } });
      expect(JSON.stringify(result)).toContain(`"label":"${now}"`);
    }
  });

  it('computes a missing value for each caller, even for a list whose bytes did not change', async () => {
    const ofCaller = (_source: { id?: true }, { name }: { name: string }) => name;
    const schema = schemaWith({ label: resolvers.stated('none', { id: true }, ofCaller) });
    const run = createExecutor(schema, execute);
    const document = parse('{ things { label } }');
    const { unread } = byteListOf(['{"id":"a"}'], true);
    for (const name of ['one', 'other']) {
      const contextValue = { list: new ByteList(unread as NonNullable<typeof unread>), name };
      const result = await run({ schema, document, contextValue });
      expect(textOf(result)).toBe(`{"data":{"things":[{"label":"${name}"}]}}`);
    }
  });

  it('passes only the property and the arguments to a computation', () => {
    const compute = vi.fn();
    const resolve: (...args: never[]) => unknown = resolvers.computed('name', compute);
    (resolve as (...args: unknown[]) => unknown)({ name: 'a', other: 'b' }, {}, 'context', 'info');
    expect(compute.mock.calls).toEqual([['a', {}]]);
  });

  it('answers a property whose name every object inherits as graphql-js does', async () => {
    const schema = schemaWith({ label: resolvers.property('constructor'), title: resolvers.property('toString') });
    const document = parse('{ things { id label title } }');
    const run = createExecutor(schema, execute);
    for (let request = 0; request < requests; request++) {
      const result = await run({ schema, document, contextValue: { list: listOf(request) } });
      const expected = await execute({ schema, document, contextValue: { list: listOf(request) } });
      expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
    }
  });
});

it('a member that is missing is null, in records of seventy members in any order', async () => {
  ListProgram.backsOff = false;
  const names = Array.from({ length: 70 }, (_, at) => `m${at}`);
  const schema = buildSchema(
    `type Query { things: [Thing!]! } type Thing { ${names.map((name) => `${name}: Int`).join(' ')} }`,
  );
  const { things } = (schema.getQueryType() as GraphQLObjectType).getFields();
  Object.assign(things ?? {}, { resolve: (_source: unknown, _args: unknown, { list }: Context) => list });
  const document = parse(`{ things { ${names.join(' ')} } }`);
  const run = createExecutor(schema, execute);
  const recordOf = (sent: string[]) => JSON.stringify(Object.fromEntries(sent.map((name) => [name, name.length])));
  const regular = [recordOf(names), recordOf(names.toReversed())];
  for (const missing of [undefined, undefined, undefined, ...names]) {
    const records = [...Array(10).fill(regular).flat(), recordOf(names.filter((name) => name !== missing))];
    const contextValue = { list: byteListOf(records) };
    const expected = await execute({ schema, document, contextValue: { list: byteListOf(records) } });
    expect(textOf(await run({ schema, document, contextValue })), missing).toBe(JSON.stringify(expected));
  }
});

it('the names of null fields count towards the maximum size of a result', () => {
  const schema = buildSchema('type Query { one: Int }');
  Object.assign(schema.getQueryType()?.getFields().one ?? {}, { resolve: () => null });
  const document = parse(`{ ${Array.from({ length: 20 }, (_, at) => `${'a'.repeat(100)}${at}: one`).join(' ')} }`);
  expect(() => createExecutor(schema, execute, { resultBytesMax: 2_000 })({ schema, document })).toThrow(
    ResultTooLarge,
  );
  const { data } = createExecutor(schema, execute, { resultBytesMax: 3_000 })({ schema, document }) as JsonResult;
  expect(Object.keys(data ?? {})).toHaveLength(20);
});

it('the numbers, nulls and punctuation of parsed values count towards the maximum size of a result', () => {
  const schema = buildSchema('type Query { items: [Item] } type Item { size: Float count: Int isNew: Boolean }');
  const items = [{ size: 0.1234567890123456, count: -12, isNew: null }, null, { size: 1e-7, count: null, isNew: true }];
  const document = parse('{ items { size count isNew } }');
  const bytes = 'items'.length + JSON.stringify(items).length;
  const run = (resultBytesMax: number) =>
    createExecutor(schema, execute, { resultBytesMax })({ schema, document, rootValue: { items } });
  expect(run(bytes)).toEqual({ data: { items } });
  expect(() => run(bytes - 1)).toThrow(ResultTooLarge);
  items.fill(null);
  expect(run('items'.length + JSON.stringify(items).length)).toEqual({ data: { items } });
});

it.each<[string, (records: unknown[]) => unknown]>([
  ['an object', ([record]) => record],
  ['a list of records', (records) => new ByteList(records)],
  ['a list of long work', (records) => new ByteList(records, longWork, 100_000)],
])('the lists of one record under many names end a result that is too large, in %s', async (title, made) => {
  const type = title === 'an object' ? 'Record' : '[Record!]!';
  const schema = buildSchema(`
    type Query { value: ${type} } type Record { items: [Item!]! } type Item { size: Int }
  `);
  let read = 0;
  const item = {
    get size() {
      return read++;
    },
  };
  const rootValue = { value: made([{ items: Array(100).fill(item) }]) };
  Object.assign(schema.getQueryType()?.getFields().value ?? {}, { resolve: async () => rootValue.value });
  const document = parse(`{ value { ${Array.from({ length: 50 }, (_, at) => `a${at}: items { size }`).join(' ')} } }`);
  const run = createExecutor(schema, execute, { resultBytesMax: 10_000 });
  await expect(run({ schema, document, rootValue, work: longWork })).rejects.toThrow(ResultTooLarge);
  expect(read * '{"size":1},'.length).toBeLessThan(10_000);
});

it('an empty list of objects has its brackets next to a list that is text', async () => {
  const schema = buildSchema(
    'type Query { records: [Item!]! many: [Late] } type Item { id: ID } type Late { value: Int }',
  );
  Object.assign((schema.getType('Late') as GraphQLObjectType).getFields().value ?? {}, { resolve: async () => 1 });
  const rootValue = { records: byteListOf(['{"id":"a"}']), many: [] };
  const document = parse('{ records { id } many { value } }');
  expect(textOf(await createExecutor(schema, execute)({ schema, document, rootValue }))).toBe(
    '{"data":{"records":[{"id":"a"}],"many":[]}}',
  );
});

describe('the executor over an asynchronous field', () => {
  const schema = buildSchema('type Query { one: Node many: [Node] } type Node { value: Int }');
  const node = (schema.getType('Node') as GraphQLObjectType).getFields();
  Object.assign(node.value ?? {}, { resolve: async ({ value }: { value: number }) => value });

  it.each<[string, unknown]>([
    ['a method', { one: () => ({ value: 1 }), many: [] }],
    ['a promise', { one: Promise.resolve({ value: 1 }), many: [] }],
    ['an error', { one: new Error('no node'), many: [] }],
    ['a promise in a list', { one: null, many: [Promise.resolve({ value: 1 })] }],
  ])('handles %s as a property as graphql-js does', async (_title, rootValue) => {
    const args = { schema, document: parse('{ one { value } many { value } }'), rootValue };
    const result = await createExecutor(schema, execute)(args);
    expect(JSON.stringify(result)).toBe(JSON.stringify(await execute(args)));
  });

  it('reports an object of another type as graphql-js does', async () => {
    const checked = buildSchema('type Query { one: Node } type Node { value: Int }');
    Object.assign(checked.getType('Node') ?? {}, { isTypeOf: () => false });
    const args = { schema: checked, document: parse('{ one { value } }'), rootValue: { one: { value: 1 } } };
    const result = await createExecutor(checked, execute)(args);
    expect(result.errors).toHaveLength(1);
    expect(JSON.stringify(result)).toBe(JSON.stringify(await execute(args)));
  });
});
