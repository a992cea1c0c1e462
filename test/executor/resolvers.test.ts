/** For each resolver of the product with a recipe: both give the same result, and a resolver that was edited is called instead. */
import {
  execute,
  type GraphQLField,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListProgram } from '../../src/executor/bytes/list-program.ts';
import { createExecutor } from '../../src/executor/executor.ts';
import type { JsonResult } from '../../src/executor/json-result.ts';
import { recipeOf } from '../../src/executor/resolvers.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { byteListOf, oneListOf, textOf } from '../support/byte-list.ts';
import { generateValue } from '../support/generated-data.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';

type Field = GraphQLField<unknown, unknown>;
type Json = Record<string, unknown>;

const requests = sized(20, 40, 40);
const recordsPerRequest = 3;

const cases = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => !type.name.startsWith('__'))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
  .filter(({ field }) => recipeOf(field.resolve) !== undefined)
  .map(({ type, field }) => ({ title: `${type.name}.${field.name}`, type, field }));

const span = { fromMs: Date.UTC(2026, 4, 1), toMs: Date.UTC(2026, 4, 2), timezone: 'America/New_York' };

/** Properties that the service sends and that no field shows unchanged. */
const unseen: Record<string, Json> = {
  GeoPoint: { coordinates: [8.5, 47.3] },
  DataSource: { derived: ['wind_speed', 'et0_method'] },
  EarthObservation: { field_id: 'fld_a' },
  Observation: { field_id: 'fld_a' },
  WeatherRecord: { field_id: 'fld_a', starts_at: '2026-05-01T07:00:00Z', ends_at: '2026-05-02T07:00:00Z' },
  SprayHour: {
    hour: {
      record: { field_id: 'fld_a', starts_at: '2026-05-01T07:00:00Z', kind: 'observed' },
      ...{ temperature: 18, relativeHumidity: 55 },
    },
    rules: [{ rule: 'wind', outcome: 'pass', value: 2.5, limit: 5.6, reason: 'Wind of 2.5 m/s.' }],
  },
  SprayWindow: span,
  SprayRun: span,
  WeatherSummary: span,
  PageInfo: { edges: [{ cursor: 'a' }, { cursor: 'b' }] },
};

/** A record of a type, with the properties that its fields read; every record has the same members. */
function recordOf(type: GraphQLObjectType, random: Random): Json {
  const record: Json = { ...unseen[type.name] };
  for (const { name, type: output, resolve } of Object.values(type.getFields())) {
    const recipe = recipeOf(resolve);
    if (recipe === undefined && resolve !== undefined) continue;
    if (recipe?.does === 'contextual') continue;
    if (recipe?.does === 'stated')
      record[recipe.property] = random() < 0.3 ? null : valueFor(new GraphQLNonNull(getNullableType(output)), random);
    else if (recipe === undefined) record[name] = valueFor(output, random);
    else if (recipe.does !== 'item' && recipe.does !== 'computed' && !(recipe.property in (unseen[type.name] ?? {})))
      record[recipe.property] = valueFor(output, random);
  }
  return record;
}

function valueFor(output: GraphQLOutputType, random: Random): unknown {
  if (!isNonNullType(output) && random() < 0.2) return null;
  const type = getNullableType(output);
  if (isListType(type)) return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(type.ofType, random));
  return isObjectType(type) ? recordOf(type, random) : generateValue(new GraphQLNonNull(type), random, 0);
}

/** Every selection of a field: plain, and with each enum value of its argument. */
function selectionsOf(field: Field): string {
  const [argument] = field.args;
  const named = argument && getNamedType(argument.type);
  const words = isEnumType(named) ? named.getValues().filter(({ name }) => name !== 'UNKNOWN') : [];
  const below = selectionBelow(field.type);
  const plain = argument && isNonNullType(argument.type) ? [] : [`plain: ${field.name} ${below}`];
  const withArguments = words.map(({ name }) => `${name}: ${field.name}(${argument?.name}: ${name}) ${below}`);
  return `{ ${[...plain, ...withArguments].join(' ')} }`;
}

function selectionBelow(output: GraphQLOutputType): string {
  const type = getNamedType(output);
  if (!isObjectType(type)) return '';
  if (type.name === 'Field') return '{ id }';
  const parts = Object.values(type.getFields()).flatMap(({ name, args, type: inner }) =>
    args.some((arg) => isNonNullType(arg.type)) ? [] : [`${name} ${selectionBelow(inner)}`],
  );
  return `{ __typename ${parts.join(' ')} }`;
}

/** Whether no contextual resolver without `reads` is selected: the record has to be parsed for it. */
function isWritable({ resolve, type: output }: Field): boolean {
  const type = getNamedType(output);
  // Nothing makes a program for a whole field, whose type leads back to itself.
  if (isObjectType(type) && type.name === 'Field') return false;
  const below = isObjectType(type) ? Object.values(type.getFields()) : [];
  const recipe = recipeOf(resolve);
  return !(recipe?.does === 'contextual' && recipe.reads === undefined) && below.every(isWritable);
}

const timezones = { get: () => 'America/New_York' };

/** The records of each request for a type. */
const recordTexts = new Map<GraphQLObjectType, string[][]>();
const recordTextsOf = (type: GraphQLObjectType) =>
  recordTexts.getOrInsertComputed(type, () =>
    Array.from({ length: requests }, (_, request) => {
      const random = seededRandom(request);
      return Array.from({ length: recordsPerRequest }, () => JSON.stringify(recordOf(type, random)));
    }),
  );

const schemaOf = (type: GraphQLObjectType) => oneListOf(new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))));

/** Compares the replies for lists of the type with graphql-js; returns them, and how many came from the bytes. */
async function answers(type: GraphQLObjectType, field: Field) {
  const oneList = schemaOf(type);
  const document = parse(`{ records ${selectionsOf(field)} }`);
  const run = createExecutor(oneList, execute);
  const of = vi.spyOn(ListProgram.prototype, 'of').mockClear();
  const texts: string[] = [];
  let failures = 0;
  for (const [request, records] of recordTextsOf(type).entries()) {
    const args = { schema: oneList, document };
    const expected = await execute({ ...args, contextValue: { list: byteListOf(records), timezones } });
    const text = textOf(await run({ ...args, contextValue: { list: byteListOf(records), timezones } }));
    expect(text, `request ${request}`).toBe(JSON.stringify(expected));
    texts.push(text);
    if (expected.errors) failures++;
  }
  return { texts, failures, outOfBytes: of.mock.results.filter(({ value }) => value !== undefined).length };
}

/** A different value of the same type. */
function otherwise(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(1);
  if (typeof value === 'string') return 'another';
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, otherwise(member)]));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(cases)('$title', ({ type, field }) => {
  let before: string[] = [];

  it('gives the same result from the bytes, by projection and by its resolver', async () => {
    const { texts, failures, outOfBytes } = await answers(type, field);
    before = texts;
    expect(failures).toBe(0);
    if (isWritable(field)) expect(outOfBytes).toBeGreaterThan(requests / 3);
  });

  it('calls its resolver each time if that was edited', async () => {
    if (before.length === 0) before = (await answers(type, field)).texts;
    const { resolve } = field;
    try {
      field.resolve = (...args) => otherwise(resolve?.(...args));
      const { texts, outOfBytes } = await answers(type, field);
      expect(outOfBytes).toBe(0);
      expect(texts).not.toEqual(before);
    } finally {
      field.resolve = resolve;
    }
  });
});

it('contextual fields are computed for each caller, even if the bytes of a list are the same', async () => {
  const oneList = schemaOf(schema.getType('WeatherRecord') as GraphQLObjectType);
  const run = createExecutor(oneList, execute);
  const document = parse('{ records { date } }');
  const record = { field_id: 'fld_a', starts_at: '2026-05-01T20:00:00Z', date: null };
  const list = byteListOf(Array(30).fill(JSON.stringify(record)), true);
  for (const timezone of ['UTC', 'Asia/Tokyo', 'UTC', 'Asia/Tokyo']) {
    const contextValue = { list, timezones: { get: () => timezone } };
    const result: JsonResult = await run({ schema: oneList, document, contextValue });
    const day = timezone === 'UTC' ? '2026-05-01' : '2026-05-02';
    expect(JSON.parse(String(Buffer.concat(result.stringify?.(result) ?? []))).data.records[0].date).toBe(day);
  }
});

it('aliases of a computed field parse the text of a record once', async () => {
  const oneList = schemaOf(schema.getType('EarthObservation') as GraphQLObjectType);
  const run = createExecutor(oneList, execute);
  const document = parse('{ records { a: index(name: EVI) { mean } b: index(name: NDVI) { mean } } }');
  const texts = Array.from({ length: 30 }, (_, at) => `[{"name":"evi","mean":${at}},{"name":"ndvi","mean":${at + 1}}]`);
  const records = texts.map((text) => `{"field_id":"fld_a","indices":${text}}`);
  const read = async () =>
    textOf(await run({ schema: oneList, document, contextValue: { list: byteListOf(records) } }));
  const byProjection = await read();
  const parseJson = vi.spyOn(JSON, 'parse');
  expect(await read()).toBe(byProjection);
  expect(parseJson.mock.calls.map(([text]) => text)).toEqual(texts);
});

it.each<[string, string, Json, string]>([
  [
    'a unit that is null keeps the unit of the record',
    '($u: TemperatureUnit) { records { temperatureMin(unit: $u) { value unit } } }',
    { u: null },
    '',
  ],
  [
    'a unit that is left out keeps the unit of the record',
    '($u: TemperatureUnit) { records { temperatureMin(unit: $u) { value unit } } }',
    {},
    '',
  ],
  ['a text that the service escapes', '{ records { date } }', {}, String.raw`,"source":{"name":"M\u00e9t\u00e9o"}`],
])('%s: the list is written from its bytes', async (_title, selection, variableValues, more) => {
  const oneList = schemaOf(schema.getType('WeatherRecord') as GraphQLObjectType);
  const run = createExecutor(oneList, execute);
  const document = parse(`query ${selection}`);
  const of = vi.spyOn(ListProgram.prototype, 'of').mockClear();
  const record = `{"field_id":"fld_a","date":"2026-05-01","temperature_min":{"value":7.5,"unit":"celsius"}${more}}`;
  for (let request = 0; request < requests; request += 1) {
    const args = { schema: oneList, document, variableValues };
    const contextOf = () => ({ list: byteListOf(Array(3).fill(record)), timezones });
    const expected = await execute({ ...args, contextValue: contextOf() });
    expect(textOf(await run({ ...args, contextValue: contextOf() }))).toBe(JSON.stringify(expected));
  }
  expect(of.mock.results.filter(({ value }) => value !== undefined).length).toBeGreaterThan(requests / 3);
});

it('the cases include every kind of recipe', () => {
  const does = new Set(cases.map(({ field }) => recipeOf(field.resolve)?.does));
  expect([...does].sort()).toEqual([
    'computed',
    'contextual',
    'converted',
    'item',
    'joined',
    'listOrEmpty',
    'property',
    'stated',
  ]);
});
