/** Lists answered from their bytes give the same replies as graphql-js after a parse, whatever the service writes. */
import { execute, GraphQLList, getNamedType, isEnumType, isObjectType, parse, validate } from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonResult } from '../../../src/executor/json-result.ts';
import { createExecutor } from '../../../src/executor/executor.ts';
import { ListProgram } from '../../../src/executor/bytes/list-program.ts';
import { schema } from '../../../src/graph/schema/schema.ts';
import { createFieldDataClient } from '../../../src/graph/reads/client.ts';
import type { CallScope, Fetch } from '../../../src/graph/upstream/call.ts';
import { UpstreamResponse } from '../../../src/graph/upstream/response.ts';
import { byteListOf, oneListOf, textOf } from '../../support/byte-list.ts';
import { generateQuery, isValid } from '../../support/generated-query.ts';
import { readingContext } from '../../support/reading-context.ts';
import { type Random, seededRandom } from '../../support/seeded-random.ts';
import { type Writing, type Written, writtenList } from '../../support/written-records.ts';
import { sized } from '../../support/size.ts';

const documentsMax = sized(2, 3, 60);
const selectionsOfMeasures = sized(20, 20, 480);
const listsPerDocument = sized(24, 28, 40);
const listsPerSelection = 20;
/** Lists of a document that programs observe before they are frozen. */
const regularLists = 15;
const everything = `query All($id: ID!, $granularity: WeatherGranularity!, $kind: WeatherKind) { field(id: $id) {
  weather(granularity: $granularity, kind: $kind) { granularity kind startsAt date condition issuedAt temperatureMin { value unit } t: temperatureMin { unit } soil { depthFrom { value } moisture { value unit } }
    growingDegreeDays { value unit base { value } method } source { name provenance derived station } et0Method
    inFahrenheit: temperatureMax(unit: FAHRENHEIT) { value unit } }
  earthObservations { id platform cloudCover { value unit } indices { name mean p10 sampleCount __typename } assets { role href index } index(name: NDVI) { mean } }
  observations { id text category severity tags more: tags photos { href caption } location { latitude longitude } author { name } liveMode growthStage { scale code } }
} }`;

/** Lists of the same plan whose records state other values. */
const kinds = [
  { granularity: 'DAILY', kind: null },
  { granularity: 'HOURLY', kind: null },
  { granularity: 'HOURLY', kind: 'OBSERVED' },
];

afterEach(() => {
  ListProgram.backsOff = true;
  vi.restoreAllMocks();
});

/** The day of a daily record is copied, that of an hourly one is computed. */
const [date, starts_at] = ['2026-05-01', '2026-05-01T06:30:00Z'];

const instantOf = (bound: string) => (bound.includes('T') ? bound : `${bound}T00:00:00Z`);

/** A service that answers each URL with bytes made from the seed, the same for every request. */
function serviceOf(seed: number, sent: Written): Fetch {
  const made = new Map<string, Buffer>();
  const make = (url: string): Buffer => {
    const { pathname, searchParams } = new URL(url);
    const random = seededRandom(seed + url.length);
    const field_id = searchParams.get('field_id') as string;
    const meta = {
      field_id,
      timezone: 'UTC',
      from: instantOf(searchParams.get('from') ?? '2026-05-01'),
      to: instantOf(searchParams.get('to') ?? '2026-05-15'),
    };
    const count = Math.floor(random() * 9);
    const body = () => {
      if (pathname.endsWith('weather')) {
        const granularity = searchParams.get('granularity') ?? 'daily';
        const kind = searchParams.get('kind');
        return writtenList(
          'WeatherRecord',
          { field_id, granularity, starts_at, date: granularity === 'daily' ? date : null, ...(kind && { kind }) },
          { meta },
          count,
          random,
          sent,
        );
      }
      if (pathname.endsWith('earth-observations'))
        return writtenList('EarthObservation', { field_id }, { meta }, count, random, sent);
      const limit = Number(searchParams.get('limit'));
      const page = { limit, has_more: random() < 0.5, next_cursor: null };
      return writtenList('Observation', { field_id }, { page, meta }, count, random, sent);
    };
    return body();
  };
  return async ({ url }) => {
    const bytes = made.get(url) ?? make(url);
    made.set(url, bytes);
    return new UpstreamResponse(200, { 'content-type': 'application/json' }, bytes);
  };
}

function contextOver(fetch: Fetch) {
  const scope = { headers: {}, counts: { calls: 0, retries: 0 } } as unknown as CallScope;
  const now = () => new Date('2026-05-02T00:00:00Z');
  return readingContext(createFieldDataClient('http://service.test', fetch, now), scope);
}

const summaryOf = ({ errors = [] }: JsonResult) =>
  errors.map((error) => `${JSON.stringify(error)} ${error.originalError}`).sort();

interface Comparison {
  firstSeed: number;
  /** How the service writes the list of this number. */
  sentAt: (list: number) => Written;
  onList?: (list: number) => void;
}

type Executor = ReturnType<typeof createExecutor>;

async function compareOne(compiled: Executor, args: Parameters<Executor>[0], service: Fetch, title: string) {
  const expected = await execute({ ...args, contextValue: contextOver(service) });
  const result: JsonResult = await compiled({ ...args, contextValue: contextOver(service) });
  const answer = textOf(result);
  const { data } = JSON.parse(answer);
  expect(JSON.stringify(data), title).toBe(JSON.stringify(expected.data));
  if (!expected.errors) expect(answer, title).toBe(JSON.stringify(expected));
  expect(summaryOf(result), title).toEqual(summaryOf(expected));
}

/**
 * Compares the replies to many documents, each over many lists. Returns the share of later lists answered from their bytes, for the
 * document that selects everything: the fields of the generated documents change with the schema.
 */
async function compare({ firstSeed, sentAt, onList }: Comparison): Promise<number> {
  const of = vi.spyOn(ListProgram.prototype, 'of');
  const attempts: boolean[] = [];
  let seed = firstSeed;
  for (let documents = 0; documents < documentsMax; ) {
    const generated = generateQuery(schema, seededRandom(++seed));
    const { text, variables } =
      documents % 4 === 0 ? { text: everything, variables: { id: 'fld_a', granularity: 'DAILY' } } : generated;
    const document = parse(text);
    if (!isValid(schema, document)) continue;
    documents++;
    let warmCalls = 0;
    const compiled = createExecutor(schema, execute);
    for (let list = 0; list < listsPerDocument; list++) {
      onList?.(list);
      if (list === regularLists) warmCalls = of.mock.calls.length;
      if (text === everything) Object.assign(variables, kinds[list % kinds.length]);
      const args = { schema, document, variableValues: variables };
      const dataSeed = seed * 1_000 + list;
      await compareOne(compiled, args, serviceOf(dataSeed, sentAt(list)), `seed ${dataSeed}`);
    }
    if (text === everything) attempts.push(...of.mock.results.slice(warmCalls).map(({ value }) => value !== undefined));
  }
  expect(of.mock.calls.length).toBeGreaterThan(documentsMax);
  return attempts.filter(Boolean).length / attempts.length;
}

describe.each([
  { title: 'as JSON.stringify does', oddRate: 0, textsMin: 0.6 },
  { title: 'no nulls', oddRate: 0, leavesOut: true, textsMin: 0.4 },
  { title: 'no nulls, and a few odd values', oddRate: 0.0006, leavesOut: true, textsMin: 0.2 },
  { title: 'a few odd values', oddRate: 0.0005, textsMin: 0.4 },
  { title: 'many odd values', oddRate: 0.01, textsMin: 0 },
])('lists of a service that writes $title', ({ oddRate, leavesOut = false, textsMin }) => {
  it(`are answered as after a parse, for ${documentsMax} documents`, { timeout: 900_000 }, async () => {
    const firstSeed = 400 + Math.round(oddRate * 1e8) + (leavesOut ? 5_000_000 : 0);
    const texts = await compare({ firstSeed, sentAt: () => ({ oddRate, leavesOut }) });
    expect(texts).toBeGreaterThanOrEqual(textsMin);
  });
});

it.each<{ writing: Writing; oddRate: number; leavesOut: boolean; textsMin: number }>([
  { writing: 'compact', oddRate: 0, leavesOut: false, textsMin: 0.5 },
  { writing: 'compact', oddRate: 0.0005, leavesOut: false, textsMin: 0.2 },
  { writing: 'spaced', oddRate: 0, leavesOut: true, textsMin: 0 },
  { writing: 'shuffled', oddRate: 0, leavesOut: false, textsMin: 0.4 },
])(
  'measures whose value is null, or absent ($leavesOut), are answered as after a parse: $writing, with $oddRate odd values',
  { timeout: 900_000 },
  async ({ textsMin, ...sent }) => {
    const texts = await compare({ firstSeed: 11_000_000, sentAt: () => ({ ...sent, nullsValues: true }) });
    expect(texts).toBeGreaterThanOrEqual(textsMin);
  },
);

describe.each<{ writing: Writing; oddRate: number; textsMin: number }>([
  { writing: 'spaced', oddRate: 0, textsMin: 0.6 },
  { writing: 'spaced', oddRate: 0.002, textsMin: 0 },
  { writing: 'indented', oddRate: 0, textsMin: 0.5 },
  { writing: 'indented', oddRate: 0.002, textsMin: 0 },
  { writing: 'shuffled', oddRate: 0, textsMin: 0.5 },
  { writing: 'shuffled', oddRate: 0.002, textsMin: 0 },
  { writing: 'foreign', oddRate: 0, textsMin: 0.5 },
  { writing: 'foreign', oddRate: 0.002, textsMin: 0 },
])('$writing lists, with $oddRate odd values', ({ writing, oddRate, textsMin }) => {
  it.each([false, true])(
    'are answered as after a parse, without nulls: %s',
    { timeout: 900_000 },
    async (leavesOut) => {
      const firstSeed = 9_000_000 + Math.round(oddRate * 1e8) + (leavesOut ? 5_000_000 : 0);
      const texts = await compare({ firstSeed, sentAt: () => ({ oddRate, leavesOut, writing }) });
      expect(texts).toBeGreaterThanOrEqual(leavesOut ? 0 : textsMin);
    },
  );
});

describe.each([
  { title: 'a few odd values', oddRate: 0.002, textsMin: 0.1 },
  { title: 'many odd values', oddRate: 0.02, textsMin: 0.02 },
])('lists of a service that wrote regularly, and now writes $title', ({ oddRate, textsMin }) => {
  it('are each tried by a program that observes nothing more, and answered as after a parse', {
    timeout: 900_000,
  }, async () => {
    ListProgram.backsOff = false;
    let isFrozen = false;
    let texts = 0;
    let tried = 0;
    const { of, observe } = ListProgram.prototype;
    vi.spyOn(ListProgram.prototype, 'observe').mockImplementation(function (this: ListProgram, ...received) {
      if (!isFrozen) observe.apply(this, received);
    });
    vi.spyOn(ListProgram.prototype, 'of').mockImplementation(function (this: ListProgram, ...received) {
      const text = of.apply(this, received);
      if (isFrozen) tried++;
      if (isFrozen && text !== undefined) texts++;
      return text;
    });
    await compare({
      firstSeed: 7_000_000 + oddRate * 1e6,
      sentAt: (list) => ({ oddRate: list < regularLists ? 0 : oddRate }),
      onList: (list) => {
        isFrozen = list >= regularLists;
      },
    });
    expect(texts / tried).toBeGreaterThanOrEqual(textsMin);
  });
});

const measures = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (!isObjectType(type) || type.name !== 'WeatherRecord') return [];
  return Object.values(type.getFields()).flatMap(({ name, args, type: output }) => {
    const unit = args.find((arg) => arg.name === 'unit');
    const words = unit && getNamedType(unit.type);
    const names = isEnumType(words)
      ? words.getValues().flatMap((word) => (word.name === 'UNKNOWN' ? [] : word.name))
      : [];
    return names.length > 0 ? { name, type: getNamedType(output).name, unitType: String(unit?.type), names } : [];
  });
});
const parts = ['unit', 'unit', '__typename', '__typename unit', 'value unit'];

/** A selection of measures, most of them without the value, each without a unit, with one, or with a variable that may be absent. */
function drawnMeasures(random: Random) {
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const variables: Record<string, { type: string; names: string[] }> = {};
  const fields = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => {
    const { name, unitType, names } = oneOf(measures);
    const [selection, kind] = [oneOf(parts), random()];
    if (kind < 0.2) return `m${at}: ${name} { ${selection} }`;
    if (kind < 0.3) return `m${at}: ${name}(unit: ${oneOf(names)}) { ${selection} }`;
    variables[`u${at}`] = { type: unitType, names };
    return `m${at}: ${name}(unit: $u${at}) { ${selection} }`;
  });
  const definitions = Object.entries(variables).map(([name, { type }]) => `, $${name}: ${type}`);
  const text = `query Drawn($id: ID!${definitions.join('')}) { field(id: $id) { weather { kind ${fields.join(' ')} } } }`;
  /** All variables, or none, or some. */
  const valuesOf = (): Record<string, string> => {
    const absentRate = oneOf([0, 1, 0.5]);
    const left = Object.entries(variables).filter(() => random() >= absentRate);
    return Object.fromEntries(left.map(([name, { names }]) => [name, oneOf(names)]));
  };
  return { text, valuesOf };
}

describe.each([
  { title: 'each in one known unit', unknownRate: 0, textsMin: 0.3 },
  { title: 'some in an unknown unit', unknownRate: 0.4, textsMin: 0.2 },
  { title: 'each in one unit, or with a null value', unknownRate: 0, textsMin: 0.3, nullsValues: true },
])('measures that a service sends $title', ({ unknownRate, textsMin, nullsValues = false }) => {
  it('are converted or refused as after a parse, whatever was requested before', { timeout: 900_000 }, async () => {
    ListProgram.backsOff = false;
    const of = vi.spyOn(ListProgram.prototype, 'of');
    for (let seed = 0; seed < selectionsOfMeasures; seed++) {
      const random = seededRandom(seed);
      const { text, valuesOf } = drawnMeasures(random);
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      const compiled = createExecutor(schema, execute);
      const units = new Map(
        measures.map(({ type, names }) => [type, random() < unknownRate ? 'furlong' : (names[0] ?? '').toLowerCase()]),
      );
      const unitOf = (typeName: string) => units.get(typeName);
      for (let list = 0; list < listsPerSelection; list++) {
        const args = { schema, document, variableValues: { id: 'fld_a', ...valuesOf() } };
        const service = serviceOf(seed * 1_000 + list, { oddRate: 0, unitOf, nullsValues });
        await compareOne(compiled, args, service, `seed ${seed}, list ${list}: ${text}`);
      }
    }
    const texts = of.mock.results.filter(({ value }) => value !== undefined).length;
    expect(texts / of.mock.calls.length).toBeGreaterThan(textsMin);
  });
});

it('records with thousands of items are answered as after a parse', async () => {
  const oneList = oneListOf(new GraphQLList(schema.getType('EarthObservation') as never));
  const document = parse('{ records { indices { name } } }');
  const compiled = createExecutor(oneList, execute);
  for (const items of [1, 1, 9_000]) {
    const indices = Array(items).fill({ name: 'ndvi' }).with(0, { name: 'evi' });
    const records = Array<string>(20).fill(JSON.stringify({ indices })).with(0, '{"indices":[{"name":"ndvi"}]}');
    const result: JsonResult = await compiled({
      schema: oneList,
      document,
      contextValue: { list: byteListOf(records) },
    });
    const list = records.map((record) => JSON.parse(record));
    const expected = await execute({ schema: oneList, document, contextValue: { list } });
    expect(textOf(result)).toBe(JSON.stringify(expected));
  }
});

describe('a record written otherwise than those before it', () => {
  const observation = {
    field_id: 'fld_a',
    id: 'o1',
    text: 'seen',
    category: 'weed',
    severity: null,
    tags: ['x'],
    location: { type: 'Point', coordinates: [1.5, 2.5] },
    affected_area: { value: 1.25, unit: 'percent' },
    author: { name: 'a', raw: 1 },
    growth_stage: { scale: 'BBCH', code: 7 },
  };
  const regular = JSON.stringify(observation);
  // A text that is the same in all records would be compared as a whole.
  const other = JSON.stringify({ ...observation, id: 'o2', text: 'other', category: 'disease' });
  const oneList = oneListOf(new GraphQLList(schema.getType('Observation') as never));
  const document = parse(`{ records { id text category tags location { longitude } affectedArea { value unit }
    inFractions: affectedArea(unit: FRACTION) { unit } author { name } growthStage { scale } } }`);

  it.each([
    ['text "a"', '"seen"', String.raw`"\u0061\/\ud83d\ude00\ud800"`, true],
    ['a text longer than the output', '"seen"', `"\\u0061${'é'.repeat(200_000)}"`, false],
    ['tags', '["x"]', String.raw`["x","\u0061"]`, true],
    ['a coordinate', '[1.5,', '[-0.0,', true],
    ['a measure of 17 digits', '1.25', '0.30000000000000004', true],
    ['an extra member of another kind', '"raw":1', '"raw":[1]', true],
    ['an infinite coordinate', '[1.5,', '[1e400,', false],
    ['an infinite measure', '1.25', '-1e400', false],
    ['a coordinate that is a text', '[1.5,', '["1.5",', false],
    ['part of an id', '"o1"', String.raw`"\u006f1"`, false],
    ['a word', '"weed"', String.raw`"\u0077eed"`, false],
    ['a selected member of another kind', '"author":{"name":"a","raw":1}', '"author":"a"', false],
    [
      'a selected object that is a list',
      '"affected_area":{"value":1.25,"unit":"percent"}',
      '"affected_area":[]',
      false,
    ],
    ['a unit that is no text', '"unit":"percent"', '"unit":7', false],
  ])('is answered as after a parse: %s', async (_part, from, to, isFromBytes) => {
    const of = vi.spyOn(ListProgram.prototype, 'of');
    ListProgram.backsOff = false;
    const compiled = createExecutor(oneList, execute);
    const odd = regular.replace(from, to);
    expect(odd).not.toBe(regular);
    for (const last of [regular, regular, odd, odd, odd]) {
      const records = [...Array<string>(30).fill(other), last];
      const contextValue = { list: records.map((record) => JSON.parse(record)) };
      const expected = await execute({ schema: oneList, document, contextValue });
      const list = byteListOf(records);
      const result: JsonResult = await compiled({ schema: oneList, document, contextValue: { list } });
      expect(textOf(result)).toBe(JSON.stringify(expected));
    }
    expect(of.mock.results.at(1)?.value).toBeDefined();
    expect(of.mock.results.at(-1)?.value !== undefined).toBe(isFromBytes);
  });
});
