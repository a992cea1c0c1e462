/** The graph as a subgraph: the results and the calls of `_entities`. Neither `_entities` nor `_service` exists by default. */
import { describe, expect, it } from 'vitest';
import { federate } from '../../../../src/graph/capabilities/federation/federate.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { requestJson } from '../../../support/execute.ts';
import { gatewayOver, type RecordedGateway } from '../../../support/gateway.ts';
import { defaultLimits } from '../../../support/default-limits.ts';

const subgraph = federate(schema);

const query = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) { __typename ... on Field { id weather { date } earthObservations { id } observations { id } } }
}`;

const send = ({ answer }: RecordedGateway, text: string, variables: object = {}) =>
  requestJson(answer, { query: text, variables });

const fieldsNamed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ __typename: 'Field', id: `fld_${at}` }));

describe('the graph as a subgraph', () => {
  it('returns fifty entities with all their lists, in the order of the representations, by three calls each', async () => {
    const gateway = gatewayOver(undefined, { schema: subgraph });
    const representations = fieldsNamed(50);
    const { data, errors } = await send(gateway, query, { representations });
    expect(errors).toBeUndefined();
    expect(
      data._entities.map(({ __typename, id }: { __typename: string; id: string }) => ({ __typename, id })),
    ).toEqual(representations);
    expect(data._entities[49].weather).toHaveLength(1);
    expect(gateway.calls).toHaveLength(150);
  });

  it("reads an entity's name and crop by the call of its list, or by one call if no list is selected", async () => {
    const field = { name: 'North meadow', crop: { name: 'winter wheat', eppo_code: 'TRZAW' } };
    const meta = { field_id: 'fld_0', field };
    const body = { data: [], page: { limit: 1, has_more: false, next_cursor: null }, meta };
    const representations = fieldsNamed(1);
    const facts = { name: 'North meadow', crop: { name: 'winter wheat', eppoCode: 'TRZAW' } };
    for (const [list, expected] of [
      ['observations { id }', { ...facts, observations: [] }],
      ['', facts],
    ] as const) {
      const gateway = gatewayOver(() => ({ body }), { schema: subgraph });
      const text = `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Field { name crop { name eppoCode } ${list} } }
      }`;
      expect(await send(gateway, text, { representations })).toEqual({ data: { _entities: [expected] } });
      expect(gateway.calls).toHaveLength(1);
    }
  });

  it('reads an entity once if two representations name it', async () => {
    const gateway = gatewayOver(undefined, { schema: subgraph });
    const [first] = fieldsNamed(1);
    const { data } = await send(gateway, query, { representations: [first, { ...first, name: 'North' }] });
    expect(data._entities[1]).toEqual(data._entities[0]);
    expect(gateway.calls).toHaveLength(3);
  });

  it.each<[string, unknown, string]>([
    ['another type', { __typename: 'Farm', id: 'fld_1' }, 'NOT_ALLOWED'],
    ['the name of an inherited property as its type', { __typename: 'constructor', id: 'fld_1' }, 'NOT_ALLOWED'],
    ['no type', { id: 'fld_1' }, 'NOT_ALLOWED'],
    ['a string in place of the object', 'fld_1', 'NOT_ALLOWED'],
    ['a malformed id', { __typename: 'Field', id: 'field-1' }, 'WRONG_FORMAT'],
    ['an id that is not a string', { __typename: 'Field', id: { $gt: '' } }, 'WRONG_FORMAT'],
    ['no id', { __typename: 'Field' }, 'WRONG_FORMAT'],
  ])(
    'returns null and a coded error on its own path for a representation with %s',
    async (_what, representation, violation) => {
      const gateway = gatewayOver(undefined, { schema: subgraph });
      const [well] = fieldsNamed(1);
      const { data, errors } = await send(gateway, query, { representations: [well, representation] });
      expect(data._entities[0].id).toBe('fld_0');
      expect(data._entities[1]).toBeNull();
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({
        path: ['_entities', 1],
        extensions: { code: 'BAD_USER_INPUT', faults: [{ code: violation }] },
      });
    },
  );

  it('accepts representations written into the document', async () => {
    const gateway = gatewayOver(undefined, { schema: subgraph });
    const inline = '{ _entities(representations: [{ __typename: "Field", id: "fld_7" }]) { ... on Field { id } } }';
    expect(await send(gateway, inline)).toEqual({ data: { _entities: [{ id: 'fld_7' }] } });
  });

  it('counts each representation against IDS_MAX and UPSTREAM_CALLS_MAX before it sends any call', async () => {
    const limits = { ...defaultLimits, idsMax: 10, upstreamCallsMax: 12 };
    const gateway = gatewayOver(undefined, { schema: subgraph, limits });
    const many = await send(gateway, query, { representations: fieldsNamed(11) });
    expect(many.errors[0].extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit: { name: 'IDS_MAX' } });
    const dear = await send(gateway, query, { representations: fieldsNamed(5) });
    expect(dear.errors[0].extensions.limit).toEqual({ name: 'UPSTREAM_CALLS_MAX', max: 12, actual: 15 });
    expect(gateway.calls).toHaveLength(0);
  });

  it('returns its SDL for composition even if introspection is off', async () => {
    const gateway = gatewayOver(undefined, { schema: subgraph, introspection: false });
    const { data } = await send(gateway, '{ _service { sdl } }');
    expect(data._service.sdl).toContain('type Field implements Node @key(fields: "id")');
    expect(data._service.sdl).not.toContain('_entities');
  });

  it('has neither _service nor _entities by default', async () => {
    const gateway = gatewayOver();
    for (const text of ['{ _service { sdl } }', '{ _entities(representations: []) { __typename } }']) {
      const { errors } = await send(gateway, text);
      expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
  });
});
