/** What can be read of the graph without asking it: its SDL, and the page for language models. */
import { printSchema } from 'graphql';
import { type LlmsOptions, renderLlms } from './llms.ts';
import { createTextPage, type Page } from './page.ts';

const schemaPath = '/schema.graphql';

/** The pages by path. Both tell what the schema holds: where it is hidden, neither may be served. */
export function createPages(options: Omit<LlmsOptions, 'schemaPath'>): Map<string, Page> {
  return new Map([
    [schemaPath, createTextPage(() => `${printSchema(options.schema)}\n`)],
    ['/llms.txt', createTextPage(() => renderLlms({ ...options, schemaPath }))],
  ]);
}
