/**
 * The schema as a subgraph of Apollo Federation 2 (https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec):
 * adds two fields at its root, and changes nothing else. `_service` returns the schema for composition. `_entities` returns the fields that
 * other subgraphs name, through the same loaders as every query.
 */
import {
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import { isRecord } from '../../../platform/json/is-record.ts';
import { invalidArgument } from '../../errors/gateway-error.ts';
import { toField } from '../../schema/field-id.ts';
import { subgraphSdl } from './subgraph-sdl.ts';

/** The type whose objects other subgraphs may name. */
const entity = 'Field';

/** A representation as sent. It is read where it is used, so that the error of a malformed one has its own path. */
const Any = new GraphQLScalarType({
  name: '_Any',
  description: 'A representation of an entity: an object with `__typename` and the fields of its key.',
});

/** The same schema as a subgraph. All types except `Query` are the schema's own objects. */
export function federate(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const entityType = schema.getType(entity);
  if (!config.query || !isObjectType(entityType)) throw new TypeError(`The schema has no ${entity} to be an entity.`);
  const sdl = subgraphSdl(schema, entity);

  const Service = new GraphQLObjectType({
    name: '_Service',
    description: 'The schema of this subgraph, for composition.',
    fields: {
      sdl: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The schema in the schema definition language, with the directives of Federation 2.',
        resolve: () => sdl,
      },
    },
  });
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'Every type with a key.',
    types: [entityType],
    resolveType: () => entity,
  });
  const fields: GraphQLFieldConfigMap<unknown, unknown> = {
    _service: {
      type: new GraphQLNonNull(Service),
      description: 'This subgraph, for composition.',
      resolve: () => ({}),
    },
    _entities: {
      type: new GraphQLNonNull(new GraphQLList(Entity)),
      description:
        'The objects of the representations, in their order. Makes no request. An unknown type or a malformed id is null, with BAD_USER_INPUT at its place.',
      args: {
        representations: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Any))),
          description:
            'What other subgraphs know of each: `{ "__typename": "Field", "id": "fld_…" }`, at most `IDS_MAX` (100 unless set otherwise).',
        },
      },
      // Each representation costs as much as its selections, as an id of `fields` does.
      extensions: { idsArgument: 'representations' },
      resolve: (_root, { representations }) => (representations as unknown[]).map(entityOf),
    },
  };
  const query = config.query.toConfig();
  return new GraphQLSchema({
    ...config,
    query: new GraphQLObjectType({ ...query, fields: { ...query.fields, ...fields } }),
    types: config.types.filter((type) => type !== config.query),
  });
}

/** The entity of a representation, read by its type and key only, or the error that GraphQL reports at its position in the list. */
function entityOf(representation: unknown) {
  const { __typename, id } = isRecord(representation) ? representation : {};
  if (__typename === entity) return toField(typeof id === 'string' ? id : '', 'representations', 'id');
  return invalidArgument(
    ['representations', '__typename'],
    `A representation is an object whose __typename is ${entity}, the one entity of this subgraph.`,
  );
}
