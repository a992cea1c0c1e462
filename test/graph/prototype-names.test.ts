/** Input may contain names that every JavaScript object has. The graph never mistakes such a name for one of its own. */
import { describe, expect, it } from 'vitest';
import { errorFromResponse } from '../../src/graph/upstream/problems.ts';
import { decodeBody } from '../../src/graph/upstream/wire/content-encoding.ts';
import { type GraphAnswer, postOf } from '../support/execute.ts';
import { gatewayOver } from '../support/gateway.ts';
import { prototypeNames } from '../support/prototype-names.ts';
import { meta, type Reply, weatherDay } from '../support/recorded-service.ts';

type Answer = GraphAnswer<Record<string, unknown>>;

/** Returns a function that sends an operation, written as JSON, to a gateway over a service with one response. */
function senderOver(reply?: Reply): (body: string) => Promise<Answer> {
  const { answer } = gatewayOver(() => reply);
  return async (body) => (await answer(new Request(postOf(''), { body }))).json();
}

const query = (text: string, variables = '{}') => `{"query":${JSON.stringify(text)},"variables":${variables}}`;

describe.each(prototypeNames)('%s', (name) => {
  it('is not a unit: the value is passed on unchanged, and its conversion is UPSTREAM_ERROR, also from bytes', async () => {
    const days = ['2026-05-01', '2026-05-02'].map((date) => ({
      ...weatherDay('fld_a', { date, temperature_max: { value: 12.8, unit: name as never } }),
    }));
    const send = senderOver({ body: { data: days, meta: meta('fld_a') }, headers: { etag: '"1"' } });
    const document = query(
      '{ field(id: "fld_a") { weather { temperatureMax { value unit } f: temperatureMax(unit: FAHRENHEIT) { value unit } } } }',
    );
    // The first response is parsed. The next ones are answered from their bytes by what was observed in the first.
    for (let time = 0; time < 3; time += 1) {
      const { data, errors } = await send(document);
      const day = { temperatureMax: { value: 12.8, unit: 'UNKNOWN' }, f: null };
      expect(data).toEqual({ field: { weather: [day, day] } });
      expect(errors).toMatchObject([
        { path: ['field', 'weather', 0, 'f'], extensions: { code: 'UPSTREAM_ERROR' } },
        { path: ['field', 'weather', 1, 'f'], extensions: { code: 'UPSTREAM_ERROR' } },
      ]);
    }
  });

  it('is UNKNOWN as a value of an enum, and an ordinary name of a source', async () => {
    const source = { name, provenance: name as never, derived: [name as never] };
    const body = { data: [weatherDay('fld_a', { condition: name as never, source })], meta: meta('fld_a') };
    const send = senderOver({ body });
    const { data, errors } = await send(
      query('{ field(id: "fld_a") { weather { condition source { name provenance derived } } } }'),
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      field: { weather: [{ condition: 'UNKNOWN', source: { name, provenance: 'UNKNOWN' } }] },
    });
  });

  it('is not a content coding', async () => {
    await expect(decodeBody(Buffer.from('{}'), name, 100)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('is an ordinary path if the service names it in an error', () => {
    const body = { errors: [{ parameter: name }, { pointer: `/${name}` }, { header: name }].map(withDetail) };
    const { extensions } = errorFromResponse({ status: 400, headers: new Headers() }, body);
    const word = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    expect(extensions.faults).toMatchObject([{ path: [word] }, { path: ['input', word] }, { path: ['input'] }]);
  });

  it('is not a field, type, argument, fragment or operation unless the schema or the document defines it', async () => {
    const send = senderOver();
    const texts = [
      `{ ${name} }`,
      `{ field(id: "fld_a") { ${name} } }`,
      `{ field(id: "fld_a") { ... on ${name} { id } } }`,
      `{ field(${name}: "fld_a") { id } }`,
      `{ field(id: "fld_a") { ...${name} } }`,
      `{ field(id: "fld_a") @${name} { id } }`,
      `query($x: ${name}) { field(id: "fld_a") { id } }`,
    ];
    for (const text of texts) {
      const { errors = [] } = await send(query(text));
      const codes = new Set(errors.map(({ extensions }) => extensions.code));
      expect(codes, text).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    }
    const { errors } = await send(`{"query":"query a { field(id: \\"fld_a\\") { id } }","operationName":"${name}"}`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('is a variable whose default counts towards the limits', async () => {
    const ids = JSON.stringify(Array.from({ length: 100 }, (_, nth) => `fld_${nth}`));
    const lists = Array.from({ length: 4 }, (_, nth) => `f${nth}: fields(ids: $${name}) { weather { date } }`);
    const { errors } = await senderOver()(query(`query ($${name}: [ID!]! = ${ids}) { ${lists.join(' ')} }`));
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_COMPLEX' } }]);
  });

  it('is an ordinary name for an alias, a variable, a fragment and an operation', async () => {
    const send = senderOver();
    const text = `query ${name}($${name}: ID!, $x: Boolean = true) {
      ${name}: field(id: $${name}) { ...${name} @include(if: $x) }
    }
    fragment ${name} on Field { ${name}: id }`;
    const { data, errors } = await send(query(text, `{"${name}":"fld_a"}`));
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toBe(`{"${name}":{"${name}":"fld_a"}}`);
  });

  it('is not the value of an unsent variable, nor a property of an input', async () => {
    const send = senderOver();
    const unsent = await send(query(`query($${name}: ID!) { field(id: $${name}) { id } }`));
    expect(unsent.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const mutation = 'mutation($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';
    const input = `{"input":{"idempotencyKey":"k","fieldId":"fld_a","text":"t","${name}":{"a":1}}}`;
    const { errors } = await send(query(mutation, input));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('is ignored as a member of a request', async () => {
    const send = senderOver();
    const { data, errors } = await send(
      `{"query":"{ __typename }","${name}":{"query":"x"},"extensions":{"${name}":1}}`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ __typename: 'Query' });
  });
});

function withDetail(violation: object): object {
  return { ...violation, code: 'invalid', detail: 'no' };
}
