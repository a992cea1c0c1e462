/** Lists the types, in the order in which they are printed, and builds the schema once. */
import './node.ts';
import './earth-observations/record.ts';
import './observations/record.ts';
import './weather/record.ts';
import './list-arguments.ts';
import './field.ts';
import './facts/facts.ts';
import './weather/list.ts';
import './earth-observations/list.ts';
import './observations/list.ts';
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
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { openEnums } from './open-enum.ts';
import { synonyms } from './synonyms.ts';

/** Builds the schema of all types that the builder has at that time. */
export const buildSchema = (): GraphQLSchema =>
  openEnums(builder.toSchema({ sortSchema: false, extensions: { synonyms } }));

export const schema: GraphQLSchema = buildSchema();
