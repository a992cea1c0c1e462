/** The count of calls is an upper bound for this schema: no field makes more calls than counted, also over a service that offers less. */
import { getNamedType, type GraphQLObjectType, isLeafType, isRequiredArgument, parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { defaultLimits } from '../../../support/default-limits.ts';
import { type GraphAnswer, postOf, requestJson } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { canned, type RecordedCall } from '../../../support/recorded-service.ts';
import { costCheck, refusal } from './fixture.ts';

/** Lists without `page` and `meta`: the gateway may need another call to know which range they cover. */
const lesserReply = (call: RecordedCall) => ({ body: { data: (canned(call).body as { data: unknown }).data } });

const values: Record<string, string> = {
  from: '"2026-05-01"',
  to: '"2026-05-10"',
  index: 'NDVI',
  since: '"04-15"',
  last: '{ days: 3 }',
  by: 'MONTH',
  rootZone: '{ totalAvailableWater: 100, initialDepletion: 0 }',
  cropCoefficients: '[{ date: "2026-05-01", kc: 1 }]',
};
const fields = Object.values((schema.getType('Field') as GraphQLObjectType).getFields());

/** Each field without a window, and with each window that may need the timezone first. */
const cases = fields.flatMap(({ name, args }) => [
  [name, ''] as const,
  ...args
    .filter((argument) => ['since', 'last'].includes(argument.name))
    .map((argument) => [name, argument.name] as const),
]);

it.each(cases)('Field.%s makes no more calls than are counted (window: %s)', async (name, window) => {
  const field = fields.find((one) => one.name === name);
  const required = field?.args
    .filter((argument) => isRequiredArgument(argument) || argument.name === window)
    .map((argument) => `${argument.name}: ${values[argument.name]}`);
  const selection = `${name}${required?.length ? `(${required.join(', ')})` : ''}${field && isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'}`;
  const query = `{ field(id: "fld_a") { ${selection} } }`;
  const counted = countOf(query);
  // A service that may ignore `order` costs one more call for the newest. Counting it would refuse dashboards of 100 fields.
  const again = /^latest(?:Weather|EarthObservation)$/.test(name) ? 1 : 0;

  for (const reply of [undefined, lesserReply]) {
    const { answer, calls } = gatewayOver(reply);
    expect((await requestJson(answer, query)).data).toBeDefined();
    const hint = 'a field that makes calls states `upstreamCalls` in its extensions (schema/windows/record-counts.ts)';
    expect(calls.length, hint).toBeLessThanOrEqual((counted ?? 0) + again);
    expect(calls.length > 0, hint).toBe(counted !== 0);
  }
});

const refused = (status: number, paths = '') =>
  (({ path }) => (path.endsWith(paths) ? { status, body: {} } : undefined)) satisfies Parameters<typeof gatewayOver>[0];

it.each([
  ['states none', lesserReply, 'weather { date }', []],
  ['is of an unknown field', refused(404), 'weather { date }', ['NOT_FOUND']],
])('the timezone makes no call of its own next to a list that %s', async (_list, reply, lists, codes) => {
  const query = `{ field(id: "fld_a") { timezone ${lists} } }`;
  const { answer, calls } = gatewayOver(reply);
  const { data, errors = [] }: GraphAnswer<{ field: object }> = await requestJson(answer, query);
  expect(calls).toHaveLength(countOf(query) ?? 0);
  expect(data?.field).toMatchObject({ timezone: null });
  expect(errors.filter(({ path }) => path?.at(-1) === 'timezone').map(({ extensions }) => extensions.code)).toEqual(
    codes,
  );
});

it.each([400, 500])('the timezone is read next to a list that only its own arguments made fail: %i', async (status) => {
  const { answer, calls } = gatewayOver(({ query }) => (query.limit === '1' ? undefined : { status, body: {} }));
  const { data } = await requestJson(
    answer,
    '{ field(id: "fld_a") { timezone weather(granularity: HOURLY) { date } } }',
  );
  expect(data.field).toEqual({ timezone: 'UTC', weather: null });
  expect(calls).toHaveLength(2);
});

const factsOfRecords = [
  '{ field(id: "fld_a") { observations { field { name } } } }',
  '{ field(id: "fld_a") { observations { field { name crop { name } } } name } }',
  '{ field(id: "fld_a") { latestObservation { ...OfField } } } fragment OfField on Observation { field { name } }',
  '{ fields(ids: ["fld_a", "fld_b"]) { observations { text field { name } } } }',
  'mutation { addObservation(input: { fieldId: "fld_a", text: "a", idempotencyKey: "k" }) { ... on AddObservationSuccess { observation { field { name } } } } }',
  'mutation { addObservation(input: { fieldId: "fld_a", text: "a", idempotencyKey: "k" }) { ... on AddObservationSuccess { observation { field { name } } field { name } } } }',
];

const none = { ...defaultLimits, upstreamCallsMax: -1 };
const countOf = (query: string) => refusal(() => costCheck(schema, none)(parse(query), undefined, {}))?.actual;

it.each(factsOfRecords)(
  'selections of the field of a record count exactly the calls that are made: %s',
  async (query) => {
    const { answer, calls } = gatewayOver();
    await answer(postOf(query, { authorization: 'Bearer key' }));
    expect(countOf(query)).toBe(calls.length);
  },
);

it('selections of the field of a record in a connection cost no more than its id', () => {
  const page = (selection: string) =>
    `{ field(id: "fld_a") { observationsConnection(first: 1) { edges { node { field { ${selection} } } } } } }`;
  expect(countOf(page('name area { value }'))).toBe(countOf(page('id')));
});
