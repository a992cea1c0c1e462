/**
 * Where the files are that only browsers run. They come from development dependencies, so that nobody who runs a server installs what
 * those packages drag along: a clone reads them there, and the build copies them into the package.
 */
import { isBuilt } from './is-built.ts';

const folder = new URL(isBuilt ? '../../browser-files/' : '../../../node_modules/', import.meta.url);

/** A file of a package that the build copies (`package/browser-files.ts` lists them). */
export function browserFile(name: string): URL {
  return new URL(name, folder);
}
