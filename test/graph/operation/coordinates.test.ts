/** `extensions.coordinate`: the schema coordinate that an error is about, whatever aliases and fragments the document has. */
import { describe, expect, it } from 'vitest';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

const { answer } = gatewayOver(({ path }) =>
  path.endsWith('/weather') ? { status: 404, body: { code: 'field_not_found' } } : undefined,
);

interface Extensions {
  coordinate?: string;
  limit?: { name: string };
}

async function extensionsOf(query: string, variables: object = {}): Promise<Extensions[]> {
  const { errors } = await requestJson(answer, { query, variables });
  return errors.map(({ extensions }: { extensions: Extensions }) => extensions);
}

it.each([
  ['a list that failed, under aliases', '{ a: field(id: "fld_1") { b: weather { date } } }', ['Field.weather']],
  [
    'lists of several fields, in fragments',
    '{ fields(ids: ["fld_1", "fld_2"]) { ...A } } fragment A on Field { ... { days: weather { date } } ...A2 } fragment A2 on Field { id }',
    ['Field.weather', 'Field.weather'],
  ],
  [
    'a list of a node',
    '{ node(id: "fld_1") { ... on Field { w: weatherSummary { dayCount } } } }',
    ['Field.weatherSummary'],
  ],
  ['a refused argument', '{ field(id: "fld_1") { n: observations(limit: 0) { id } } }', ['Field.observations']],
  ['a refused id', '{ f: field(id: "no id") { id } }', ['Query.field']],
  ['an unknown field, which is that of its type', '{ field(id: "fld_1") { wether { date } } }', ['Field']],
  ['a list without a selection', '{ field(id: "fld_1") { weather } }', ['Field.weather']],
  ['an unknown argument', '{ field(id: "fld_1") { weather(nonesuch: 1) { date } } }', ['Field.weather']],
  [
    'a value of the wrong type',
    '{ field(id: "fld_1") { weather(granularity: 7) { date } } }',
    ['Field.weather(granularity:)'],
  ],
  [
    'a member of an input object',
    '{ field(id: "fld_1") { weather(last: { days: "7" }) { date } } }',
    ['SpanInput.days'],
  ],
  ['a value of a directive', '{ field(id: "fld_1") { name @include(if: "yes") } }', ['@include(if:)']],
  ['an unknown argument of a directive', '{ ... on Query @skip(when: 1, if: false) { __typename } }', ['@skip']],
  ['a syntax error, which is undefined', '{ field(', [undefined]],
])('an error has the schema coordinate for %s', async (_title, query, coordinates) => {
  expect((await extensionsOf(query)).map(({ coordinate }) => coordinate)).toEqual(coordinates);
});

describe('the coordinate of a limit error', () => {
  const times = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join(' ');
  const idsOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `fld_${index}`));
  const neighbours = (levels: number, last = 'id') =>
    `${'observations { field { '.repeat(levels)}${last}${' } }'.repeat(levels)}`;

  it.each([
    ['IDS_MAX', `{ f: fields(ids: ${idsOf(101)}) { id } node(id: "fld_1") { id } }`, 'Query.fields(ids:)'],
    ['IDS_MAX', `{ fields(ids: ["fld_1"]) { id } nodes(ids: ${idsOf(102)}) { id } }`, 'Query.nodes(ids:)'],
    ['IDS_MAX', `{ fields(ids: ${idsOf(102)}) { id } nodes(ids: ["fld_1"]) { id } }`, 'Query.fields(ids:)'],
    ['IDS_MAX', `{ nodes(ids: ${idsOf(101)}) { id } fields(ids: ${idsOf(101)}) { id } }`, 'Query.nodes(ids:)'],
    ['UPSTREAM_CALLS_MAX', `{ ${times(4, (at) => `f${at}: fields(ids: ${idsOf(90)}) { name }`)} }`, 'Field.name'],
    [
      'UPSTREAM_CALLS_MAX',
      `{ fields(ids: ${idsOf(100)}) { weather { date } earthObservations { id } observations { id } latestObservation { id } } }`,
      'Field.weather',
    ],
    [
      'UPSTREAM_CALLS_MAX',
      `{ fields(ids: ${idsOf(100)}) { earthObservations { id } ...Lists } } fragment Lists on Field {
        ${times(3, (at) => `day${at}: weather(last: { days: ${at + 1} }) { date }`)} }`,
      'Field.weather',
    ],
    [
      'UPSTREAM_CALLS_MAX',
      `{ latestWeather: field(id: "fld_1") { latestWeather { date } }
        ${times(4, (at) => `f${at}: fields(ids: ${idsOf(90)}) { timezone }`)} }`,
      'Field.timezone',
    ],
    [
      'RECORDS_READ_MAX',
      `{ fields(ids: ${idsOf(50)}) { hours: weather(from: "2025-06-01", to: "2026-06-01", granularity: HOURLY) { date } observations { id } } }`,
      'Field.weather',
    ],
    [
      'RECORDS_VISITED_MAX',
      `{ fields(ids: ${idsOf(5)}) { observations { id } ${times(6, (at) => `w${at}: weather(from: "2025-06-01", to: "2026-06-01", granularity: HOURLY) { date }`)} } }`,
      'Field.weather',
    ],
    ['DEPTH_MAX', `{ field(id: "fld_1") { id ${neighbours(10)} } }`, 'Field.id'],
    ['DEPTH_MAX', `{ field(id: "fld_1") { ${neighbours(10)} ${neighbours(10, 'name')} } }`, 'Field.id'],
    [
      'DEPTH_MAX',
      `{ field(id: "fld_1") { ${'... { '.repeat(30)}name${' }'.repeat(30)} ${neighbours(10)} } }`,
      'Field.id',
    ],
    ['NESTING_MAX', `{ ...F0 } ${times(101, (at) => `fragment F${at} on Query { ...F${at + 1} }`)}`, undefined],
    [
      'DEPTH_MAX',
      `{ field(id: "fld_1") { ...A weather { date } } } fragment A on Field { ${'observations { field { '.repeat(5)}...B${' } }'.repeat(5)} }
        fragment B on Field { id observations { field { observations { field { latestObservation { category } } } } } }`,
      'Observation.category',
    ],
    [
      'NESTING_MAX',
      `{ field(id: "fld_1") { weather { date } ...F0 } } ${times(98, (at) => `fragment F${at} on Field { ...F${at + 1} }`)} fragment F98 on Field { notes: observations { text } }`,
      'Observation.text',
    ],
    [
      'ALIASES_MAX',
      `{ f: field(id: "fld_1") { i: id ${times(100, (at) => `w${at}: weather { date }`)} } }`,
      'Field.weather',
    ],
    ['ALIASES_MAX', `{ field(id: "fld_1") { ${times(101, (at) => `no${at}: such${at}`)} } }`, undefined],
    [
      'ALIASES_MAX',
      `{ field(id: "fld_1") { ${times(200, () => 'id')} ${times(60, (at) => `w${at}: weather { date } o${at}: observations { id }`)} } }`,
      'Field.weather',
    ],
    [
      'ROOT_FIELDS_MAX',
      `{ __typename ...R } fragment R on Query { ${times(101, () => 'field(id: "fld_1") { id }')} }`,
      'Query.field',
    ],
    [
      'ROOT_FIELDS_MAX',
      `{ ...R } fragment R on NoSuchType { ${times(101, () => 'field(id: "fld_1") { id }')} }`,
      undefined,
    ],
    ['INTROSPECTION_LISTS_MAX', `{ __schema { ${times(26, (at) => `t${at}: types { name }`)} } }`, '__Schema.types'],
    [
      'SELECTIONS_MAX',
      `{ field(id: "fld_1") { ...F0 } } ${times(14, (at) => `fragment F${at} on Field { ...F${at + 1} ...F${at + 1} }`)} fragment F14 on Field { id }`,
      undefined,
    ],
    ['NESTING_MAX', `{ ${'a { '.repeat(101)}`, undefined],
    ['TOKENS_MAX', `{ ${'id '.repeat(5_001)} }`, undefined],
  ])('is the field with the largest share, if it is known: %s %#', async (name, query, coordinate) => {
    const [extensions] = await extensionsOf(query);
    expect([extensions?.limit?.name, extensions?.coordinate]).toEqual([name, coordinate]);
  });
});
