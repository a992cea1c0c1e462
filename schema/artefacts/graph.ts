/** The printed graph: every change a client will feel shows in its diff. */
import { type GraphQLSchema, printSchema } from 'graphql';
import { allCapabilities } from '../../src/capability.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import type { Artefact } from './artefact.ts';

/** The graph with what capabilities add. */
export async function publishedGraph(): Promise<GraphQLSchema> {
  const extended = await Promise.all(allCapabilities.map(({ extendGraph }) => extendGraph?.()));
  return extended.find((each) => each) ?? schema;
}

export const graph: Artefact = {
  path: 'schema/schema.graphql',
  render: async () => `${printSchema(await publishedGraph())}\n`,
};
