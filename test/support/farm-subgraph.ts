/** The subgraph of another team, served by Yoga: farms that refer to fields by id and extend them. */
import type { GraphQLSchema } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { serve } from './serve.ts';

const types = `
  type Query { farm(id: ID!): Farm }
  type Farm @key(fields: "id") { id: ID! fields: [Field!]! pages: PageInfo! @shareable }
  type Field @key(fields: "id") { id: ID! owner: String }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;

/** Its schema for composition. */
export const farmSdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"]) ${types}`;

/** Serves one farm with these fields, and an owner for each of them. */
export async function startFarmSubgraph(fieldIds: readonly string[]) {
  const entities = (_root: unknown, { representations }: { representations: object[] }) =>
    representations.map((each) => ({ owner: 'Ada', ...each }));
  const fields = fieldIds.map((id) => ({ id, owner: 'Ada' }));
  const farm = { id: 'farm_1', fields, pages: { hasNextPage: false, hasPreviousPage: false } };
  const schema: GraphQLSchema = createSchema({
    typeDefs: `
      directive @key(fields: String!) on OBJECT
      directive @shareable on OBJECT | FIELD_DEFINITION
      scalar _Any
      union _Entity = Field | Farm
      type _Service { sdl: String }
      ${types.replace('type Query {', 'type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]!')}
    `,
    resolvers: {
      Query: { _service: () => ({ sdl: farmSdl }), _entities: entities, farm: () => farm },
      _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
    },
  });
  const server = await serve(createYoga({ schema, logging: false }));
  return { ...server, url: `${server.url}/graphql` };
}
