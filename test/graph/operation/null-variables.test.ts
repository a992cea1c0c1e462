/** Nullable variables in places that accept no null: GraphQL allows them where there is a default, so only execution finds the null. */
import { expect, it } from 'vitest';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

const addGrowthStage =
  'addObservation(input: { idempotencyKey: "k1", fieldId: "fld_a", text: "t", growthStage: { scale: $v, code: "65" } })';
const add = 'addObservation(input: { idempotencyKey: "k1", fieldId: "fld_a", text: "t" })';

const refusal = {
  message: expect.stringContaining('variable "$v"'),
  extensions: { code: 'BAD_USER_INPUT', retryable: false },
};

it.each([
  ['an argument', '($v: WeatherGranularity) { field(id: "fld_a") { weather(granularity: $v) { kind } } }'],
  ['a limit', '($v: Int) { field(id: "fld_a") { observations(limit: $v) { id } } }'],
  ['a condition', '($v: Boolean = true) { field(id: "fld_a") { id name @include(if: $v) } }'],
  ['a condition at the root', '($v: Boolean = true) { __typename a: __typename @include(if: $v) }'],
  [
    'a condition after a false one',
    '($v: Boolean = true) { __typename a: __typename @include(if: false) @skip(if: $v) }',
  ],
])('null for %s is reported as BAD_USER_INPUT, without a call', async (_of, text) => {
  const { answer, calls } = gatewayOver();
  const variables = { v: null };
  // graphql-js runs an operation that selects the schema.
  for (const query of [`query${text}`, `query${text.replace('{', '{ __schema { queryType { name } }')}`]) {
    expect((await requestJson(answer, { query, variables })).errors).toMatchObject([refusal]);
  }
  expect(calls).toEqual([]);
});

it('null for an input field of a write is reported as BAD_USER_INPUT and is not retryable', async () => {
  const { answer, calls } = gatewayOver();
  const query = `mutation($v: GrowthStageScale) { ${addGrowthStage} { __typename } }`;
  expect(await requestJson(answer, { query, variables: { v: null } })).toMatchObject({
    data: { addObservation: null },
    errors: [refusal],
  });
  expect(calls).toEqual([]);
});

it.each(['{ __typename @include(if: $v) }', '{ ... on AddObservationSuccess { field { id @skip(if: $v) } } }'])(
  'null for a condition below a write, %s, is retryable because the write was executed',
  async (selection) => {
    const { answer, calls } = gatewayOver();
    const query = `mutation($v: Boolean = true) { ${add} ${selection} }`;
    const { data, errors } = await requestJson(answer, { query, variables: { v: null } });
    expect(data).toEqual({ addObservation: null });
    expect(errors).toMatchObject([{ ...refusal, extensions: { code: 'BAD_USER_INPUT', retryable: true } }]);
    expect(calls).toHaveLength(1);
  },
);

it('null for a condition of the write itself sends no call', async () => {
  const { answer, calls } = gatewayOver();
  const query = `mutation($v: Boolean = true) { ${add} @include(if: $v) { __typename } }`;
  expect((await requestJson(answer, { query, variables: { v: null } })).errors).toMatchObject([refusal]);
  expect(calls).toEqual([]);
});

it.each([true, false])(
  'ten of many wrong values are reported, with a sentence about the others: introspection %s',
  async (introspection) => {
    const { answer } = gatewayOver(undefined, { introspection });
    const query = 'query ($ids: [ID!]!) { fields(ids: $ids) { id } }';
    const { errors } = await requestJson(answer, { query, variables: { ids: Array(12).fill({}) } });
    expect(errors).toHaveLength(11);
    expect(errors?.at(-1)).toMatchObject({
      message: 'Further values of the variables are wrong: correct these first.',
      extensions: { code: 'BAD_USER_INPUT', retryable: false },
    });
  },
);
