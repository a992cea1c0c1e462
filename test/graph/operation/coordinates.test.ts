/** `extensions.coordinate`: what an error is about, in the words of the schema, whatever aliases and fragments a document has. */
import { expect, it } from 'vitest';
import { gatewayOver } from '../../support/gateway.ts';

const { answer } = gatewayOver(({ path }) =>
  path.endsWith('/weather') ? { status: 404, body: { code: 'field_not_found' } } : undefined,
);

async function coordinatesOf(query: string, variables: object = {}) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  const reply = await answer(new Request('http://graph.test/graphql', { method: 'POST', headers, body }));
  const { errors } = await reply.json();
  return errors.map(({ extensions }: { extensions: { coordinate?: string } }) => extensions.coordinate);
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
  ['an unknown field, of which the type is known', '{ field(id: "fld_1") { wether { date } } }', ['Field']],
  ['a list without a selection', '{ field(id: "fld_1") { weather } }', ['Field.weather']],
  ['an unknown argument', '{ field(id: "fld_1") { weather(lst: 1) { date } } }', ['Field.weather']],
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
  ['a syntax error, of which nothing is known', '{ field(', [undefined]],
])('of %s', async (_title, query, coordinates) => {
  expect(await coordinatesOf(query)).toEqual(coordinates);
});
