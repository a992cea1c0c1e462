/**
 * What is built for the package, and in a clone by `npm ci`: GraphiQL, and what capabilities build. Each of these that builds anything has a
 * file `build.ts` in its folder, so that it goes with the folder.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as graphiql from './graphiql.ts';

/** What a `build.ts` hands over. */
interface Part {
  /** Folder of src whose files it builds in place of the compiler, if there is one. */
  source: string | undefined;
  /** Packages for development that it bundles. */
  bundledPackages: readonly string[];
  /** Writes what it builds into the folder of the build. */
  write(dist: string): Promise<void>;
}

/** What the package has of its development dependencies that only browsers run, and its licence: files by package. */
export const browserFiles: Readonly<Record<string, readonly string[]>> = {
  '@graphql-yoga/render-graphiql': ['LICENSE'],
  'swagger-ui-dist': [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ],
};

const root = new URL('../', import.meta.url);

/** All builds. */
export const parts: readonly Part[] = [
  graphiql,
  ...(await Promise.all(globSync('src/**/build.ts', { cwd: root }).map((path) => import(new URL(path, root).href)))),
];

if (import.meta.main) for (const part of parts) await part.write(fileURLToPath(new URL('dist', root)));
