/** Makes the table of rooms in src/ARCHITECTURE.md from the import rules. */
import { rooms } from '../../.dependency-cruiser.mjs';
import { page } from './sections.ts';

export const architecture = page('src/ARCHITECTURE.md', { rooms: roomsTable });

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
  const places = files.replaceAll(/[\\^$]/g, '').split('|');
  return places.map((place) => `\`${place}\``).join(', ');
}
