/** The printed graph: every change a client will feel shows in its diff. */
import { printSchema } from 'graphql';
import { allCapabilities } from '../../src/capability.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import type { Artefact } from './artefact.ts';

export const graph: Artefact = {
  path: 'schema/schema.graphql',
  async render() {
    const extended = await Promise.all(allCapabilities.map(({ extendGraph }) => extendGraph?.()));
    return `${printSchema(extended.find((each) => each) ?? schema)}\n`;
  },
};
