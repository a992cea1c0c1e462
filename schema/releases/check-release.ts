/** Whether the present graph may follow the released one: every break announced, every deprecation dated. */
import { buildSchema } from 'graphql';
import { announcedBreaks, isReleasedGraph, readUnreleased } from './changelog.ts';
import { type Change, findChanges } from './changes.ts';
import { findDeprecations, removalDate } from './deprecations.ts';

export interface Graphs {
  /** SDL of the release. */
  released: string;
  /** SDL of today. */
  present: string;
  changelog: string;
  /** `2026-12-01`. */
  today: string;
}

export interface ReleaseCheck {
  changes: Change[];
  /** One sentence each; empty where all is well. */
  errors: string[];
}

/** Compares both graphs, and names every error to fix before a release. */
export async function checkRelease({ released, present, changelog, today }: Graphs): Promise<ReleaseCheck> {
  const graph = buildSchema(present);
  const changes = await findChanges(buildSchema(released), graph, today);
  const announced = announcedBreaks(readUnreleased(changelog));
  const breaks = changes.filter(({ level, path }) => level === 'breaking' && !announced.has(path));
  const undated = [...findDeprecations(graph)].filter(([, reason]) => removalDate(reason) === undefined);
  return {
    changes,
    errors: [
      ...breaks.map(
        ({ path }) =>
          `The break of ${path} is not announced: write "- Breaking: \`${path}\` …" under "## Unreleased" in CHANGELOG.md.`,
      ),
      ...undated.map(
        ([path]) =>
          `The deprecation of ${path} must say what to use and until when: "Use X. Removed after 2027-06-30."`,
      ),
      ...(isReleasedGraph(changelog, released)
        ? []
        : [
            'schema/released.graphql is not what the newest entry of CHANGELOG.md released: only `npm run release` writes it.',
          ]),
    ],
  };
}
