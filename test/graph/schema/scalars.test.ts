/** Invalid dates, inline in the document or in a variable. */
import { expect, it } from 'vitest';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

async function send(body: object) {
  const { answer, calls } = gatewayOver();
  const { errors } = await requestJson(answer, body);
  return { errors, calls };
}

it.each([0, 2])(
  'an invalid inline date is BAD_USER_INPUT with its location in the document, after %i empty lines',
  async (empty) => {
    const query = `${'\n'.repeat(empty)}{\n  field(id: "fld_a") {\n    weather(from: "soon") { date }\n  }\n}`;
    const { errors, calls } = await send({ query });
    const locations = [{ line: 3 + empty, column: 19 }];
    expect(errors).toMatchObject([{ locations, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(calls).toEqual([]);
  },
);

it('an invalid date in a variable is BAD_USER_INPUT with the name of the variable', async () => {
  const query = 'query Q($from: DateOrDateTime) { field(id: "fld_a") { weather(from: $from) { date } } }';
  const { errors } = await send({ query, variables: { from: 'soon' } });
  expect(errors).toMatchObject([
    { message: expect.stringContaining('"$from"'), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

it('an instant of a day that does not exist is refused with a message that says so', async () => {
  const query = `mutation { addObservation(input: {
    idempotencyKey: "a", fieldId: "fld_a", text: "b", observedAt: "2026-02-30T12:00:00Z" }) { __typename } }`;
  const { errors } = await send({ query });
  expect(errors).toMatchObject([{ message: expect.stringContaining('an RFC 3339 date-time that exists') }]);
});

it.each([
  [
    '2026-05-01T00:00:00+05:30',
    'from: DateOrDateTime',
    '2026-05-01 or 2026-05-01T06:30:00Z; in an address, write + as %2B.',
  ],
  ['2026-05-01T00:00:00', 'from: DateOrDateTime', '2026-05-01 or 2026-05-01T06:30:00Z.'],
  ['2026-05-01T00:00:00+05:30', 'since: MonthDay', '04-15.'],
])(
  'the instant %s in a GET is refused as %s, with a hint for an unescaped plus where it helps',
  async (value, declaration, end) => {
    const { fetch } = gatewayOver();
    const [name] = declaration.split(':');
    const query = `query Q($${declaration}) { field(id: "fld_a") { weather(${name}: $${name}) { date } } }`;
    const parameters = `query=${encodeURIComponent(query)}&variables={"${name}":"${value}"}`;
    const { errors } = await (await fetch(new Request(`http://graph.test/graphql?${parameters}`))).json();
    expect(errors[0].message.split(' for example ')[1]).toBe(end);
  },
);
