/** A date that is none, written into the document or given as a variable. */
import { expect, it } from 'vitest';
import { askJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

async function ask(body: object) {
  const { answer, calls } = gatewayOver();
  const { errors } = await askJson(answer, body);
  return { errors, calls };
}

it('a bad date that is written inline says where in the document it stands', async () => {
  const query = '{\n  field(id: "fld_a") {\n    weather(from: "soon") { date }\n  }\n}';
  const { errors, calls } = await ask({ query });
  expect(errors).toMatchObject([{ locations: [{ line: 3, column: 19 }], extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(calls).toEqual([]);
});

it('a bad date in a variable names the variable', async () => {
  const query = 'query Q($from: DateOrDateTime) { field(id: "fld_a") { weather(from: $from) { date } } }';
  const { errors } = await ask({ query, variables: { from: 'soon' } });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});
