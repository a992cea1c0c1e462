/** The tables of README.md that are made from the code, so that neither a setting nor an error code can go undocumented. */
import { readFile } from 'node:fs/promises';
import { describeSettings } from '../../src/config.ts';
import { errorCodes } from '../../src/graph/errors.ts';
import type { Artefact } from '../generate.ts';

export const readme: Artefact = {
  path: 'README.md',
  async render() {
    const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    return fill(fill(text, 'settings', settingsTable()), 'error codes', errorTable());
  },
};

function fill(text: string, name: string, table: string): string {
  const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of generated -->)`);
  if (!section.test(text)) throw new Error(`README.md has no section "generated: ${name}"`);
  return text.replace(section, (_, start: string, end: string) => `${start}${table}\n${end}`);
}

function settingsTable(): string {
  const rows = describeSettings().map(
    ({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description} |`,
  );
  return ['| Variable | Default | |', '|---|---|---|', ...rows].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { description, retryable }]) => `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${description} |`,
  );
  return ['| Code | Retryable | |', '|---|---|---|', ...rows].join('\n');
}
