import { buildSchema, type GraphQLObjectType, parse, printSchema } from 'graphql';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setMemory } from '../../../../src/graph/operation/document-cache.ts';
import { schema as graph } from '../../../../src/graph/schema/schema.ts';
import { callsOf, costCheck, idList, limits, refusal, refusalOfCost, schema } from './fixture.ts';

describe('the cost of an operation', () => {
  const dashboard = 'query ($ids: [ID!]!) { fields(ids: $ids) { weather earthObservations observations } }';

  test('is 150 calls for a dashboard of 50 fields with 3 lists each, which is accepted', () => {
    expect(callsOf(dashboard, { ids: idList(50) })).toBe(150);
    expect(refusalOfCost(dashboard, { ids: idList(50) })).toBeUndefined();
  });

  test.each([
    [
      'in a fragment',
      '...F } fragment F on Query { fields(ids: $ids) { weather @include(if: $w) observations } }',
      [4, 6, 3, 4],
    ],
    [
      'in a selection and in the fragment that it spreads',
      'field(id: "a") { neighbours(ids: $ids) { weather } ...F } } fragment F on Field { summary @include(if: $w) }',
      [5, 6, 3, 5],
    ],
  ])('is computed again for each set of the variables that it depends on, %s', (_, selections, counts) => {
    const document = parse(`query ($ids: [ID!]!, $w: Boolean!) { ${selections}`);
    const check = costCheck(schema, { ...limits, upstreamCallsMax: -1 });
    const actual = (count: number, w: boolean) =>
      refusal(() => check(document, undefined, { ids: idList(count), w }))?.actual;
    expect([actual(2, true), actual(3, true), actual(3, false), actual(2, true)]).toEqual(counts);
  });

  test.each([
    ['sent', 'WeatherKind', { k: { kind: 'x'.repeat(200_000) } }],
    ['the default', `String = "${'x'.repeat(200_000)}"`, {}],
  ])('is computed by serializing a long variable once, however many selections use it: %s', (_, type, variables) => {
    const lists = Array.from({ length: 490 }, () => 'weather(kind: $k) { date }').join(' ');
    const document = parse(`query ($k: ${type}) { field(id: "a") { ${lists} } }`);
    const stringify = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => stringify.mockRestore());
    const check = costCheck(graph, { ...limits, upstreamCallsMax: 490 });
    expect(check(document, undefined, variables)).toMatchObject({ calls: 490, recordsRead: 14 });
    const written = stringify.mock.results.map(({ value }) => value.length);
    expect(Math.max(...written)).toBeGreaterThan(200_000);
    expect(written.reduce((sum, length) => sum + length, 0)).toBeLessThan(300_000);
  });

  test('is computed once for equal values of the variables that it depends on, if the document is cached', () => {
    const text = `query ($ids: [ID!], $w: Boolean = true, $k: WeatherKind, $f: ID!) {
      fields(ids: $ids) { weather(kind: $k) @include(if: $w) { date } } field(id: $f) { id }
    }`;
    const document = parse(text);
    const check = costCheck(graph);
    const costOf = (variables: Record<string, unknown>) => check(document, undefined, variables);
    expect(costOf({ ids: ['a'], f: 'x' })).not.toBe(costOf({ ids: ['a'], f: 'x' }));
    const claimed: number[] = [];
    setMemory(document, { claim: (bytes) => claimed.push(bytes) > 0, release() {} });
    const first = costOf({ ids: ['a'], f: 'x' });
    expect(costOf({ ids: ['a'], f: 'y', other: 1 })).toBe(first);
    const others = [
      { ids: ['b'] },
      { ids: ['a', 'b'] },
      {},
      { ids: null },
      { ids: ['a'], w: false },
      { ids: ['a'], w: null },
    ];
    for (const variables of others) {
      const before = costOf({ ids: ['a'], f: 'x' });
      const cost = costOf(variables);
      expect(cost).not.toBe(before);
      expect(cost).toEqual(costCheck(graph)(parse(text), undefined, variables));
      expect(costOf({ ...variables })).toBe(cost);
    }
    expect(claimed).toEqual([5_120]);
    const long = { ids: ['a'], k: 'x'.repeat(4_097) };
    expect(costOf(long)).not.toBe(costOf(long));
    const two = { ids: idList(60).map((id) => id.padEnd(50, '_')), k: 'x'.repeat(2_000) };
    expect(costOf(two)).not.toBe(costOf(two));
  });

  test('is computed once for a text of the variables of up to 4,096 characters', () => {
    const document = parse('query ($k: WeatherKind) { field(id: "a") { weather(kind: $k) { date } } }');
    setMemory(document, { claim: () => true, release() {} });
    const check = costCheck(graph);
    // Quotes and a comma are part of the text.
    const isKnown = (length: number) => {
      const [first, second] = [1, 2].map(() => check(document, undefined, { k: 'x'.repeat(length) }));
      return first === second;
    };
    expect([4_093, 4_094].map(isKnown)).toEqual([true, false]);
  });

  test('is known in spite of a check without variables, which claims no memory', () => {
    const document = parse('query ($ids: [ID!]!) { fields(ids: $ids) { weather { date } } }');
    const claim = vi.fn(() => true);
    setMemory(document, { claim, release() {} });
    const check = costCheck(graph);
    check(document, undefined);
    expect(claim).not.toHaveBeenCalled();
    const known = check(document, undefined, { ids: ['a'] });
    check(document, undefined);
    expect(check(document, undefined, { ids: ['a'] })).toBe(known);
  });

  test.each([
    ['a string of 4,096 characters', '"L"', 4_096, 14],
    ['a string of 4,097 characters', '"L"', 4_097, 28],
    ['a list whose JSON has 4,096 characters', '["L"]', 4_092, 14],
    ['a list whose JSON has 4,097 characters', '["L"]', 4_093, 28],
  ])('includes one list for equal literals and variables, unless these are long: %s', (_, text, length, records) => {
    const long = text.replace('L', 'x'.repeat(length));
    const document = parse(
      `query ($k: WeatherKind) { field(id: "a") { weather(kind: ${long}) { date } b: weather(kind: $k) { date } } }`,
    );
    expect(costCheck(graph)(document, undefined, { k: JSON.parse(long) })).toMatchObject({ recordsRead: records });
  });

  test('includes a list for each of two long variables', () => {
    const lists = 'a: weather(kind: $a) { date } b: weather(kind: $b) { date }';
    const document = parse(`query ($a: WeatherKind, $b: WeatherKind) { field(id: "a") { ${lists} } }`);
    const [a, b] = ['a', 'b'].map((letter) => letter.repeat(5_000));
    expect(costCheck(graph)(document, undefined, { a, b })).toMatchObject({ recordsRead: 28 });
  });

  test('may include ten lists with the maximum number of ids, but not eleven', () => {
    const lists = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}: fields(ids: $ids) { id }`).join(' ');
    const refusalOf = (count: number) =>
      refusalOfCost(`query ($ids: [ID!]!) { ${lists(count)} }`, { ids: idList(limits.idsMax) });
    expect(refusalOf(10)).toBeUndefined();
    expect(refusalOf(11)).toEqual({ name: 'ALL_IDS_MAX', max: 10 * limits.idsMax, actual: 11 * limits.idsMax });
    const below = (count: number) =>
      `{ fields(ids: ${JSON.stringify(idList(100))}) { neighbours(ids: ${JSON.stringify(idList(count))}) { id } } }`;
    expect(refusalOfCost(below(9))).toBeUndefined();
    expect(refusalOfCost(below(10))).toMatchObject({ name: 'ALL_IDS_MAX', actual: 100 * (1 + 10) });
  });

  test.each([
    ['granularity: WeatherGranularity! = ', 'DAILY', 'HOURLY', 'weather { kind }', [14, 1], [14 * 24, 1]],
    ['limit: Int! = ', '25', '7', 'observations { id }', [25, 1], [7, 1]],
    ['first: Int! = ', '25', '7', 'observationsConnection { nodes { id } }', [25, 2], [7, 2]],
    ['next: SpanInput = ', '{ hours: 48 }', '{ days: 1 }', 'sprayConditions { provenances }', [96, 1], [144, 1]],
    ['earlierYears: Int! = ', '0', '1', 'indexSeason(index: NDVI) { missingScenes }', [46, 1], [122, 2]],
    [
      'maxGapDays: Int! = ',
      '30',
      '10',
      'indexSeason(index: NDVI, earlierYears: 1) { missingScenes }',
      [122, 2],
      [102, 2],
    ],
  ])('follows the default in the schema: %s%s', (argument, value, other, selection, ...expected) => {
    const text = printSchema(graph);
    const costs = [value, other].map((byDefault) => {
      const changed = buildSchema(text.replace(argument + value, argument + byDefault));
      const [fields, costed] = [changed, graph].map((each) => (each.getType('Field') as GraphQLObjectType).getFields());
      for (const name in costed) Object.assign(fields?.[name] ?? {}, { extensions: costed[name]?.extensions });
      const cost = costCheck(changed)(parse(`{ field(id: "a") { ${selection} } }`), undefined, {});
      return [cost?.recordsRead, cost?.calls];
    });
    expect(costs).toEqual(expected);
  });

  test('counts 20 towards RESOLVED_MAX for a list, and 1 for lists of a timeline and facts of records', () => {
    const resolvedOf = (query: string) => {
      const refused = refusal(() => costCheck(graph, limits)(parse(query), undefined, {}));
      return refused?.name === 'RESOLVED_MAX' ? refused.actual : undefined;
    };
    const fifty = JSON.stringify(idList(50));
    expect(
      resolvedOf(`{ fields(ids: ${fifty}) { timeline { weather { kind } earthObservations { id } } } }`),
    ).toBeUndefined();
    expect(
      resolvedOf(`{ fields(ids: ${fifty}) { observations(limit: 100) { field { name timezone } } } }`),
    ).toBeUndefined();
    const all = { ...limits, idsMax: 2_000, upstreamCallsMax: 2_000 };
    const query = `{ fields(ids: ${JSON.stringify(idList(2_000))}) { growingDegreeDays { unit } } }`;
    expect(costCheck(graph, all)(parse(query), undefined, {})).toMatchObject({ resolved: 80_000 });
    const below = 'observations(limit: 100) { field { weather { kind } a: weather { kind } } }';
    expect(resolvedOf(`{ field(id: "a") { observations(limit: 13) { field { ${below} } } } }`)).toBe(
      20 + 13 * (20 + 100 * 40),
    );
  });

  test.each([
    ['the timezone next to lists', 'timezone weather { date } earthObservations { id } observations { id }', 3],
    ['the timezone without a list', 'timezone', 1],
    ['a list since a day of the year', 'weather(since: "04-15") { date }', 2],
    [
      'lists since a day of the year, which share one call for the timezone',
      'timezone name weather(since: "04-15") { date } earthObservations(since: "04-15") { id }',
      3,
    ],
    ['observations of the last days', 'observations(last: { days: 3 }) { id }', 3],
    ['a page since a day of the year', 'observationsConnection(since: "04-15") { nodes { id } }', 3],
  ])('is the sum of the calls of 100 fields with %s', (_, selection, each) => {
    const ids = JSON.stringify(idList(100));
    const check = () =>
      costCheck(graph, { ...limits, upstreamCallsMax: -1 })(
        parse(`{ fields(ids: ${ids}) { ${selection} } }`),
        undefined,
        {},
      );
    expect(refusal(check)?.actual).toBe(100 * each);
  });

  test('names the field that needs the timezone, if this makes it the most expensive', () => {
    const lists = 'weather(since: "04-15") { date } earthObservations { id }';
    const check = costCheck(graph, { ...limits, upstreamCallsMax: 2 });
    const thrown = expect.objectContaining({ extensions: expect.objectContaining({ coordinate: 'Field.weather' }) });
    expect(() => check(parse(`{ field(id: "a") { ${lists} } }`), undefined, {})).toThrow(thrown);
  });

  test('includes one call for the timezone that lists below the field of a record need', () => {
    const below =
      '{ field(id: "a") { observations { field { weather(since: "04-15") { date } earthObservations(since: "04-15") { id } } } } }';
    const check = () => costCheck(graph, { ...limits, upstreamCallsMax: -1 })(parse(below), undefined, {});
    expect(refusal(check)?.actual).toBe(1 + 3);
  });

  test('is 400 calls for 100 fields with 4 lists each, which is refused', () => {
    const four = '{ weather a: weather earthObservations observations }';
    expect(refusalOfCost(`query ($ids: [ID!]!) { fields(ids: $ids) ${four} }`, { ids: idList(100) })).toEqual({
      name: 'UPSTREAM_CALLS_MAX',
      max: 300,
      actual: 400,
    });
  });

  test('is an upper bound, and the refusal says so', () => {
    const four = '{ fields(ids: $ids) { weather a: weather earthObservations observations } }';
    const document = parse(`query ($ids: [ID!]!) ${four}`);
    expect(() => costCheck(schema, limits)(document, undefined, { ids: idList(100) })).toThrow(
      'The operation needs up to 400 service calls; the maximum is 300 (UPSTREAM_CALLS_MAX). Request fewer fields, or',
    );
  });

  test.each([
    ['a field of no cost', '{ field(id: "a") { id } }', 0],
    ['one list', '{ field(id: "a") { weather } }', 1],
    ['a field of three calls', '{ field(id: "a") { summary } }', 3],
    ['a field that any list states, without a list', '{ field(id: "a") { name } }', 1],
    ['a field that any list states, next to lists', '{ field(id: "a") { name weather observations } }', 2],
    [
      'a field that any list states, before a list of ids',
      '{ field(id: "a") { name neighbours(ids: ["b"]) { id } } }',
      1,
    ],
    [
      'a field that any list states, after a list of ids',
      '{ field(id: "a") { neighbours(ids: ["b"]) { id } name } }',
      1,
    ],
    ['a field that any list states, below a record', 'mutation { addObservation { field { name } } }', 2],
    [
      'a field that any list states, below a record whose field is selected again',
      'mutation { addObservation { field { name } other: field { neighbours(ids: ["b"]) { id } } } }',
      2,
    ],
    ['an argument that adds calls', '{ field(id: "a") { season(earlierYears: 2) } }', 3],
    ['a number above the maximum, which the resolver refuses', '{ field(id: "a") { season(earlierYears: 2026) } }', 4],
    ['a negative argument, which removes no calls', '{ field(id: "a") { season(earlierYears: -2) } }', 1],
    ['an argument that is no number, which validation refuses', '{ field(id: "a") { season(earlierYears: "2") } }', 1],
    ['equal lists, before deduplication', '{ field(id: "a") { weather a: weather } }', 2],
    ['a literal list', '{ fields(ids: ["a", "b"]) { weather } }', 2],
    ['a single value, which is a list of one', '{ fields(ids: "a") { weather } }', 1],
    ['an empty list', '{ fields(ids: []) { weather } }', 0],
    ['null', '{ fields(ids: null) { weather } }', 0],
    ['no list, which validation refuses', '{ fields { weather } }', 0],
    ['a variable that nothing declares, which validation refuses', '{ fields(ids: $ids) { weather } }', 0],
    [
      'a list of ids after another argument with a list',
      '{ fields(not: ["a", "b", "c"], ids: ["a", "b"]) { weather } }',
      2,
    ],
    [
      'lists within lists, which multiply',
      '{ fields(ids: ["a", "b"]) { neighbours(ids: ["c", "d", "e"]) { weather } } }',
      6,
    ],
    [
      'a fragment, for each spread',
      '{ a: field(id: "a") { ...F } b: field(id: "b") { ...F } } fragment F on Field { weather }',
      2,
    ],
    ['a fragment in a list', '{ fields(ids: ["a", "b"]) { ...F } } fragment F on Field { weather summary }', 8],
    ['an interface, by its fragments', '{ node(id: "a") { id ... on Field { weather observations } } }', 2],
    ['an interface, as its most expensive type', '{ node(id: "a") { report } }', 5],
    ['an interface, by the ids of any type', '{ node(id: "a") { members(ids: ["a", "b"]) { weather } } }', 2],
    ['an interface, with an argument of one type', '{ node(id: "a") { history(since: "x") } }', 4],
    ['an interface, with an argument of another type', '{ node(id: "a") { history(last: "x") } }', 2],
    ['a union, by its fragments', '{ place { ... on Field { report } ... on Farm { id } } }', 2],
    ['a field selected on a union, which validation refuses', '{ place { report } }', 5],
    ['a selection in a leaf, which validation refuses', '{ field(id: "a") { summary { weather } } }', 3],
    [
      'a fragment before the one it spreads',
      '{ ...F } fragment F on Query { field(id: "a") { id ...G __typename } __typename } fragment G on Field { weather }',
      1,
    ],
    [
      'a fragment after the one it spreads',
      '{ ...F } fragment G on Field { weather } fragment F on Query { field(id: "a") { id ...G __typename } __typename }',
      1,
    ],
    [
      'fragments defined in the reverse order of their spreads',
      '{ ...F } fragment H on Field { weather } fragment G on Field { id ...H } fragment F on Query { field(id: "a") { ...G } }',
      1,
    ],
    [
      'a fragment that spreads an unknown fragment',
      '{ field(id: "a") { ...F } } fragment F on Field { weather ...Nobody }',
      1,
    ],
    ['an inline fragment without a type', '{ field(id: "a") { ... { weather } } }', 1],
    ['mutations', 'mutation { a: addObservation b: addObservation }', 2],
    ['unknown fields and types, which validation refuses', '{ nothing { weather } ... on Nothing { weather } }', 0],
    ['names of properties that every JavaScript object has', '{ constructor { weather } toString __proto__ }', 0],
    ['a fragment in itself', '{ field(id: "a") { ...F } } fragment F on Field { weather ...F }', 1],
  ])('counts the calls of %s', (_, document, calls) => {
    expect(callsOf(document)).toBe(calls);
  });

  test('is returned for an accepted operation, with or without variables', () => {
    const cost = { calls: 2 * 2, idsMost: 2, recordsRead: 0, recordsVisited: 0 };
    const query = 'query ($ids: [ID!]! = ["a", "b"]) { fields(ids: $ids) { weather observations } }';
    expect(costCheck()(parse(query), undefined, {})).toMatchObject(cost);
    const constant = parse('{ fields(ids: ["a", "b"]) { weather observations } }');
    const check = costCheck();
    for (const _ of [1, 2]) expect(check(constant, undefined, {})).toMatchObject(cost);
  });

  test('includes the records that any type of an interface may read', () => {
    const check = costCheck(schema, { ...limits, recordsReadMax: 0 });
    expect(refusal(() => check(parse('{ node(id: "a") { history } }'), undefined, {}))).toMatchObject({ actual: 7 });
  });

  test('includes only the operation that will run', () => {
    const document = 'query A { field(id: "a") { weather } } query B { field(id: "a") { summary } }';
    expect(callsOf(document, {}, 'A')).toBe(1);
    expect(callsOf(document, {}, 'B')).toBe(3);
    expect(callsOf(document, {}, 'C')).toBeUndefined();
    expect(callsOf(document)).toBeUndefined();
  });

  test('is capped at 1,000,000,000 calls for fragments that double a thousand times', () => {
    const levels = Array.from(
      { length: 1_000 },
      (_, index) => `fragment F${index} on Field { ...F${index + 1} ...F${index + 1} }`,
    );
    const document = `{ fields(ids: []) { ...F0 } field(id: "a") { ...F0 } } ${levels.join(' ')} fragment F1000 on Field { weather }`;
    expect(refusalOfCost(document)?.actual).toBe(1_000_000_000);
  });
});

describe('skip and include', () => {
  const document = (directive: string) =>
    `query ($on: Boolean = true, $other: Boolean) { field(id: "a") { weather ${directive} } }`;

  test.each([
    ['@skip(if: true)', {}, 0],
    ['@skip(if: false)', {}, 1],
    ['@include(if: false)', {}, 0],
    ['@include(if: $on)', { on: false }, 0],
    ['@include(if: $on)', {}, 1],
    ['@skip(if: $on)', {}, 0],
    ['@skip(if: $other)', {}, 1],
    ['@include(if: $other)', { other: 'false' }, 1],
    ['@include(if: $missing)', {}, 1],
    ['@include', {}, 1],
    ['@include(unless: false)', {}, 1],
    ['@skip(unless: true)', {}, 1],
    ['@other(if: false)', {}, 1],
    ['@other(if: true)', {}, 1],
    ['@skip(if: false) @include(if: false)', {}, 0],
  ])('%s with the variables %j decides whether the call counts', (directive, variables, calls) => {
    expect(callsOf(document(directive), variables)).toBe(calls);
  });

  test.each([
    ['@skip', 1],
    ['@include(if: $on)', 0],
    ['@skip(if: $other)', 0],
  ])('%s without known variables decides whether the call counts', (directive, calls) => {
    expect(costCheck()(parse(document(directive)), undefined)).toMatchObject({ calls });
  });

  test('a skipped fragment costs nothing, and its ids are not counted', () => {
    const ids = JSON.stringify(idList(200));
    expect(refusalOfCost(`{ ... @skip(if: true) { fields(ids: ${ids}) { summary } } }`)).toBeUndefined();
  });
});

describe('ids', () => {
  test('101 ids are refused before anything is sent, whether or not they cost a call', () => {
    const refused = { name: 'IDS_MAX', max: 100, actual: 101 };
    expect(refusalOfCost(`{ fields(ids: ${JSON.stringify(idList(101))}) { id } }`)).toEqual(refused);
    expect(refusalOfCost('query ($ids: [ID!]!) { fields(ids: $ids) { id } }', { ids: idList(101) })).toEqual(refused);
    const long = idList(101).map((id) => id.padEnd(50, '_'));
    expect(refusalOfCost('query ($ids: [ID!]!) { fields(ids: $ids) { id } }', { ids: long })).toEqual(refused);
  });

  test('the default of a variable counts if no value is sent', () => {
    const document = `query ($ids: [ID!]! = ${JSON.stringify(idList(101))}) { fields(ids: $ids) { weather } }`;
    expect(refusalOfCost(document)?.name).toBe('IDS_MAX');
    expect(callsOf(document, { ids: ['a'] })).toBe(1);
  });

  test.each([
    ['one id', 'a', 1],
    ['null', null, 0],
    ['an object', { length: 1_000 }, 1],
  ])('a variable with %s instead of a list is counted', (_, ids, calls) => {
    expect(callsOf('query ($ids: [ID!]!) { fields(ids: $ids) { weather } }', { ids })).toBe(calls);
  });

  test('101 ids are refused next to a shorter list', () => {
    const [many, few] = [101, 1].map((count) => `fields(ids: ${JSON.stringify(idList(count))}) { id }`);
    for (const document of [`{ a: ${many} b: ${few} }`, `{ a: ${few} b: ${many} }`]) {
      expect(refusalOfCost(document)).toEqual({ name: 'IDS_MAX', max: 100, actual: 101 });
    }
  });

  test.each([
    ['more in an inner list', 1, 101, 'Field.neighbours(ids:)'],
    ['more in an outer list', 102, 101, 'Query.fields(ids:)'],
    ['as many in both', 101, 101, 'Query.fields(ids:)'],
  ])('the refusal names the list with the most ids: %s', (_, outer, inner, coordinate) => {
    const [many, more] = [outer, inner].map((count) => JSON.stringify(idList(count)));
    const document = parse(`{ fields(ids: ${many}) { neighbours(ids: ${more}) { id } } }`);
    const limit = { name: 'IDS_MAX', max: 100, actual: Math.max(outer, inner) };
    const thrown = expect.objectContaining({ extensions: expect.objectContaining({ coordinate, limit }) });
    expect(() => costCheck()(document, undefined, {})).toThrow(thrown);
  });

  test('an accepted document is counted again for each set of variables', () => {
    const assertCost = costCheck();
    const document = parse('query ($ids: [ID!]!) { fields(ids: $ids) { weather } }');
    const refusalOf = (count: number) => refusal(() => assertCost(document, undefined, { ids: idList(count) }));
    expect([1, 101, 1].map((count) => refusalOf(count)?.name)).toEqual([undefined, 'IDS_MAX', undefined]);
  });

  test('an accepted document whose cost depends on no variable is not counted again', () => {
    const assertCost = costCheck();
    const count = vi.spyOn(schema, 'getRootType');
    onTestFinished(() => count.mockRestore());
    const document = parse('query Q($on: Boolean!) { field(id: "a") { weather } }');
    const other = parse('query Q($on: Boolean!) { field(id: "a") { weather @skip(if: $on) } }');
    const countsOf = (each: typeof document) => {
      count.mockClear();
      for (const variables of [{ on: true }, { on: false }, undefined]) assertCost(each, undefined, variables);
      return count.mock.calls.length;
    };
    expect([document, other].map(countsOf)).toEqual([1, 3]);
  });

  test('two lists of 100 ids in one operation are each within the limit', () => {
    const ids = JSON.stringify(idList(100));
    expect(refusalOfCost(`{ a: fields(ids: ${ids}) { id } b: fields(ids: ${ids}) { weather } }`)).toBeUndefined();
  });
});
