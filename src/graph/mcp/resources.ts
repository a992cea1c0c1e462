/** What a model may read once to understand every answer: the units, the error codes and the schema, each made of what the graph itself says. */
import { type GraphQLEnumType, type GraphQLSchema, isEnumType, printSchema } from 'graphql';
import { listedCodes } from '../errors/codes.ts';
import { unknownName } from '../schema/open-enum.ts';

export interface Resource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Its text, which is the same for every caller for as long as the process runs. */
  text: string;
}

/** The resources in the order in which they are listed. The schema is among them where it may be read. */
export function createResources(schema: GraphQLSchema, { introspection }: { introspection: boolean }): Resource[] {
  const units = {
    uri: 'fieldgraph://units',
    name: 'units',
    title: 'Units',
    description: 'Every unit of the answers with its meaning and UCUM code, and what provenances mean.',
    mimeType: 'text/markdown',
    text: describeUnits(schema),
  };
  const errors = {
    uri: 'fieldgraph://errors',
    name: 'errors',
    title: 'Error codes',
    description: 'Every code of `errors` and of refused writes: what to do about it, and whether to send again.',
    mimeType: 'text/markdown',
    text: `# Error codes\n\n${listedCodes()}\n`,
  };
  if (!introspection) return [units, errors];
  const sdl = {
    uri: 'fieldgraph://schema',
    name: 'schema',
    title: 'Schema',
    description: 'The whole graph as GraphQL SDL, every type, field and argument described.',
    mimeType: 'text/plain',
    text: `${printSchema(schema)}\n`,
  };
  return [units, errors, sdl];
}

function describeUnits(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(isEnumType);
  const shown = types.filter(({ name }) => name.endsWith('Unit') || name === 'Provenance');
  return `${['# Units and provenances', ...shown.map(describeEnum)].join('\n\n')}\n`;
}

function describeEnum(type: GraphQLEnumType): string {
  const values = type.getValues().filter(({ name }) => name !== unknownName);
  return [`## ${type.name}: ${type.description}`, ...values.map(toRow)].join('\n');
}

function toRow({ name, description }: { name: string; description?: string | null | undefined }): string {
  return `- \`${name}\`: ${description}`;
}
