/** What can be read of the graph without asking it: its SDL, and the page for language models. */
import { printSchema } from 'graphql';
import { type LlmsOptions, renderLlms } from './llms.ts';
import { createTextDocument } from './static-text.ts';

const schemaPath = '/schema.graphql';

/** The documents by path. Both tell what the schema holds: where it is hidden, neither may be served. */
export function createDocuments(
  options: Omit<LlmsOptions, 'schemaPath'>,
): Map<string, (request: Request) => Promise<Response>> {
  return new Map([
    [schemaPath, createTextDocument(() => `${printSchema(options.schema)}\n`)],
    ['/llms.txt', createTextDocument(() => renderLlms({ ...options, schemaPath }))],
  ]);
}
