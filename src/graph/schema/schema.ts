/** Lists the types, in the order in which they are printed, and builds the schema once. */
import './node.ts';
import './earth-observations/record.ts';
import './observations/record.ts';
import './weather/record.ts';
import './list-arguments.ts';
import './field.ts';
import './weather/list.ts';
import './earth-observations/list.ts';
import './observations/list.ts';
import './observations/connection.ts';
import './latest.ts';
import './weather/local-time.ts';
import './weather/summaries.ts';
import './agronomy/spells.ts';
import './agronomy/degree-day-series.ts';
import './agronomy/water-balance.ts';
import './agronomy/temperature-hours.ts';
import './agronomy/spraying/spray-conditions.ts';
import './agronomy/timeline.ts';
import './earth-observations/index-series.ts';
import './agronomy/index-season.ts';
import './observations/add.ts';
import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { resolvers } from '../../executor/resolvers.ts';
import { builder } from './builder.ts';
import { openEnums } from './open-enum.ts';
import { synonyms } from './synonyms.ts';

export const schema: GraphQLSchema = noteExposed(
  openEnums(builder.toSchema({ sortSchema: false, extensions: { synonyms } })),
);

/** What Pothos says of a field: the property that it exposes, and whether a plugin stands before its resolver. */
interface Exposed {
  pothosExposedField?: string;
  pothosResolveWrapped?: boolean;
}

/** Puts a resolver that is known to read a property in the place of each that Pothos made to read it. */
function noteExposed(built: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(built.getTypeMap())) {
    if (isObjectType(type)) Object.values(type.getFields()).forEach(noteExposedField);
  }
  return built;
}

function noteExposedField(field: GraphQLField<unknown, unknown>): void {
  const { pothosExposedField: property, pothosResolveWrapped: isWrapped }: Exposed = field.extensions;
  // Without a resolver graphql-js reads the property itself.
  if (field.resolve === undefined || property === undefined || isWrapped) return;
  field.resolve = resolvers.property(property) as GraphQLFieldResolver<unknown, unknown>;
}
