/** Operations that cost too much, each with the limit that refuses it at the default settings. */

/** The items of all indices, joined to one text. */
export const times = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(' ');
const ids = (count: number) => Array.from({ length: count }, (_, index) => `fld_${index}`);
const doubling = (levels: number, body: (next: string) => string) =>
  `${times(levels, (i) => `fragment F${i} on Field { ${body(`...F${i + 1}`)} }`)} fragment F${levels} on Field { id }`;

/** Title, name of the limit, parameters. */
const operations: [title: string, limit: string, query: string, variables?: object][] = [
  ['depth 2,000', 'NESTING_MAX', `{ ${'field { '.repeat(2_000)}id${' }'.repeat(2_000)} }`],
  ['depth 16', 'DEPTH_MAX', `{ ${'a { '.repeat(15)}id${' }'.repeat(15)} }`],
  ['1,000 aliases', 'ALIASES_MAX', `{ ${times(1_000, (i) => `a${i}: __typename`)} }`],
  ['1,000 root fields', 'ROOT_FIELDS_MAX', `{ ${'__typename '.repeat(1_000)} }`],
  ['10,000 tokens', 'TOKENS_MAX', `{ ${'__typename '.repeat(10_000)} }`],
  ['5,001 lines', 'TOKENS_MAX', `${'\n'.repeat(5_000)}{ __typename }`],
  ['5,001 lines, most at the end', 'TOKENS_MAX', `{ __typename }${'\n'.repeat(5_000)}`],
  ['a name of 129 letters', 'NAME_LENGTH_MAX', `{ ${'a'.repeat(129)}: __typename }`],
  ['1,000 directives', 'DIRECTIVES_MAX', `{ __typename ${'@skip(if: false) '.repeat(1_000)} }`],
  ['2,000 nested inline fragments', 'NESTING_MAX', `{ ${'... { '.repeat(2_000)}id${' }'.repeat(2_000)} }`],
  ['a 20,000-deep list literal', 'NESTING_MAX', `{ field(id: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`],
  [
    'fragments that double 14 times',
    'ALIASES_MAX',
    `{ field(id: "a") { ...F0 } } ${doubling(14, (next) => `a: id ${next} ${next}`)}`,
  ],
  [
    'fragments that double 90 times',
    'SELECTIONS_MAX',
    `{ field(id: "a") { ...F0 } } ${doubling(90, (next) => `${next} ${next}`)}`,
  ],
  ['20,000 ids in the document', 'TOKENS_MAX', `{ fields(ids: [${'"a" '.repeat(20_000)}]) { id } }`],
  [
    '20,000 ids in a variable',
    'VARIABLES_MAX',
    'query ($ids: [ID!]!) { fields(ids: $ids) { id } }',
    { ids: ids(20_000) },
  ],
  ['101 ids', 'IDS_MAX', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ids(101) }],
  [
    'lists of 100 observations of 100 observations',
    'RESOLVED_MAX',
    `{ field(id: "a") { observations(limit: 100) { field { observations(limit: 100) { field {
        a: weather(from: "2026-01-02", to: "2026-01-01") { kind } } } } } } }`,
  ],
  [
    'an alias of objects next to 1,008 records',
    'SCHEMA_RECORDS_MAX',
    '{ __proto__: __typename field(id: "a") { weather(granularity: HOURLY, last: { days: 42 }) { date } } }',
  ],
  [
    'the schema and 1,008 records',
    'SCHEMA_RECORDS_MAX',
    '{ __schema { description } field(id: "a") { weather(granularity: HOURLY, last: { days: 42 }) { date } } }',
  ],
  [
    '1,100 ids in lists of 100',
    'ALL_IDS_MAX',
    `query ($ids: [ID!]!) { ${times(11, (i) => `a${i}: fields(ids: $ids) { id }`)} }`,
    { ids: ids(100) },
  ],
  ['400 times the same field', 'PAIRS_MAX', `{ field(id: "a") { ${times(400, () => 'weather { date }')} } }`],
  [
    '400 calls',
    'UPSTREAM_CALLS_MAX',
    'query ($ids: [ID!]!) { fields(ids: $ids) { weather { date } a: weather { date } earthObservations { id } observations { id } } }',
    { ids: ids(100) },
  ],
  [
    'the schema a hundred times',
    'INTROSPECTION_LISTS_MAX',
    `{ ${times(100, (i) => `s${i}: __schema { types { name } }`)} }`,
  ],
];

export const abusiveOperations = operations.map(
  ([title, limit, query, variables]) => [title, limit, { query, ...(variables && { variables }) }] as const,
);
