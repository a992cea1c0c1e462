import { getIntrospectionQuery, type OperationDefinitionNode, parse, validate } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { assertShape, countShape } from '../../../../src/graph/operation/limits/structure.ts';
import { limits, refusalOfDocument, schema } from './fixture.ts';

/** `{ neighbour { … id … } }`, nested to that many levels. */
const nested = (levels: number) => `{ ${'neighbour { '.repeat(levels - 1)}id${' }'.repeat(levels - 1)} }`;

const chain = (length: number, selections: (next: string) => string) =>
  Array.from({ length }, (_, index) => `fragment F${index} on Field { ${selections(`...F${index + 1}`)} }`).join('\n');

describe('depth', () => {
  test('15 levels pass, 16 do not', () => {
    expect(refusalOfDocument(nested(15))).toBeUndefined();
    expect(refusalOfDocument(nested(16))).toEqual({ name: 'DEPTH_MAX', max: 15, actual: 16 });
    const siblings = `{ a: id neighbour ${nested(15)} b: id }`;
    expect(refusalOfDocument(siblings)).toEqual({ name: 'DEPTH_MAX', max: 15, actual: 16 });
  });

  test('levels in fragments count', () => {
    const document = `{ field(id: "fld_a") { ...F0 } } ${chain(20, (next) => `neighbour { ${next} }`)} fragment F20 on Field { id }`;
    expect(refusalOfDocument(document)).toEqual({ name: 'DEPTH_MAX', max: 15, actual: 22 });
  });

  test('a fragment adds no level of its own', () => {
    const document = `{ ${'... on Field { '.repeat(20)}id${' }'.repeat(20)} }`;
    expect(refusalOfDocument(document)).toBeUndefined();
  });
});

describe('introspection', () => {
  const queries = [
    getIntrospectionQuery(),
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  ];

  test.each(queries)('the introspection query of graphql-js and GraphiQL passes every limit (%#)', (query) => {
    expect(refusalOfDocument(query)).toBeUndefined();
    expect(validate(schema, parse(query))).toEqual([]);
  });

  test('a hundred aliases of `__schema` in one operation are refused', () => {
    const copies = Array.from({ length: 100 }, (_, index) => `s${index}: __schema { types { fields { name } } }`);
    expect(refusalOfDocument(`{ ${copies.join(' ')} }`)).toEqual({
      name: 'INTROSPECTION_LISTS_MAX',
      max: 25,
      actual: 200,
    });
  });

  test('lists of the schema in fragments count once for each spread', () => {
    const spreads = Array.from({ length: 30 }, (_, index) => `t${index}: __type(name: "Field") { ...T }`).join(' ');
    expect(refusalOfDocument(`{ ${spreads} } fragment T on __Type { fields { name } }`)?.actual).toBe(30);
  });

  test("lists nested into each other are refused by graphql-js's own validation", () => {
    const document = parse('{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }');
    expect(validate(schema, document)[0]?.message).toBe('Maximum introspection depth exceeded');
  });

  const times = (count: number, selection: string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${selection}`).join(' ');

  test.each(['types', 'directives', 'fields', 'args', 'inputFields', 'interfaces', 'enumValues', 'possibleTypes'])(
    'selections of %s count, below `__schema` and below `__type`',
    (name) => {
      // Without an alias, which counts itself.
      const lists = `${name} { name } `.repeat(26);
      for (const document of [`{ __schema { ${lists} } }`, `{ __type(name: "Field") { ${lists} } }`]) {
        expect(refusalOfDocument(document)).toEqual({ name: 'INTROSPECTION_LISTS_MAX', max: 25, actual: 26 });
      }
    },
  );

  test('aliases in introspection count even if they select no list', () => {
    const names = (count: number) => `{ __type(name: "Field") { fields { ${times(count, 'type { name }')} } } }`;
    expect(refusalOfDocument(names(24))).toBeUndefined();
    expect(refusalOfDocument(names(25))).toEqual({ name: 'INTROSPECTION_LISTS_MAX', max: 25, actual: 26 });
  });

  test('25 lists of the schema pass next to selections that are no lists', () => {
    const fragments = `... { name } ...types`;
    const document = `{ __schema { ${times(25, 'types { name }')} ${fragments} } } fragment types on __Schema { description }`;
    expect(refusalOfDocument(document)).toBeUndefined();
  });

  test('a field named like a list of the schema does not count below another field', () => {
    const fields = times(50, 'fields { id }');
    expect(refusalOfDocument(`{ field(id: "a") { ${fields} } }`)).toBeUndefined();
    expect(refusalOfDocument(`{ field(id: "a") { ...F } } fragment F on Field { ${fields} }`)).toBeUndefined();
  });

  test('a root field named like a list of the schema does not count', () => {
    const copies = Array.from({ length: 50 }, (_, index) => `a${index}: fields(ids: []) { id }`).join(' ');
    expect(refusalOfDocument(`{ ${copies} }`)).toBeUndefined();
  });
});

describe('fields with one response name', () => {
  const repeated = (count: number, selection: string) => `${selection} `.repeat(count);

  test.each([
    ['in one selection set', `{ field(id: "a") { ${repeated(317, 'id')} } }`],
    [
      'in fragments',
      `{ field(id: "a") { ${fragments(200, 'id weather summary')[0]} } } ${fragments(200, 'id weather summary')[1]}`,
    ],
    ['in selections that are merged', `{ field(id: "a") { ${repeated(60, 'neighbour { id id id id id id }')} } }`],
    ['in inline fragments', `{ field(id: "a") { ${repeated(317, '... { id }')} } }`],
  ])('are refused above 50,000 pairs: %s', (_, document) => {
    expect(refusalOfDocument(document)).toEqual({ name: 'PAIRS_MAX', max: 50_000, actual: 50_001 });
  });

  test('pass up to 50,000 pairs, and under different names', () => {
    expect(refusalOfDocument(`{ field(id: "a") { ${repeated(316, 'id')} } }`)).toBeUndefined();
    expect(
      refusalOfDocument(`{ field(id: "a") { ${repeated(300, 'id')} b: id neighbour { ${repeated(90, 'id')} } } }`),
    ).toBeUndefined();
  });

  test('pass if they are exactly 50,000, and not with one more in another operation', () => {
    const names = ['id', 'weather', 'summary', 'report', 'name', '__typename'];
    const counts = [316, 21, 6, 3, 2, 2];
    const document = `query A { field(id: "a") { ${names.map((name, at) => repeated(counts[at] ?? 0, name)).join('')} } }`;
    expect(refusalOfDocument(document)).toBeUndefined();
    expect(refusalOfDocument(`${document} query B { field(id: "a") { id id } }`)?.name).toBe('PAIRS_MAX');
  });

  test('are counted at the deepest level that an operation may have', () => {
    expect(refusalOfDocument(`{ field(id: "a") { ${repeated(317, 'id')} } }`, { nestingMax: 2 })?.name).toBe(
      'PAIRS_MAX',
    );
  });

  test('are counted without overflowing the stack in a ring of 10,000 fragments', () => {
    const ring = `${chain(10_000, (next) => `neighbour { ${next} }`)} fragment F10000 on Field { neighbour { ...F0 } }`;
    expect(refusalOfDocument(`{ id } ${ring}`, { tokensMax: 1e7 })).toBeUndefined();
  });

  test('are searched for in at most 50,000 selections or SELECTIONS_MAX, fragments included', () => {
    const names = Array.from({ length: 998 }, (_, at) => `n${at}`).join(' ');
    const refusalOf = (last: string, changed = {}) =>
      refusalOfDocument(`${repeated(49, '{ field { ...F } }')} { ${last} } fragment F on Field { ${names} }`, changed);
    expect(refusalOf('id name')).toBeUndefined();
    expect(refusalOf('id name report')?.name).toBe('PAIRS_MAX');
    expect(refusalOf('id name report', { selectionsMax: 50_001 })).toBeUndefined();
  });

  test('are counted over all operations together, and in fragments that are never spread', () => {
    const operations = Array.from(
      { length: 15 },
      (_, at) => `query A${at} { field(id: "a") { ${repeated(100, 'id')} } }`,
    );
    expect(refusalOfDocument(operations.join(' '))?.name).toBe('PAIRS_MAX');
    const unused = `{ __typename } fragment F on Field { ${repeated(317, 'id')} }`;
    expect(refusalOfDocument(unused)?.name).toBe('PAIRS_MAX');
  });

  test('are counted once in a fragment, however often it is spread', () => {
    const [spreads, definitions] = fragments(30, '__typename id weather neighbour { __typename id weather }');
    const fields = Array.from({ length: 20 }, (_, at) => `a${at}: field(id: "${at}") { ...S }`).join(' ');
    expect(refusalOfDocument(`{ ${fields} } fragment S on Field { ${spreads} } ${definitions}`)).toBeUndefined();
  });

  test('are left to validation in fragments that spread themselves', () => {
    expect(refusalOfDocument('{ field(id: "a") { ...F } } fragment F on Field { neighbour { ...F } }')).toBeUndefined();
    const twice = '{ field(id: "a") { ...F } } fragment F on Field { neighbour { ...F } a: neighbour { ...F } }';
    expect(refusalOfDocument(twice)).toBeUndefined();
  });

  test.each([
    [
      'of 1,200 operations over doubling fragments',
      `${'{ ...F0 } '.repeat(1_200)} ${chain(11, (next) => `a { ${next} } b { ${next} }`)} fragment F11 on T { c }`,
    ],
    // Which of the fragments are merged is another set for each way of 18 levels.
    [
      'whose merged sets double at each level',
      `{ c } fragment F on T { a { ...F } b { ...F ...F0 } } ${chain(18, (next) => `a { ${next} } b { ${next} }`)}`,
    ],
  ])('are counted in fewer than 20,000 steps in a document %s', (_, document) => {
    const sets = vi.spyOn(Set.prototype, 'add');
    refusalOfDocument(document);
    expect(sets.mock.calls.length).toBeLessThan(20_000);
    sets.mockRestore();
  });
});

/** Spreads, and the definitions of the fragments, which all have these selections. */
function fragments(count: number, selections: string): [spreads: string, definitions: string] {
  const names = Array.from({ length: count }, (_, at) => `P${at}`);
  return [
    names.map((name) => `...${name}`).join(' '),
    names.map((name) => `fragment ${name} on Field { ${selections} }`).join(' '),
  ];
}

describe('aliases and root fields', () => {
  test('1,000 aliases are refused', () => {
    const document = `{ field(id: "fld_a") { ${Array.from({ length: 1_000 }, (_, index) => `a${index}: id`).join(' ')} } }`;
    expect(refusalOfDocument(document)).toEqual({ name: 'ALIASES_MAX', max: 100, actual: 1_000 });
  });

  test('aliases in a fragment count once for each spread', () => {
    const spreads = '... on Field { ...F } '.repeat(51);
    expect(refusalOfDocument(`{ field(id: "fld_a") { ${spreads} } } fragment F on Field { a: id b: id }`)?.actual).toBe(
      102,
    );
  });

  test('101 root fields are refused, also in fragments', () => {
    const document = `{ ...R __typename } fragment R on Query { ${'__typename '.repeat(100)} }`;
    expect(refusalOfDocument(document)).toEqual({ name: 'ROOT_FIELDS_MAX', max: 100, actual: 101 });
  });

  test('a dashboard of 100 aliased root fields passes', () => {
    const document = Array.from({ length: 100 }, (_, index) => `f${index}: field(id: "fld_${index}") { ...F }`).join(
      ' ',
    );
    expect(refusalOfDocument(`{ ${document} } fragment F on Field { id weather }`)).toBeUndefined();
  });

  test('each operation of a document is counted separately, because GraphiQL sends several together', () => {
    const one = (name: string) =>
      `query ${name} { ${Array.from({ length: 60 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    expect(refusalOfDocument(`${one('A')} ${one('B')}`)).toBeUndefined();
  });

  test('a document with an operation over a limit is refused, whichever operation is to run', () => {
    expect(refusalOfDocument(`query A { __typename } query B { ${'__typename '.repeat(101)} }`)?.name).toBe(
      'ROOT_FIELDS_MAX',
    );
  });
});

describe('the count ends quickly for any fragments', () => {
  test('fragments that double at each level, with aliases, are refused at once', () => {
    const document = `{ field(id: "fld_a") { ...F0 } } ${chain(13, (next) => `a: neighbour { ${next} } b: neighbour { ${next} }`)} fragment F13 on Field { id }`;
    expect(refusalOfDocument(document)).toEqual({ name: 'ALIASES_MAX', max: 100, actual: 2 * (2 ** 13 - 1) });
  });

  test('fragments that double 80 times without adding a field are refused', () => {
    const document = `{ field(id: "fld_a") { ...F0 } } ${chain(80, (next) => `${next} ${next}`)} fragment F80 on Field { id }`;
    expect(refusalOfDocument(document)?.name).toBe('SELECTIONS_MAX');
  });

  test('a chain of 600 fragments counts as nesting, because validation and execution recurse along it', () => {
    const document = `{ field(id: "fld_a") { ...F0 } } ${chain(600, (next) => next)} fragment F600 on Field { id }`;
    expect(refusalOfDocument(document)).toEqual({ name: 'NESTING_MAX', max: 100, actual: 603 });
  });

  test('a chain of 20,000 fragments is counted without overflowing the stack', () => {
    const document = `{ ...F0 } ${chain(20_000, (next) => next)} fragment F20000 on Field { id }`;
    expect(refusalOfDocument(document, { tokensMax: 1e7 })?.actual).toBe(20_002);
  });

  test.each([
    ['a fragment in itself', '{ ...A } fragment A on Query { ...A }'],
    ['two fragments in each other', '{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A }'],
    ['a fragment in itself below a field', '{ ...A } fragment A on Field { neighbour { ...A } }'],
    ['a spread of an unknown fragment', '{ ...A }'],
    ['a fragment defined twice', '{ ...A } fragment A on Query { ...A } fragment A on Query { id }'],
  ])('%s is left to validation, which refuses it', (_, document) => {
    expect(refusalOfDocument(document)).toBeUndefined();
    expect(validate(schema, parse(document))).not.toEqual([]);
  });
});

test('a plan counts the same figures for one operation as the limits', () => {
  const source =
    'query A { f: field(id: "a") { ...F ...F } __schema { types { name } } } query B { id } fragment F on Field { i: id }';
  const document = parse(source);
  const [one, other] = document.definitions.map((node) => countShape(document, node as OperationDefinitionNode));
  const counts = { nestingMax: 3, depthMax: 3, aliasesMax: 3, rootFieldsMax: 2, selectionsMax: 8 };
  expect(one).toEqual(counts);
  expect(other).toEqual({ nestingMax: 1, depthMax: 1, aliasesMax: 0, rootFieldsMax: 1, selectionsMax: 1 });
  for (const [limit, count] of Object.entries(counts)) {
    expect(refusalOfDocument(source, { [limit]: count })).toBeUndefined();
    expect(refusalOfDocument(source, { [limit]: count - 1 })).toMatchObject({ max: count - 1, actual: count });
  }
});

test('a refusal has status 400 where the media type allows it', () => {
  const thrown = expect.objectContaining({
    extensions: expect.objectContaining({ code: 'OPERATION_TOO_COMPLEX', http: { status: 400, spec: true } }),
  });
  expect(() => assertShape(parse(nested(16)), limits, schema)).toThrow(thrown);
});

test('the message names the limit, its maximum and the actual figure, and states how to fix the operation', () => {
  const document = parse(nested(16));
  expect(() => assertShape(document, limits, schema)).toThrow(
    'The operation has 16 levels of fields; the maximum is 15 (DEPTH_MAX). Select fewer levels',
  );
});
