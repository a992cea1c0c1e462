/** Makes the table of rooms in src/ARCHITECTURE.md from the import rules. */
import { readFile } from 'node:fs/promises';
import { rooms } from '../../.dependency-cruiser.mjs';
import type { Artefact } from './artefact.ts';
import { fillSections } from './sections.ts';

export const architecture: Artefact = {
  path: 'src/ARCHITECTURE.md',
  async render() {
    const text = await readFile(new URL('../../src/ARCHITECTURE.md', import.meta.url), 'utf8');
    return fillSections('src/ARCHITECTURE.md', text, { rooms: roomsTable() });
  },
};

function roomsTable(): string {
  const rows = rooms.map(([name, files, allowed, reason]) => {
    const imports = allowed.map(wordsOf).join(', ') || 'nothing';
    return `| ${name} | ${placesOf(files)} | ${imports} | ${reason} |`;
  });
  return ['| Room | Files | May import | |', '|---|---|---|---|', ...rows].join('\n');
}

function wordsOf(entry: string): string {
  if (entry === '*') return 'everything';
  if (entry.startsWith('*')) return `every room of ${entry.slice(1)}`;
  return entry.startsWith('type:') ? `types of ${entry.slice('type:'.length)}` : entry;
}

/** Returns the alternatives in the pattern of a room as paths. */
function placesOf(files: string): string {
  return files
    .split('|')
    .map((place) => `\`${place.replace(/[\\^$]/g, '')}\``)
    .join(', ');
}
