/** schema/openapi.json: the description as it is served, made from the YAML that people edit. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Artefact } from './artefact.ts';

/** The description as JSON; anchors of the YAML are written out. */
export const description: Artefact = {
  path: 'schema/openapi.json',
  async render() {
    const yaml = await readFile(new URL('../openapi.yaml', import.meta.url), 'utf8');
    return `${JSON.stringify(parse(yaml), null, 2)}\n`;
  },
};
