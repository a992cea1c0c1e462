/** The printed graph: every change a client will feel shows in its diff. */
import { printSchema } from 'graphql';
import { publishedGraph } from '../../src/capability.ts';
import type { Artefact } from './artefact.ts';

export const graph: Artefact = {
  path: 'schema/schema.graphql',
  render: async () => `${printSchema(await publishedGraph())}\n`,
};
