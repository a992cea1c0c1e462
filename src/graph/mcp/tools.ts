/** The tools as clients list them: each made from its document, none written by hand. */
import { buildSchema, type GraphQLSchema, printSchema } from 'graphql';
import { inputSchemaOf } from './schemas/input-schema.ts';
import type { JsonSchema } from './schemas/json-schema.ts';
import { outputSchemaOf } from './schemas/output-schema.ts';
import { readToolDocuments, type ToolDocument } from './tool-document.ts';

/** A tool of the Model Context Protocol (https://modelcontextprotocol.io/specification/2026-07-28/server/tools). */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: object;
}

export interface Tool extends ToolDocument {
  listed: ListedTool;
  /** The arguments it takes, by their names. */
  takes: ReadonlySet<string>;
}

/** The tools by name. Those that write are there only where writes are allowed. */
export function readTools(schema: GraphQLSchema, { writes }: { writes: boolean }): Map<string, Tool> {
  const shown = buildSchema(printSchema(schema));
  const documents = readToolDocuments(shown).filter(({ isWrite }) => writes || !isWrite);
  return new Map(documents.map((document) => [document.name, toTool(document, shown)]));
}

/** The tool of one document, over a schema that was read from its SDL. */
export function toTool(document: ToolDocument, shown: GraphQLSchema): Tool {
  const { name, title, description, isWrite, operation } = document;
  const inputSchema = inputSchemaOf(operation, shown);
  const { data, $defs } = outputSchemaOf(document, shown);
  const listed: ListedTool = {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: {
      type: 'object',
      properties: { data },
      ...(Object.keys($defs).length > 0 && { $defs }),
    },
    annotations: isWrite ? writing : reading,
  };
  return { ...document, listed, takes: new Set(Object.keys(inputSchema.properties ?? {})) };
}

const reading = { readOnlyHint: true, openWorldHint: false };
/** A write is sent under an idempotency key: the same again changes nothing more, and nothing is ever overwritten. */
const writing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
