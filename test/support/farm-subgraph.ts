/** The subgraph of another team, served by Yoga: farms that refer to fields by id and extend them. */
import { buildSchema, type GraphQLObjectType, type GraphQLUnionType } from 'graphql';
import { createYoga } from 'graphql-yoga';
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
  const schema = buildSchema(`
    directive @key(fields: String!) on OBJECT
    directive @shareable on OBJECT | FIELD_DEFINITION
    scalar _Any
    union _Entity = Field | Farm
    type _Service { sdl: String }
    ${types.replace('type Query {', 'type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]!')}
  `);
  (schema.getType('_Entity') as GraphQLUnionType).resolveType = ({ __typename }) => __typename;
  const query = schema.getQueryType() as GraphQLObjectType;
  const resolvers: Record<string, (args: { representations: object[] }) => unknown> = {
    _service: () => ({ sdl: farmSdl }),
    _entities: ({ representations }) => representations.map((each) => ({ owner: 'Ada', ...each })),
    farm: () => ({
      id: 'farm_1',
      fields: fieldIds.map((id) => ({ id, owner: 'Ada' })),
      pages: { hasNextPage: false, hasPreviousPage: false },
    }),
  };
  for (const [name, resolve] of Object.entries(resolvers)) {
    Object.assign(query.getFields()[name] ?? {}, {
      resolve: (_root: unknown, args: { representations: object[] }) => resolve(args),
    });
  }
  const server = await serve(createYoga({ schema, logging: false }));
  return { ...server, url: `${server.url}/graphql` };
}
