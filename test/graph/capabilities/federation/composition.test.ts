/** Composition of the subgraph with others that extend its fields, share its Relay types or reuse common names. */
import { composeServices } from '@theguild/federation-composition';
import { Kind, parse, visit } from 'graphql';
import { expect, it } from 'vitest';
import { subgraphSdl } from '../../../../src/graph/capabilities/federation/subgraph-sdl.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { farmSdl } from '../../../support/farm-subgraph.ts';

it('the subgraph composes with a subgraph that extends Field', () => {
  const { errors, supergraphSdl } = composeServices([
    { name: 'fields', url: 'http://fields.test/graphql', typeDefs: parse(subgraphSdl(schema, 'Field')) },
    { name: 'farms', url: 'http://farms.test/graphql', typeDefs: parse(farmSdl) },
  ]);
  expect(errors ?? []).toEqual([]);
  const [field] = supergraphSdl?.match(/^type Field [^{]*\{/m) ?? [];
  expect(field).toContain('@join__type(graph: FIELDS, key: "id")');
  expect(field).toContain('@join__type(graph: FARMS, key: "id")');
});

it('the subgraph defines or links each directive that it uses, as the composition of Apollo requires', () => {
  const used = new Set<string>();
  const known = new Set(['link', 'deprecated', 'specifiedBy']);
  visit(parse(subgraphSdl(schema, 'Field')), {
    Directive: ({ name, arguments: sent = [] }) => {
      used.add(name.value);
      for (const { value } of sent)
        if (value.kind === Kind.LIST)
          for (const item of value.values) if (item.kind === Kind.STRING) known.add(item.value.slice(1));
    },
    DirectiveDefinition: ({ name }) => void known.add(name.value),
  });
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});

/** Another team's subgraph, with common type names of its own and the same quantities. */
const shopSdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])
  type Query { shop(severity: Severity): Shop }
  type Mutation { rename(author: AuthorInput!): UserError }
  type Shop { author: Author! photo: Photo asset: Asset severity: Severity cold: Temperature at: GeoPoint crop: Crop }
  type Author { id: ID! login: String! }
  input AuthorInput { login: String! }
  type Photo { url: String! }
  type Asset { size: Int! }
  enum Severity { MINOR MAJOR }
  enum SortOrder { UP DOWN }
  enum Period { YEAR }
  enum ErrorCode { OTHER }
  type UserError { field: [String!] message: String! code: ErrorCode period: Period }
  enum TemperatureUnit { CELSIUS FAHRENHEIT KELVIN UNKNOWN }
  type Temperature @shareable { value: Float! unit: TemperatureUnit! }
  type GeoPoint @shareable { longitude: Float! latitude: Float! }
  type Crop @shareable { name: String! eppoCode: String }
`;

it('the subgraph composes with a subgraph that defines common type names and the same quantities', () => {
  const { errors } = composeServices([
    { name: 'fields', url: 'http://fields.test/graphql', typeDefs: parse(subgraphSdl(schema, 'Field')) },
    { name: 'shop', url: 'http://shop.test/graphql', typeDefs: parse(shopSdl) },
  ]);
  expect(errors?.map(({ message }) => message) ?? []).toEqual([]);
});

it('the subgraph does not compose with an enum of units that lacks a value, as docs/federation.md states', () => {
  const { errors } = composeServices([
    { name: 'fields', url: 'http://fields.test/graphql', typeDefs: parse(subgraphSdl(schema, 'Field')) },
    { name: 'shop', url: 'http://shop.test/graphql', typeDefs: parse(shopSdl.replace('KELVIN UNKNOWN', 'KELVIN')) },
  ]);
  expect(errors?.map(({ message }) => message)).toEqual([expect.stringContaining('"UNKNOWN" is not defined')]);
});
