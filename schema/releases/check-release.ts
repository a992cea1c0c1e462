/** Checks whether the present graph may be released: every break must be announced, and every deprecation needs a date to come. */
import { buildSchema } from 'graphql';
import { announcedBreaks, isReleasedGraph, readUnreleased } from './changelog.ts';
import { type Change, findChanges } from './changes.ts';
import { findDeprecations, removalDate } from './deprecations.ts';

export interface Graphs {
  /** SDL of the last release. */
  released: string;
  /** SDL of the present graph. */
  present: string;
  changelog: string;
  /** `2026-12-01`. */
  today: string;
}

export interface ReleaseCheck {
  changes: Change[];
  /** One sentence for each error. */
  errors: string[];
}

/** Compares both graphs, and names every error to fix before a release. */
export async function checkRelease({ released, present, changelog, today }: Graphs): Promise<ReleaseCheck> {
  const graph = buildSchema(present);
  const releasedGraph = buildSchema(released);
  const changes = await findChanges(releasedGraph, graph, today);
  const announced = announcedBreaks(readUnreleased(changelog));
  const breaks = changes.filter(({ level, path }) => level === 'breaking' && !announced.has(path));
  const deprecations = [...findDeprecations(graph)].map(([path, reason]) => [path, removalDate(reason)] as const);
  const promised = findDeprecations(releasedGraph);
  const undated = deprecations.filter(([, date]) => date === undefined);
  const over = deprecations.filter(
    ([path, date]) => date !== undefined && date < today && date !== removalDate(promised.get(path) ?? ''),
  );
  const errors = [
    ...breaks.map(
      ({ path }) =>
        `The break of ${path} is not announced: write "- Breaking: \`${path}\` …" under "## Unreleased" in CHANGELOG.md.`,
    ),
    ...undated.map(
      ([path]) => `The deprecation of ${path} must say what to use and until when: "Use X. Removed after 2027-06-30."`,
    ),
    ...over.map(([path, date]) => `The deprecation of ${path} promises ${date}, which is over: choose a later day.`),
  ];
  const edited =
    'schema/released.graphql is not what the newest entry of CHANGELOG.md released: only `npm run release` writes it.';
  return { changes, errors: isReleasedGraph(changelog, released) ? errors : [...errors, edited] };
}
