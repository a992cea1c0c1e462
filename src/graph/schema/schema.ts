/** Lists the types and builds the schema once. */
import './node.ts';
import './field.ts';
import './observations/connection.ts';
import './latest.ts';
import './weather/summary.ts';
import './earth-observations/index-series.ts';
import './observations/add.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { openEnums } from './open-enum.ts';

export const schema: GraphQLSchema = openEnums(builder.toSchema({ sortSchema: false }));
