/** Sections of docs/ that `npm run generate` prints from this folder. */
import { schema } from '../../schema/schema.ts';
import { readTools } from './tools.ts';

export const sections = { 'docs/mcp.md': { tools: toolsTable } };

function toolsTable(): string {
  const rows = [...readTools(schema, { writes: true }).values()].map(
    ({ name, title, description, isWrite }) =>
      `| \`${name}\` | ${title} | ${description}${isWrite ? ' Needs `MCP_WRITES=on`.' : ''} |`,
  );
  return ['| Tool | Question | |', '|---|---|---|', ...rows].join('\n');
}
