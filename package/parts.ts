/**
 * What is built for the package, and in a clone by `npm ci`: GraphiQL, and what capabilities build. Each of these that builds anything has a
 * file `build.ts` in its folder, so that it goes with the folder.
 */
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as graphiql from './graphiql.ts';

/** What a `build.ts` hands over. */
interface Part {
  /** Folder of src whose files it builds in place of the compiler, if there is one. */
  source: string | undefined;
  /** Packages for development that it bundles. */
  bundledPackages: readonly string[];
  /** Where its files are in the folder of the build. */
  folder: string;
  /** Makes its files. Undefined if those that are there are the same. */
  makeFiles(isThere: (name: string) => boolean): Promise<{ name: string; bytes: Uint8Array }[] | undefined>;
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

/** Writes the files of all parts into the folder of the build, in place of those that are there. */
export async function writeParts(dist: string): Promise<void> {
  for (const part of parts) {
    const folder = join(dist, part.folder);
    const files = await part.makeFiles((name) => existsSync(join(folder, name)));
    if (files === undefined) continue;
    const next = `${folder}.next`;
    rmSync(next, { recursive: true, force: true });
    mkdirSync(next, { recursive: true });
    for (const { name, bytes } of files) writeFileSync(join(next, name), bytes);
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
  }
}

if (import.meta.main) await writeParts(fileURLToPath(new URL('dist', root)));
