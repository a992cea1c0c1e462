import {
  buildSchema,
  type DocumentNode,
  type ExecutionArgs,
  execute,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { readCaller } from '../../src/graph/operation/caller.ts';
import { KnownTimezones } from '../../src/graph/reads/timezones.ts';
import { createContexts } from '../../src/graph/operation/context.ts';
import { createExecutor } from '../../src/executor/executor.ts';
import { resolvers } from '../../src/executor/resolvers.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { OperationRecord } from '../../src/graph/telemetry/record.ts';
import { createFieldDataClient } from '../../src/graph/reads/client.ts';
import { textOf } from '../support/byte-list.ts';
import { type RecordedCall, type Reply, meta, recordedService, weatherDay } from '../support/recorded-service.ts';

const ids = Array.from({ length: 50 }, (_, index) => `fld_${index}`);
const dashboard = parse(`query Dashboard($ids: [ID!]!) {
  fields(ids: $ids) { id weather { date temperatureMax { value unit } } observations(limit: 5) { id text } }
}`);

/** A compiled executor of a schema, and how often it bailed out. */
function leanOver(of: GraphQLSchema) {
  const counts = { fallbacks: 0 };
  const run = createExecutor(of, (args) => {
    counts.fallbacks++;
    return execute(args);
  });
  return { run, counts };
}

function contextOver(reply?: (call: RecordedCall) => Reply | undefined) {
  const service = recordedService(reply);
  const request = {
    headers: new Headers(),
    signal: new AbortController().signal,
    deadlineAt: performance.now() + 5_000,
  };
  const now = () => new Date('2026-05-03T00:00:00Z');
  const client = createFieldDataClient('http://service.test', service.fetch, now);
  return {
    calls: service.calls,
    contextValue: createContexts({
      client,
      now,
      calendar: now,
      knownTimezones: new KnownTimezones(),
      recordsMax: 60_000,
      bytesMax: Number.POSITIVE_INFINITY,
    })(request, { caller: readCaller(null), operation: new OperationRecord('test') }),
  };
}

/** Arguments that fields require. */
const required: Record<string, string> = {
  indexSeries: '(index: NDVI)',
  indexSeason: '(index: NDVI)',
  weatherSummaries: '(by: WEEK)',
  waterBalance:
    '(rootZone: { totalAvailableWater: 100, initialDepletion: 0 }, cropCoefficients: [{ date: "2026-05-01", kc: 1 }])',
};

describe('the compiled executor', () => {
  it.each(Object.values((schema.getType('Field') as GraphQLObjectType).getFields()))(
    'answers every field below Field.$name without bailing out',
    async (field) => {
      const named = getNamedType(field.type);
      const argument = required[field.name] ?? '';
      const selection = isObjectType(named) ? everything(named) : '';
      const document = parse(`{ field(id: "fld_a") { ${field.name}${argument} ${selection} } }`);
      const { run, counts } = leanOver(schema);
      const compiled = await run({ schema, document, contextValue: contextOver().contextValue });
      const expected = await execute({ schema, document, contextValue: contextOver().contextValue });
      expect(JSON.stringify(compiled)).toBe(JSON.stringify(expected));
      expect(compiled.data?.field).toEqual({ [field.name]: expect.anything() });
      expect(counts.fallbacks).toBe(0);
    },
  );

  it('answers 49 fields and the error of one more without bailing out', async () => {
    const refuse = ({ query }: RecordedCall) => (query.field_id === 'fld_7' ? { status: 404, body: {} } : undefined);
    const { run, counts } = leanOver(schema);
    const args = { schema, document: dashboard, variableValues: { ids } };
    const compiled = await run({ ...args, contextValue: contextOver(refuse).contextValue });
    const expected = await execute({ ...args, contextValue: contextOver(refuse).contextValue });
    expect(JSON.stringify(compiled)).toBe(JSON.stringify(expected));
    expect(compiled.errors?.map(({ path }) => path)).toEqual([
      ['fields', 7, 'weather'],
      ['fields', 7, 'observations'],
    ]);
    expect(counts.fallbacks).toBe(0);
  });

  it('leaves no unhandled rejection if it bails out while reads are in flight', async () => {
    const wrong = ({ path }: RecordedCall) => {
      return path === '/api/v1/weather' ? { body: { data: [weatherDay('fld_a', { date: 7 as never })] } } : undefined;
    };
    const document = parse('{ field(id: "fld_a") { weather { date } } fields(ids: ["not a field"]) { id } }');
    const { run } = leanOver(schema);
    const { calls, contextValue } = contextOver(wrong);
    const result = await run({ schema, document, contextValue });
    // An unhandled rejection would end the process, and this test.
    await new Promise(setImmediate);
    expect(result.errors?.map(({ path }) => path)).toEqual([
      ['fields', 0],
      ['field', 'weather', 0, 'date'],
    ]);
    expect(calls).toHaveLength(1);
  });

  it('leaves a value of a wrong type to the reference executor, which repeats no call', async () => {
    const wrong = ({ path, query }: RecordedCall) => {
      if (path !== '/api/v1/weather' || query.field_id !== 'fld_7') return undefined;
      return { body: { data: [weatherDay('fld_7', { date: 20260501 as never })], meta: meta('fld_7') } };
    };
    const { run, counts } = leanOver(schema);
    const { calls, contextValue } = contextOver(wrong);
    const result = await run({ schema, document: dashboard, variableValues: { ids }, contextValue });
    expect(result.errors?.map(({ path }) => path)).toEqual([['fields', 7, 'weather', 0, 'date']]);
    expect(counts.fallbacks).toBe(1);
    expect(calls).toHaveLength(100);
  });
});

describe('the memory that the compiled executor claims', () => {
  const day = 'date temperatureMax { value unit } source { name provenance }';
  const aliases = Array.from({ length: 40 }, (_, index) => `w${index}`);
  const spread = parse(`{ field(id: "fld_a") { ${aliases.map((alias) => `${alias}: weather { ...Day }`).join(' ')} } }
    fragment Day on WeatherRecord { ${day} }`);
  const written = parse(
    `{ field(id: "fld_a") { ${aliases.map((alias) => `${alias}: weather { ${day} }`).join(' ')} } }`,
  );
  const month = ({ path }: RecordedCall) =>
    path === '/api/v1/weather'
      ? { body: { data: Array.from({ length: 30 }, () => weatherDay('fld_a')), meta: meta('fld_a') } }
      : undefined;

  /** The bytes claimed for a document, of `bytesMax`, with each reply and how often the executor bailed out. */
  async function answersOf(
    document: DocumentNode,
    bytesMax: number,
    reply: (call: RecordedCall) => Reply | undefined = month,
  ) {
    const claimed = { bytes: 0, fallbacks: 0 };
    const memory = {
      claim(bytes: number) {
        if (claimed.bytes + bytes > bytesMax) return false;
        claimed.bytes += bytes;
        return true;
      },
      release(bytes: number) {
        claimed.bytes -= bytes;
      },
    };
    const run = createExecutor(
      schema,
      (args) => {
        claimed.fallbacks++;
        return execute(args);
      },
      { memoryOf: () => memory },
    );
    const answers: string[] = [];
    for (let time = 0; time < 3; time++) {
      answers.push(textOf(await run({ schema, document, contextValue: contextOver(reply).contextValue })));
    }
    return { answers, ...claimed };
  }

  it('is small for a fragment that is spread often, with the same replies as graphql-js', async () => {
    const expected = JSON.stringify(
      await execute({ schema, document: spread, contextValue: contextOver(month).contextValue }),
    );
    const ofSpread = await answersOf(spread, 1e9);
    const ofWritten = await answersOf(written, 1e9);
    expect(new Set([...ofSpread.answers, ...ofWritten.answers])).toEqual(new Set([expected]));
    expect(ofSpread.fallbacks).toBe(0);
    expect(ofSpread.bytes).toBeLessThan(ofWritten.bytes / 2);
  });

  it.each([0, 500, 20_000, 100_000])(
    'never exceeds the %i bytes available, with the same replies',
    async (bytesMax) => {
      const { answers, bytes, fallbacks } = await answersOf(written, bytesMax);
      const unbounded = await answersOf(written, 1e9);
      expect(answers).toEqual(unbounded.answers);
      expect(bytes).toBeLessThanOrEqual(bytesMax);
      expect(fallbacks).toBe(3);
    },
  );

  it('includes long arguments, and the place of an operation that cannot be compiled', async () => {
    const bytesOf = async (text: string) => (await answersOf(parse(text), 1e9)).bytes;
    const [short, long] = [1, 1_000].map((length) => `{ field(id: "fld_${'x'.repeat(length)}") { id } }`);
    expect(await bytesOf(long ?? '')).toBeGreaterThan((await bytesOf(short ?? '')) + 5_000);
    expect(await bytesOf('{ __schema { queryType { name } } }')).toBeGreaterThan(0);
  });

  it('grows once a list is observed, by the size of its program', async () => {
    const one = parse(`{ field(id: "fld_a") { weather { ${day} } } }`);
    const planned = await answersOf(one, 1e9, () => undefined);
    const warm = await answersOf(one, 1e9);
    const { answers, bytes } = await answersOf(one, warm.bytes - 1);
    expect(answers).toEqual(warm.answers);
    expect(warm.bytes).toBeGreaterThan(2 * planned.bytes);
    // The shape of the records is stored, but not the program.
    expect(bytes).toBeLessThan(warm.bytes / 2);
    expect(bytes).toBeGreaterThan(planned.bytes);
  });

  it('is released with a program that another shape of records replaces', async () => {
    const one = parse(`{ field(id: "fld_a") { weather { ${day} } } }`);
    let named = 'Test';
    const renamed = ({ path }: RecordedCall) => {
      const { source, ...record } = weatherDay('fld_a');
      const data = Array.from({ length: 30 }, () => ({ ...record, source: { ...source, name: named } }));
      named = 'Other';
      return path === '/api/v1/weather' ? { body: { data, meta: meta('fld_a') } } : undefined;
    };
    const unchanged = await answersOf(one, 1e9);
    const { answers, bytes } = await answersOf(one, 1e9, renamed);
    expect(answers.map((text) => text.includes('Other'))).toEqual([false, true, true]);
    expect(bytes).toBeGreaterThan(unchanged.bytes);
    expect(bytes).toBeLessThan(1.25 * unchanged.bytes);
  });

  it('lets lists be parsed if it suffices only for a plan', async () => {
    const unbounded = await answersOf(written, 1e9);
    const { answers, bytes, fallbacks } = await answersOf(written, unbounded.bytes - 1);
    expect(answers).toEqual(unbounded.answers);
    expect(bytes).toBeLessThan(unbounded.bytes);
    expect(fallbacks).toBe(0);
  });
});

describe('the compiled executor leaves to graphql-js', () => {
  const small = buildSchema('type Query { value: Int! list: [Query] } type Mutation { value: Int }');
  const resolveWith = (resolve: NonNullable<ReturnType<GraphQLObjectType['getFields']>[string]['resolve']>) => {
    const value = (small.getQueryType() as GraphQLObjectType).getFields().value;
    if (value) value.resolve = resolve;
  };
  const cases: {
    title: string;
    text: string;
    resolve?: Parameters<typeof resolveWith>[0];
    args?: Partial<ExecutionArgs>;
  }[] = [
    { title: 'a mutation', text: 'mutation { value }', args: { rootValue: { value: 1 } } },
    { title: 'a directive on the operation', text: 'query @experimental_disableErrorPropagation { value }' },
    { title: 'a member named __proto__', text: '{ __proto__: value }' },
    {
      title: 'a resolver for all fields',
      text: '{ list { list { value } } }',
      args: { fieldResolver: () => [], rootValue: { list: null } },
    },
    { title: 'a resolver for all types', text: '{ value }', args: { typeResolver: () => 'Query' } },
    { title: 'hooks', text: '{ value }', args: { hooks: {} } },
    { title: 'another schema', text: '{ value }', args: { schema: buildSchema('type Query { value: Int }') } },
    { title: 'introspection', text: '{ __schema { queryType { name } } value }' },
    { title: 'an operation name that does not exist', text: 'query A { value }', args: { operationName: 'B' } },
    {
      title: 'a resolver that reads info',
      text: '{ value }',
      resolve: (_source, _args, _context, info) => info.fieldName.length,
    },
    {
      title: 'a resolver that reads info asynchronously',
      text: '{ value }',
      resolve: async (_source, _args, _context, info) => info.path.key && 5,
    },
    {
      title: 'a promise below a list, from a resolver declared as synchronous',
      text: '{ list { value } }',
      resolve: resolvers.computed('value', () => Promise.resolve(3)),
      args: { rootValue: { list: [{}] } },
    },
    { title: 'an error in a non-null field', text: '{ value }', resolve: () => Promise.reject(new Error('no')) },
    { title: 'an abort signal', text: '{ value }', args: { abortSignal: new AbortController().signal } },
    { title: 'a condition that is not a boolean', text: 'query ($if: Boolean) { value @skip(if: $if) }' },
    {
      title: 'a condition that is not a boolean, after one that is false',
      text: 'query ($if: Boolean = true) { value other: value @include(if: false) @skip(if: $if) }',
      args: { variableValues: { if: null } },
    },
  ];

  it.each(cases)('$title', async ({ text, resolve = () => 1, args = {} }) => {
    resolveWith(resolve);
    const { run, counts } = leanOver(small);
    const all = { schema: small, document: parse(text), ...args };
    expect(JSON.stringify(await run(all))).toBe(JSON.stringify(await execute(all)));
    expect(counts.fallbacks).toBe(1);
  });

  it('every combination of conditions after the 32nd', async () => {
    resolveWith(() => 1);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const document = parse(
      `query (${names.map((name) => `$${name}: Boolean!`)}) { ${names.map((name) => `${name}: value @skip(if: $${name})`)} }`,
    );
    const { run, counts } = leanOver(small);
    for (let bits = 0; bits < 64; bits++) {
      const variableValues = Object.fromEntries(names.map((name, index) => [name, (bits & (1 << index)) > 0]));
      const args = { schema: small, document, variableValues };
      expect(JSON.stringify(await run(args))).toBe(JSON.stringify(await execute(args)));
    }
    expect(counts.fallbacks).toBe(32);
  });

  it('no operation whose variable has the name of a condition in another operation, whatever its values', async () => {
    resolveWith(() => 1);
    const document = parse('query A($x: String) { value } query B($x: Boolean!) { value @skip(if: $x) }');
    const { run, counts } = leanOver(small);
    for (let id = 0; id < 40; id++) {
      const args = { schema: small, document, operationName: 'A', variableValues: { x: `fld_${id}` } };
      expect(JSON.stringify(await run(args))).toBe('{"data":{"value":1}}');
    }
    expect(counts.fallbacks).toBe(0);
  });
});

describe('operations compiled in advance', () => {
  const small = buildSchema('type Query { value: Int }');
  const conditions = ['a', 'b', 'c', 'd', 'e', 'f'];
  const document = parse(`query Plain { value }
    query Many(${conditions.map((name) => `$${name}: Boolean!`).join(' ')}) {
      ${conditions.map((name) => `${name}: value @skip(if: $${name})`).join(' ')}
    }`);

  it.each([
    ['one without conditions, next to one with many', 0, 1],
    ['none with too many combinations', 1, 0],
  ])('%s', (_title, at, count) => {
    let plans = 0;
    const claim = () => {
      plans++;
      return true;
    };
    const { plan } = createExecutor(small, execute, { memoryOf: () => ({ claim, release: () => {} }) });
    plan(document, document.definitions[at] as OperationDefinitionNode);
    // The place of a plan, and the plan.
    expect(plans).toBe(2 * count);
  });
});

it('a fragment that is spread twice, once next to a selection of the same field, has each selection at its place', async () => {
  const schema = buildSchema('type Query { one: Node two: Node } type Node { inner: Node x: Int y: Int }');
  const node = { x: 1, y: 2, inner: { x: 3, y: 4 } };
  const document = parse('{ one { ...F inner { y } } two { ...F } } fragment F on Node { inner { x } }');
  const { run, counts } = leanOver(schema);
  const result = await run({ schema, document, rootValue: { one: node, two: node } });
  expect(JSON.stringify(result)).toBe('{"data":{"one":{"inner":{"x":3,"y":4}},"two":{"inner":{"x":3}}}}');
  expect(counts.fallbacks).toBe(0);
});

it('a run that bailed out ignores the values that arrive later', async () => {
  const schema = buildSchema('type Query { later: Node value: Int } type Node { value: Int }');
  const { later, value } = (schema.getQueryType() as GraphQLObjectType).getFields();
  Object.assign(later ?? {}, { resolve: async () => ({}) });
  Object.assign(value ?? {}, { resolve: (...[, , , info]: unknown[]) => String((info as object).constructor).length });
  const resolve = vi.fn(() => 1);
  Object.assign((schema.getType('Node') as GraphQLObjectType).getFields().value ?? {}, { resolve });
  const { run, counts } = leanOver(schema);
  await run({ schema, document: parse('{ later { value } value }') });
  expect(counts.fallbacks).toBe(1);
  expect(resolve).toHaveBeenCalledTimes(1);
});

it('the operation of an event runs compiled, like a query', async () => {
  const schema = buildSchema('type Query { value: Int } type Subscription { value: Int changed: Query }');
  const { run, counts } = leanOver(schema);
  const args = {
    schema,
    document: parse('subscription { value changed { value } }'),
    rootValue: { value: 1, changed: { value: 2 } },
  };
  expect(JSON.stringify(await run(args))).toBe('{"data":{"value":1,"changed":{"value":2}}}');
  expect(counts.fallbacks).toBe(0);
});

/** A selection of every field of a type that needs no argument, three levels deep. */
function everything(type: GraphQLObjectType, depth = 0): string {
  const parts = Object.values(type.getFields()).flatMap(({ name, type: output, args }) => {
    if (args.some((arg) => arg.defaultValue === undefined && String(arg.type).endsWith('!'))) return [];
    const named = getNamedType(output);
    if (!isObjectType(named)) return [name];
    return depth < 3 ? [`${name} ${everything(named, depth + 1)}`] : [];
  });
  return `{ __typename ${parts.join(' ')} }`;
}
