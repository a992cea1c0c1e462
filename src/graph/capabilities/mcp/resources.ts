/** Resources that explain every answer to a model: the units, the error codes and the schema. Each is made from the graph itself. */
import { type GraphQLSchema, isEnumType, printSchema } from 'graphql';
import { listedCodes } from '../../errors/codes.ts';
import { unknownName } from '../../schema/open-enum.ts';

export type Resource = ReturnType<typeof createResources>[number];

/**
 * The resources in the order in which they are listed. The text of each is the same for every caller while the process runs. The schema is
 * included if introspection is on.
 */
export function createResources(schema: GraphQLSchema, { introspection }: { introspection: boolean }) {
  const resources = [
    {
      name: 'units',
      title: 'Units',
      description: 'Every unit of the answers with its meaning and UCUM code, and what provenances mean.',
      mimeType: 'text/markdown',
      text: describeUnits(schema),
    },
    {
      name: 'errors',
      title: 'Error codes',
      description: 'Every code of `errors` and of refused writes: what to do about it, and whether to send again.',
      mimeType: 'text/markdown',
      text: `# Error codes\n\n${listedCodes()}\n`,
    },
  ];
  if (introspection)
    resources.push({
      name: 'schema',
      title: 'Schema',
      description: 'The whole graph as GraphQL SDL, every type, field and argument described.',
      mimeType: 'text/plain',
      text: `${printSchema(schema)}\n`,
    });
  return resources.map((resource) => ({ uri: `fieldgraph://${resource.name}`, ...resource }));
}

function describeUnits(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(isEnumType);
  const sections = types
    .filter(({ name }) => name.endsWith('Unit') || name === 'Provenance')
    .map((type) => {
      const values = type.getValues().filter(({ name }) => name !== unknownName);
      const rows = values.map(({ name, description }) => `- \`${name}\`: ${description}`);
      return [`## ${type.name}: ${type.description}`, ...rows].join('\n');
    });
  return `${['# Units and provenances', ...sections].join('\n\n')}\n`;
}
