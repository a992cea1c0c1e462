/** What is generated from capabilities: each that generates anything has a file `artefacts.ts` in its folder, so that it goes with the folder. */
import { globSync } from 'node:fs';
import type { Artefact } from './artefact.ts';
import { page } from './manual.ts';

interface Generated {
  /** Sections of pages of docs/, by the page's path and the section's name. */
  sections: Readonly<Record<string, Readonly<Record<string, () => string>>>>;
}

const root = new URL('../../', import.meta.url);
const modules: Generated[] = await Promise.all(
  globSync('src/**/artefacts.ts', { cwd: root })
    .toSorted()
    .map((path) => import(new URL(path, root).href)),
);

export const ofCapabilities: Artefact[] = modules.flatMap(({ sections }) =>
  Object.entries(sections).map(([path, made]) => page(path, made)),
);
