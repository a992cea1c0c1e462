/** Sections of docs/ that `npm run generate` prints from this folder. */
import { Kind, validate } from 'graphql';
import { schema } from '../../schema/schema.ts';
import { readToolDocuments } from './tool-document.ts';
import { readTools } from './tools.ts';

export const sections = { 'docs/mcp.md': { tools: toolsTable } };

/** Throws an AggregateError of all validation errors: readTools relies on valid documents, which a start need not check again. */
function toolsTable(): string {
  const errors = readToolDocuments().flatMap(({ operation }) =>
    validate(schema, { kind: Kind.DOCUMENT, definitions: [operation] }),
  );
  if (errors.length > 0) throw new AggregateError(errors);
  const rows = [...readTools(schema, { writes: true }).values()].map(
    ({ name, title, description, isWrite }) =>
      `| \`${name}\` | ${title} | ${description}${isWrite ? ' Needs `MCP_WRITES=on`.' : ''} |`,
  );
  return ['| Tool | Question | |', '|---|---|---|', ...rows].join('\n');
}
