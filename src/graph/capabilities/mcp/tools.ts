/** The tools as clients list them: each made from its document, none written by hand. */
import { buildSchema, type GraphQLSchema, printSchema } from 'graphql';
import { inputSchemaOf } from './schemas/input-schema.ts';
import { outputSchemaOf } from './schemas/output-schema.ts';
import { readToolDocuments, type ToolDocument } from './tool-document.ts';

/** The tools by name. Those that write are included only if `writes` is set. */
export function readTools(schema: GraphQLSchema, { writes }: { writes: boolean }): Map<string, Tool> {
  const shown = buildSchema(printSchema(schema));
  const documents = readToolDocuments().filter(({ isWrite }) => writes || !isWrite);
  return new Map(documents.map((document) => [document.name, toTool(document, shown)]));
}

/** The tool of one document, over a schema that was read from its SDL. */
export function toTool(document: ToolDocument, shown: GraphQLSchema) {
  const { name, title, description, isWrite, operation } = document;
  const { data, $defs } = outputSchemaOf(operation, shown);
  const outputSchema = { type: 'object', properties: { data }, ...(Object.keys($defs).length > 0 && { $defs }) };
  const annotations = isWrite ? writing : reading;
  const listed = { name, title, description, inputSchema: inputSchemaOf(operation, shown), outputSchema, annotations };
  return { ...document, listed };
}

/** A document, and the tool as clients list it (https://modelcontextprotocol.io/specification/2026-07-28/server/tools). */
export type Tool = ReturnType<typeof toTool>;

const reading = { readOnlyHint: true, openWorldHint: false };
/** A write has an idempotency key, so repeating it changes nothing more. Nothing is ever overwritten. */
const writing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
