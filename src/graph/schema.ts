/** Lists the types and builds the schema once. */
import './types/node.ts';
import './types/field.ts';
import './types/observations-connection.ts';
import './types/latest.ts';
import './types/weather-summary.ts';
import './types/index-series.ts';
import './types/add-observation.ts';
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { openEnums } from './types/open-enum.ts';

export const schema: GraphQLSchema = openEnums(builder.toSchema({ sortSchema: false }));
