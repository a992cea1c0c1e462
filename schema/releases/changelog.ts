/**
 * Reads and writes CHANGELOG.md. People write lines that begin with `- Breaking:`, `- Added:` or `- Fixed:` under "## Unreleased", and a
 * release moves them under its version. A `- Breaking:` line announces a break of the graph by its path between backticks.
 */
import { hash } from 'node:crypto';
import type { Change } from './changes.ts';

const unreleasedHeading = '## Unreleased';

export interface Entry {
  version: string;
  /** Day of the release, `2026-12-01`. */
  date: string;
  changes: readonly Change[];
  /** The graph that is released. */
  graph: string;
}

/** Returns the text under "Unreleased", trimmed. Throws if the heading is missing. */
export const readUnreleased = (changelog: string): string => cut(changelog).unreleased.trim();

/** Returns every path between backticks in a line `- Breaking: …`. */
export function announcedBreaks(unreleased: string): Set<string> {
  const lines = unreleased.split('\n').filter((line) => line.startsWith('- Breaking: '));
  return new Set(lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)));
}

/** Returns the changelog with all unreleased lines moved under a new version. */
export function addEntry(changelog: string, { version, date, changes, graph }: Entry): string {
  const { before, unreleased, after } = cut(changelog);
  const parts = [
    `## ${version} - ${date}`,
    unreleased.trim(),
    describeChanges(changes),
    `<!-- released.graphql: sha256 ${hash('sha256', graph)} -->`,
    after.trim(),
  ];
  return `${before}${unreleasedHeading}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Whether the newest version released exactly this graph. False if the file was edited by hand. */
export function isReleasedGraph(changelog: string, graph: string): boolean {
  return /<!-- released\.graphql: sha256 (\w+) -->/.exec(changelog)?.[1] === hash('sha256', graph);
}

function describeChanges(changes: readonly Change[]): string {
  const lines = changes
    .filter(({ isWording }) => !isWording)
    .map(({ level, path, sentence }) => `- ${level}: \`${path || 'schema'}\`: ${sentence}.`);
  return lines.length === 0 ? '' : ['Changes of the graph:', '', ...lines].join('\n');
}

function cut(changelog: string): { before: string; unreleased: string; after: string } {
  const start = changelog.indexOf(`${unreleasedHeading}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no heading "${unreleasedHeading}".`);
  const rest = changelog.slice(start + unreleasedHeading.length + 1);
  const end = rest.search(/^## /m);
  return {
    before: changelog.slice(0, start),
    unreleased: end === -1 ? rest : rest.slice(0, end),
    after: end === -1 ? '' : rest.slice(end),
  };
}
