/**
 * Parts that are built for the package, and by `npm ci` in a clone: GraphiQL, and the files of capabilities. A capability that builds files
 * has a `build.ts` in its folder, so that deleting the folder also removes the build.
 */
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as graphiql from './graphiql.ts';

/** Exports of a `build.ts`. */
interface Part {
  /** Folder of src that this part builds instead of the compiler, if any. */
  source: string | undefined;
  /** Development packages that it bundles. */
  bundledPackages: readonly string[];
  /** Folder of its files, relative to the folder of the build. */
  folder: string;
  /** Makes its files. Returns undefined if the same files already exist. */
  makeFiles(isThere: (name: string) => boolean): Promise<{ name: string; bytes: Uint8Array }[] | undefined>;
}

/** Files and licences that the package ships of development dependencies, by package. Only browsers run them. */
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

const ofCapabilities = globSync('src/**/build.ts', { cwd: root }).map((path) => import(new URL(path, root).href));

/** All builds. */
export const parts: readonly Part[] = [graphiql, ...(await Promise.all(ofCapabilities).catch(refuse))];

/** Ends the process with a sentence if `npm ci --omit=dev` left out a package that a build imports. */
function refuse(error: Error): never {
  if (!error.message.startsWith('Cannot find package')) throw error;
  process.stderr.write('The page and GraphiQL are not built: development packages are not installed.\n');
  process.exit(1);
}

/** Writes the files of all parts into the folder of the build, and replaces older ones. */
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
