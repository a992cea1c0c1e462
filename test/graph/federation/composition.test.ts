/** That the subgraph composes with another one that extends its fields, and pages by the same Relay types. */
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { subgraphSdl } from '../../../src/graph/federation/subgraph-sdl.ts';
import { schema } from '../../../src/graph/schema/schema.ts';
import { farmSdl } from '../../support/farm-subgraph.ts';

it('composes beside a subgraph that extends Field', () => {
  const { errors, supergraphSdl } = composeServices([
    { name: 'fields', url: 'http://fields.test/graphql', typeDefs: parse(subgraphSdl(schema, 'Field')) },
    { name: 'farms', url: 'http://farms.test/graphql', typeDefs: parse(farmSdl) },
  ]);
  expect(errors ?? []).toEqual([]);
  const [field] = supergraphSdl?.match(/^type Field [^{]*\{/m) ?? [];
  expect(field).toContain('@join__type(graph: FIELDS, key: "id")');
  expect(field).toContain('@join__type(graph: FARMS, key: "id")');
});
